import { atom } from 'jotai';
import type { MissionId } from '../../../shared/contract/consoles.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { hasJoinedAtom, sliceAtoms } from '../../mission/link/atoms.ts';

/** A mission that this browser keeps. */
export interface KeptMission {
  readonly id: MissionId;
  /** What is kept of it cannot be read: all else here is unknown. */
  readonly isDamaged?: boolean;
  /** Beginning of its simulation, and its newest instant that is kept; mission time. */
  readonly startTime: EpochMs;
  readonly time: EpochMs;
  /** UTC by the clock of this computer. */
  readonly savedAt: EpochMs;
  /** Of the page that kept it. */
  readonly build: string;
  /** A window of this browser shows it. */
  readonly isShown: boolean;
}

/** Whether the mission of this window is kept. */
export interface Keeping {
  /** `waiting` until there is something to keep, `other` while the console that leads keeps it. */
  readonly status: 'starting' | 'waiting' | 'on' | 'other' | 'off' | 'stopped';
  /** Why it has stopped: a clause without a full stop. */
  readonly reason?: string | undefined;
  /** When all kept missions were deleted from outside the page. */
  readonly deletedAt?: EpochMs | undefined;
}

/** What can be done with the kept missions. Failures give a toast. */
export interface Keeper {
  /** Reads the list again: other windows change it. */
  refresh(): Promise<void>;
  /** Replaces the mission of this window by a kept one; one that another window shows is joined. */
  continueMission(id: MissionId): Promise<void>;
  remove(ids: readonly MissionId[]): Promise<void>;
}

/** `undefined` until its code is loaded. */
export const keeperAtom = atom<Keeper | undefined>(undefined);
export const keepingAtom = atom<Keeping>({ status: 'starting' });

/** Newest first. */
export const keptMissionsAtom = atom<readonly KeptMission[]>([]);

/** The newest one when this window was opened; until it is used, dismissed or deleted. */
export const offeredMissionAtom = atom<MissionId | undefined>(undefined);

/** The mission to offer: none where the page has joined one. */
export const offerAtom = atom((get): KeptMission | undefined => {
  const id = get(offeredMissionAtom);
  const isNew = get(hasJoinedAtom) === false && get(sliceAtoms.consoles)?.missionId !== id;
  return id === undefined || !isNew ? undefined : get(keptMissionsAtom).find((mission) => mission.id === id);
});

/** The newest kept mission that can be continued here, or joined: one that another window shows. */
export const continuableAtom = atom((get): KeptMission | undefined => {
  const own = get(sliceAtoms.consoles)?.missionId;
  return get(keptMissionsAtom).find(({ id, isDamaged }) => id !== own && !isDamaged);
});
