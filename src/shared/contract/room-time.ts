import { addMs, type EpochMs, epochMs } from '../kit/units.ts';
import type { RoomAnchor, RoomEntry, RoomHead } from './room.ts';

export const anchorOf = ({
  time,
  startedAt,
  pace,
}: RoomHead | Pick<RoomHead, 'time' | 'startedAt' | 'pace'>): RoomAnchor => ({
  time,
  at: startedAt,
  pace,
});

/**
 * Returns the mission time of a room at a time of the server. A run that has ended by itself, because its target is reached or
 * an anomaly has interrupted it, is known to the consoles alone: they stop there, and one of them says so.
 */
export function roomTimeAt({ time, at, pace: { run, achievedRate } }: RoomAnchor, now: EpochMs): EpochMs {
  if (run.isInStep) return epochMs(Math.max(time, now));
  const rate = Math.min(run.rate, achievedRate ?? run.rate);
  return addMs(time, Math.max(0, now - at) * rate);
}

/** Returns the mission time at which an entry takes effect. */
export const effectiveTime = ({ time, act }: Pick<RoomEntry, 'time' | 'act'>, before: EpochMs): EpochMs =>
  act.kind === 'return' ? time : epochMs(Math.max(time, before));

/** Returns how a room runs after an entry that takes effect at a time. */
export function anchorAfter(anchor: RoomAnchor, { act, at }: RoomEntry, time: EpochMs): RoomAnchor {
  if (act.kind === 'pace') return { time, at, pace: act.pace };
  if (act.kind === 'return') {
    const { slowsOnCritical } = anchor.pace;
    return { time, at, pace: { run: { rate: 1, isInStep: true }, slowsOnCritical } };
  }
  return anchor;
}
