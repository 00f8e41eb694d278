import { addMs, type EpochMs, epochMs, MS_PER_S } from '../kit/units.ts';
import type { RoomAnchor, RoomEntry, RoomHead } from './room.ts';
import type { Run } from './transport.ts';

/**
 * An entry takes effect at most this much of the server's time before the server took it: what was sent again after an outage does
 * not change the past.
 */
export const LATE_MS = 3 * MS_PER_S;
/** A paused mission steps this far ahead, to its next sample. */
const STEP_MS = 5 * MS_PER_S;

const IN_STEP = { rate: 1, isInStep: true } as const;

export const anchorOf = ({
  time,
  startedAt,
  pace,
}: Pick<RoomHead, 'time' | 'startedAt' | 'pace'>): RoomAnchor => ({
  time,
  at: startedAt,
  pace,
});

const rateOf = ({ pace: { run, achievedRate } }: RoomAnchor): number =>
  Math.min(run.rate, achievedRate ?? run.rate);

/** Returns the mission time of a room at a time of the server. */
export function roomTimeAt(anchor: RoomAnchor, now: EpochMs): EpochMs {
  const { time, at, pace } = anchor;
  if (pace.run.isInStep) return epochMs(Math.max(time, now));
  return addMs(time, Math.round(Math.max(0, now - at) * rateOf(anchor)));
}

/**
 * Returns the mission time at which an entry takes effect: that of its draft, but no earlier than the entry before it has, nor much
 * earlier than the server took it, and no later.
 * @param edge mission time at which the entry before it has taken effect
 */
export function effectiveTime(
  { time, at, act }: Pick<RoomEntry, 'time' | 'at' | 'act'>,
  edge: EpochMs,
  anchor: RoomAnchor,
): EpochMs {
  const now = roomTimeAt(anchor, at);
  if (act.kind === 'return') return epochMs(Math.min(at, Math.max(edge, now)));
  if (act.kind === 'slow') return epochMs(Math.max(edge, now));
  const earliest = Math.max(edge, now - LATE_MS * Math.max(1, rateOf(anchor)));
  const isStep = act.kind === 'pace' && anchor.pace.run.rate === 0;
  const latest = Math.max(earliest, isStep ? now + STEP_MS : now);
  return epochMs(Math.min(Math.max(earliest, time), latest));
}

const isSameAnchor = (one: Pick<RoomAnchor, 'time' | 'at'>, other: RoomAnchor): boolean =>
  one.time === other.time && one.at === other.at;

/** True if an entry changes how a room runs: other machines may have said the same before. */
export function isEffective({ act }: Pick<RoomEntry, 'act'>, anchor: RoomAnchor): boolean {
  if (act.kind === 'return') return !anchor.pace.run.isInStep;
  return act.kind !== 'slow' || isSameAnchor(act.of, anchor);
}

/** Returns how a room runs after an entry that takes effect at a time. */
export function anchorAfter(
  anchor: RoomAnchor,
  entry: Pick<RoomEntry, 'act' | 'at'>,
  time: EpochMs,
): RoomAnchor {
  const { act, at } = entry;
  if (!isEffective(entry, anchor)) return anchor;
  switch (act.kind) {
    case 'input':
      return anchor;
    case 'pace':
      return { time, at, pace: act.pace };
    case 'slow':
      return { time, at, pace: { ...anchor.pace, achievedRate: act.achievedRate } };
    case 'return':
      return { time, at, pace: { run: IN_STEP, slowsOnCritical: anchor.pace.slowsOnCritical } };
  }
}

/**
 * Returns how a room runs after its run has ended by itself, because its target is reached or an anomaly has interrupted it. All
 * consoles find the same, without an entry.
 */
export const anchorAtEnd = (anchor: RoomAnchor, time: EpochMs, run: Run): RoomAnchor => ({
  time,
  at: addMs(anchor.at, Math.round((time - anchor.time) / (rateOf(anchor) || 1))),
  pace: { run: { ...run, isInStep: false }, slowsOnCritical: anchor.pace.slowsOnCritical },
});
