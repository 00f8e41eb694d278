import { atom } from 'jotai';
import { selectAtom } from 'jotai/utils';
import {
  type BranchView,
  type Interruption,
  MAIN_BRANCH,
  type Rate,
} from '../../../shared/contract/transport.ts';
import { isolated } from '../../../shared/kit/isolated-text.ts';
import { type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import {
  formatAge,
  formatClock,
  formatUtcMinute,
  formatUtcTime,
  formatUtcTimeFrom,
} from '../../kit/format.ts';
import {
  edgeSecondAtom,
  isRoomLostAtom,
  missionSecondAtom,
  roomAtom,
  shownRateAtom,
  sliceAtoms,
  wallSecondAtom,
} from '../link/atoms.ts';

/**
 * The time that the page shows, in words. Most atoms are `undefined` in step with UTC, and before the first update.
 */

/** `×60`, `PAUSED` */
const rateWord = (rate: Rate): string => (rate === 0 ? 'PAUSED' : `×${rate}`);

/** `+03:12:00`, `−1d 00:00:40` */
function formatOffset(offsetMs: number): string {
  return `${offsetMs < 0 ? '−' : '+'}${formatClock(Math.abs(offsetMs))}`;
}

/** Kinds of time shown, other than the mission in step with UTC. `lost` is a shared mission that cannot be reached. */
export type TimeKind = 'sim' | 'replay' | 'branch' | 'lost';

export const timeKindAtom = atom((get): TimeKind | undefined => {
  const transport = get(sliceAtoms.transport);
  if (transport?.mode === 'replay') return 'replay';
  if (get(isRoomLostAtom)) return 'lost';
  if (!transport || transport.isInStep) return undefined;
  return transport.branch === MAIN_BRANCH ? 'sim' : 'branch';
});

/** The branch that is shown; `undefined` for the mission itself. */
export const shownBranchAtom = atom((get): BranchView | undefined => {
  const transport = get(sliceAtoms.transport);
  return transport?.branches.find(({ id, origin }) => origin !== undefined && id === transport.branch);
});

const edgeRateAtom = atom((get) => get(sliceAtoms.transport)?.rate);

interface Offset {
  readonly rate: Rate | undefined;
  readonly offsetMs: number;
}

/** Offset of mission time from UTC. */
const presentOffsetAtom = atom((get): Offset | undefined => {
  const edge = get(edgeSecondAtom);
  const wall = get(wallSecondAtom);
  return edge === undefined || wall === undefined
    ? undefined
    : { rate: get(edgeRateAtom), offsetMs: edge - wall };
});

/** The whole seconds of two clocks change at different moments, so at 1× the offset keeps its value. */
const offsetAtom = selectAtom<Offset | undefined, Offset | undefined>(presentOffsetAtom, (now, before) => {
  const isSteady = now?.rate === 1 && before?.rate === 1;
  return isSteady && Math.abs(now.offsetMs - before.offsetMs) <= MS_PER_S ? before : now;
});

/** Milliseconds by which the live edge is ahead of UTC; 0 in step. */
export const utcOffsetAtom = atom((get) =>
  get(sliceAtoms.transport)?.isInStep ? 0 : get(offsetAtom)?.offsetMs,
);

/** `BRANCH B of 12:40`, `BRANCH B of 12:40 −1d` if it parted on an earlier day than the one shown. */
function branchText({ name, origin }: BranchView, now: EpochMs | undefined): string {
  const words = `BRANCH ${isolated(name)}`;
  return origin
    ? `${words} of ${formatUtcTimeFrom(origin.time, now ?? origin.time, formatUtcMinute)}`
    : words;
}

/** `12 s`, `4 min`: how long the server of the shared mission has not been reached. */
const lostAgeAtom = atom((get): string | undefined => {
  const room = get(roomAtom);
  const now = get(wallSecondAtom);
  if (!room || room.isConnected) return undefined;
  const lostMs = room.lostAt === undefined || now === undefined ? 0 : Math.max(0, now - room.lostAt);
  return formatAge(lostMs);
});

/** `Link lost 12 s` */
export const lostTextAtom = atom((get): string | undefined => {
  const age = get(lostAgeAtom);
  return age === undefined ? undefined : `Link lost ${age}`;
});

/** `SIM ×60 · +03:12:00`, `REPLAY 12:40:05 · ×10`, `BRANCH B of 12:40 · ×60`, `LINK LOST 12 s` */
export const timeTextAtom = atom((get): string | undefined => {
  const kind = get(timeKindAtom);
  const rate = get(shownRateAtom);
  if (kind === undefined || rate === undefined) return undefined;
  if (kind === 'lost') return `LINK LOST ${get(lostAgeAtom) ?? ''}`;
  const branch = get(shownBranchAtom);
  if (kind === 'replay') {
    const time = get(missionSecondAtom);
    return [
      time === undefined ? 'REPLAY' : `REPLAY ${formatUtcTime(time)}`,
      ...(rate > 1 ? [rateWord(rate)] : []),
      ...(branch ? [`BRANCH ${isolated(branch.name)}`] : []),
    ].join(' · ');
  }
  if (branch) {
    const text = branchText(branch, get(edgeSecondAtom));
    return rate === 1 ? text : `${text} · ${rateWord(rate)}`;
  }
  const offsetMs = get(utcOffsetAtom);
  return `SIM ${rateWord(rate)}${offsetMs === undefined ? '' : ` · ${formatOffset(offsetMs)}`}`;
});

/** Announcement when the kind of time changes, without running figures. */
export const timeNewsAtom = atom((get): string | undefined => {
  const kind = get(timeKindAtom);
  const rate = get(shownRateAtom);
  if (rate === undefined) return undefined;
  const pace = rate === 0 ? 'paused' : `${rate}×`;
  const branch = get(shownBranchAtom);
  switch (kind) {
    case undefined:
      return 'Mission time is UTC, live';
    case 'replay':
      return rate === 0 ? 'Replay: a past instant, read-only' : `Replay, ${pace}, read-only`;
    case 'branch':
      return branch && `Branch ${isolated(branch.name)}, ${pace}`;
    case 'sim':
      return `Simulated time, ${pace}`;
    // An alert says so.
    case 'lost':
      return undefined;
  }
});

/** `Paused at 10:22:29: Critical Temperature anomaly`, `Slowed to 1×: new Critical Temperature anomaly` */
export const interruptionText = ({ time, anomaly, runUntil }: Interruption): string =>
  runUntil
    ? `Paused at ${formatUtcTime(time)}: Critical ${anomaly} anomaly`
    : `Slowed to 1×: new Critical ${anomaly} anomaly`;

/** True while a past instant is shown. */
export const isReplayAtom = atom((get) => get(sliceAtoms.transport)?.mode === 'replay');

/** True without announcements and sounds, because a replay or a branch is not the actual mission. */
export const isQuietAtom = atom((get) => {
  const transport = get(sliceAtoms.transport);
  return transport !== undefined && (transport.mode === 'replay' || transport.branch !== MAIN_BRANCH);
});

/** `Replay` or `Branch B`, if one of them is shown. */
export const elsewhereAtom = atom((get): string | undefined => {
  if (get(isReplayAtom)) return 'Replay';
  const branch = get(shownBranchAtom);
  return branch && `Branch ${isolated(branch.name)}`;
});

/**
 * Current UTC, for live data and the scenes of the wall: mission time if that is UTC, otherwise the clock of this
 * computer.
 */
export const utcSecondAtom = atom((get) => {
  const isUtc = get(sliceAtoms.transport) !== undefined && get(timeKindAtom) === undefined;
  return get(isUtc ? missionSecondAtom : wallSecondAtom);
});
