import { atom } from 'jotai';
import type { MissionId } from '../../../shared/contract/consoles.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { hasJoinedAtom, sliceAtoms } from '../../mission/link/atoms.ts';

export interface KeptMission {
  readonly id: MissionId;
  /** True if the kept data cannot be read: all other fields are unknown. */
  readonly isDamaged?: boolean;
  /** Start of its simulation, and its newest kept instant; mission time. */
  readonly startTime: EpochMs;
  readonly time: EpochMs;
  /** UTC by the clock of this computer. */
  readonly savedAt: EpochMs;
  /** True if a window of this browser shows it. */
  readonly isShown: boolean;
}

/** Actions on kept missions. Failures show a toast. */
export interface KeptMissionActions {
  /** Reads the list again, because other windows change it. */
  refresh(): Promise<void>;
  /** Replaces this window's mission by a kept one, or joins it if another window shows it. */
  continueMission(id: MissionId): Promise<void>;
  remove(ids: readonly MissionId[]): Promise<void>;
}

/** `undefined` until its code is loaded. */
export const keptMissionActionsAtom = atom<KeptMissionActions | undefined>(undefined);

/** Newest first. */
export const keptMissionsAtom = atom<readonly KeptMission[]>([]);

/** The newest one when this window opened, until it is used, dismissed or deleted. */
export const offeredMissionAtom = atom<MissionId | undefined>(undefined);

/** Mission to offer: none if the page has joined one. */
export const offerAtom = atom((get): KeptMission | undefined => {
  const id = get(offeredMissionAtom);
  const isNew = get(hasJoinedAtom) === false && get(sliceAtoms.consoles)?.missionId !== id;
  return id === undefined || !isNew ? undefined : get(keptMissionsAtom).find((mission) => mission.id === id);
});

/** The newest kept mission that can be continued here, or joined if another window shows it. */
export const continuableAtom = atom((get): KeptMission | undefined => {
  const own = get(sliceAtoms.consoles)?.missionId;
  return get(keptMissionsAtom).find(({ id, isDamaged }) => id !== own && !isDamaged);
});
