import { type Atom, atom, type createStore, type Getter, type PrimitiveAtom, type WritableAtom } from 'jotai';
import type { MissionId, RoomAddress } from '../../../shared/contract/consoles.ts';
import type { Keeping } from '../../../shared/contract/durable-log.ts';
import {
  type MissionSlices,
  mapSlices,
  SLICE_NAMES,
  type SliceName,
  type Snapshot,
} from '../../../shared/contract/mission-control.ts';
import { type BranchId, MAIN_BRANCH, type Rate, shownRate } from '../../../shared/contract/transport.ts';
import { UNDO_MS } from '../../../shared/entities/constants.ts';
import { type EpochMs, epochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { formatUtcDate } from '../../kit/format.ts';
import { JUMP_MS } from './mission-time.ts';

export type Store = ReturnType<typeof createStore>;

/**
 * One atom per slice of the snapshot, `undefined` at first; written by `showSnapshot` and `clearSnapshot`
 * only.
 */
export const sliceAtoms = mapSlices(() => atom<unknown>(undefined)) as {
  readonly [Name in SliceName]: PrimitiveAtom<MissionSlices[Name] | undefined>;
};

/** Writes a snapshot to the atoms. Unchanged slices keep their identity and cause no render. */
export function showSnapshot(store: Store, slices: Snapshot): void {
  for (const name of SLICE_NAMES)
    store.set<unknown, [unknown], void>(sliceAtoms[name] as PrimitiveAtom<unknown>, slices[name].value);
}

/** Resets the atoms, because another mission replaces the one shown. */
export function clearSnapshot(store: Store): void {
  for (const name of SLICE_NAMES)
    store.set<unknown, [unknown], void>(sliceAtoms[name] as PrimitiveAtom<unknown>, undefined);
}

/**
 * Link to the worker: `connecting` until the first snapshot of a mission, `lost` from the silence of the worker
 * until the next snapshot; `attempt` counts the restarts of one outage, and is 0 while the worker may only be late.
 */
export type LinkState =
  | { readonly status: 'connecting' }
  | { readonly status: 'connected' }
  | { readonly status: 'lost'; readonly attempt: number };

/** Reason for the last loss, until the next snapshot arrives. */
export interface LinkFailure {
  /** A clause without a full stop: "its script failed to load". */
  readonly reason: string;
  /** True if the page has ever had a mission; otherwise a reload loses nothing. */
  readonly hasEverStarted: boolean;
}

/** Where the log of the mission is, and why. */
export const keepingAtom = atom<Keeping>({ status: 'starting' });

export const linkFailureAtom = atom<LinkFailure | undefined>(undefined);
export const linkStateAtom = atom<LinkState>({ status: 'connecting' });

/** Address of the shared mission that is shown, or is being entered. */
export const roomAddressAtom = atom<RoomAddress | undefined>(undefined);

/** Why this window has a mission of its own instead of the shared one that it was to enter, as a sentence. */
export const roomRefusalAtom = atom<string | undefined>(undefined);

/** UTC since when the worker has been trying to enter a shared mission; `undefined` once it has been entered. */
export const enteringSinceAtom = atom<EpochMs | undefined>(undefined);

/** The mission of this window as consoles on several machines share it. */
export const roomAtom = atom((get) => get(sliceAtoms.consoles)?.room);

/** True at the live edge of a shared mission whose server cannot be reached: it stands still. */
export const isRoomLostAtom = atom((get) => {
  const transport = get(sliceAtoms.transport);
  const isShown = transport?.mode === 'live' && transport.branch === MAIN_BRANCH;
  return isShown && get(roomAtom)?.isConnected === false;
});

/** True while the shared mission, at its live edge, is not shown as it is now, because this window has just entered it. */
export const isCatchingUpAtom = atom((get) => {
  const transport = get(sliceAtoms.transport);
  const isShown = transport?.mode === 'live' && transport.branch === MAIN_BRANCH;
  return isShown && get(roomAtom)?.isCatchingUp === true;
});

/** True while what is shown is not the present, because the worker is lost, or the server of a shared mission. */
export const isLinkLostAtom = atom((get) => get(linkStateAtom).status === 'lost' || get(isRoomLostAtom));

/** `undefined` before the first update. */
export const missionIdAtom = atom((get) => get(sliceAtoms.consoles)?.missionId);

/** Branches that this window has deleted. A later branch gets the id of a deleted one. */
export const deletedBranchesAtom = atom<readonly BranchId[]>([]);

/** Returns the subject that a branch of the mission is; a later branch with the same id is another one. */
export function subjectOf(get: Getter, branch: BranchId | undefined): string {
  const deletions = get(deletedBranchesAtom).filter((id) => id === branch).length;
  return `${get(missionIdAtom)} ${branch} ${deletions}`;
}

/**
 * Subject of a worker's answer: one about another mission or branch is not shown, one of a lost worker remains
 * valid.
 */
export const subjectAtom = atom((get) => subjectOf(get, get(sliceAtoms.transport)?.branch));

/**
 * Returns an atom whose value belongs to the owner during which it was set; for any other it has its initial value.
 * @param ownerAtom the mission, or the subject, that is shown
 */
export function ownedAtom<Value>(
  ownerAtom: Atom<string | undefined>,
  initial: Value,
): WritableAtom<Value, [Value], void> {
  const keptAtom = atom<{ readonly owner: string | undefined; readonly value: Value }>();
  return atom(
    (get) => {
      const kept = get(keptAtom);
      return kept && kept.owner === get(ownerAtom) ? kept.value : initial;
    },
    (get, set, value: Value) => set(keptAtom, { owner: get(ownerAtom), value }),
  );
}

/** Mission time at its last whole second, for all displays of time; `undefined` before the first update. */
export const missionSecondAtom = atom<EpochMs | undefined>(undefined);

const heldEdgeAtom = atom<EpochMs | undefined>(undefined);

/** Newest instant that each mission and branch had reached when it was last shown. */
const edgesAtom = atom<ReadonlyMap<string, EpochMs>>(new Map());

/** An instant to which the mission or a branch has gone back, such as by *Return to UTC*. */
interface GoneBack {
  readonly subject: string;
  readonly to: EpochMs;
}

/** All of them, oldest first. */
const goneBackAtom = atom<readonly GoneBack[]>([]);

/** Newest instant that the mission has reached, at its last whole second; later than the time shown in a replay. */
export const edgeSecondAtom = atom(
  (get) => get(heldEdgeAtom),
  (get, set, edge: EpochMs | undefined) => {
    set(heldEdgeAtom, edge);
    const subject = get(subjectAtom);
    const edges = get(edgesAtom);
    const before = edges.get(subject);
    // A shared mission that this window enters again has not gone back: its past is simulated once more.
    if (edge === undefined || edge === before || get(roomAtom)?.isCatchingUp) return;
    // By less, only the clock of the page goes back, which had run past the instant of a pause.
    if (before !== undefined && before - edge > JUMP_MS)
      set(goneBackAtom, (earlier) => [...earlier, { subject, to: edge }]);
    set(edgesAtom, new Map(edges).set(subject, edge));
  },
);

/** When something was done in a mission or branch. */
export interface Moment {
  readonly subject: string;
  /** Newest instant that it had reached; `undefined` before the first update. */
  readonly time: EpochMs | undefined;
  /** How often any mission or branch had gone back by then. */
  readonly timesBack: number;
}

export const momentAtom = atom((get): Moment => {
  const [subject, time] = [get(subjectAtom), get(edgeSecondAtom)];
  return { subject, time, timesBack: get(goneBackAtom).length };
});

/**
 * True if what was done at a moment is part of the mission or branch shown: not if that has gone back to before it, even
 * once it reaches the same time again.
 */
export function hasHappened(get: Getter, { subject, time, timesBack }: Moment): boolean {
  const edge = get(edgeSecondAtom);
  if (subject !== get(subjectAtom) || time === undefined || edge === undefined) return false;
  const later = get(goneBackAtom).slice(timesBack);
  return time - edge <= JUMP_MS && later.every((back) => back.subject !== subject || time <= back.to);
}

/** True while a cancellation that was asked for at a moment can be undone: not longer than the mission allows it. */
export function canUndoSince(get: Getter, moment: Moment): boolean {
  const [now, { time }] = [get(edgeSecondAtom), moment];
  return now !== undefined && time !== undefined && now < time + UNDO_MS && hasHappened(get, moment);
}

/** UTC by the clock of this computer, at its last whole second. Mission time differs from it at another rate than 1×. */
export const wallSecondAtom = atom<EpochMs | undefined>(undefined);

/** Rate of mission time; `undefined` before the first update. */
export const shownRateAtom = atom((get): Rate | undefined => {
  const transport = get(sliceAtoms.transport);
  return transport && shownRate(transport);
});

/** Mission time to the minute, for values that change no more often. */
export const missionMinuteAtom = atom((get) => {
  const now = get(missionSecondAtom);
  return now === undefined ? undefined : epochMs(Math.floor(now / MS_PER_MIN) * MS_PER_MIN);
});

/** Today's date in mission time, which times of the same day omit. */
export const missionDateAtom = atom((get) => {
  const now = get(missionSecondAtom);
  return now === undefined ? undefined : formatUtcDate(now);
});

/** The mission that the page's address asked to join when it loaded. */
export const askedMissionAtom = atom<MissionId | undefined>(undefined);

/** True if this window shows a mission that is not its own: joined or shared. `undefined` before the first update. */
export const hasJoinedAtom = atom((get) => {
  const consoles = get(sliceAtoms.consoles);
  return consoles && (consoles.room !== undefined || consoles.missionId === get(askedMissionAtom));
});

/**
 * True if the end of this window would lose branches: they belong to a window, and another one joins the mission without them. So does a
 * reload, unless other machines share the mission.
 */
export const losesBranchesAtom = atom((get) => {
  const isShared = get(roomAtom) !== undefined || (get(sliceAtoms.consoles)?.consoles.length ?? 1) > 1;
  return isShared && (get(sliceAtoms.transport)?.branches.length ?? 1) > 1;
});

/** True if this window sounds and notifies: for all windows of the browser that show the mission, or for its machine. */
export const isLeaderAtom = atom((get) => {
  const view = get(sliceAtoms.consoles);
  return view?.room !== undefined || view?.leader === view?.self;
});
