import { atom } from 'jotai';
import type { Keeping } from '../../../shared/contract/durable-log.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { formatUtcDate, formatUtcMinute } from '../../kit/format.ts';
import { keepingAtom, losesBranchesAtom, roomAtom, wallSecondAtom } from '../../mission/link/atoms.ts';
import { continuableAtom, type KeptMission } from './atoms.ts';

const ENDINGS: Readonly<Record<Keeping['status'], string>> = {
  on: 'it is kept.',
  other: 'another window keeps it.',
  starting: 'it may not be kept: the database has not answered yet.',
  waiting: 'it is not kept: nothing has been done in it yet.',
  off: 'it is not kept, because keeping missions is switched off.',
  stopped: 'it is not kept.',
};

/** True if branches end with the mission of this window. The window that keeps the mission keeps its own branches, too. */
const endsBranchesAtom = atom((get) => get(losesBranchesAtom) && get(keepingAtom).status !== 'on');

/** States what happens to this window's mission when another one replaces it, for confirmation. */
export const replacementTextAtom = atom((get) => {
  const ending = get(roomAtom)
    ? 'This window leaves the shared mission, which goes on without it.'
    : `The mission of this window ends; ${ENDINGS[get(keepingAtom).status]}`;
  return get(endsBranchesAtom) ? `${ending} The branches of this window are lost.` : ending;
});

const UNKEPT: readonly Keeping['status'][] = ['starting', 'off', 'stopped'];

/** True if another mission may replace that of this window only after a question, because something is lost. */
export const losesMissionAtom = atom(
  (get) => get(endsBranchesAtom) || UNKEPT.includes(get(keepingAtom).status),
);

/** `12:40`, or `2026-11-20 12:40` on another day. */
export function minuteText(time: EpochMs, now: EpochMs): string {
  const date = formatUtcDate(time);
  return `${date === formatUtcDate(now) ? '' : `${date} `}${formatUtcMinute(time)}`;
}

/** `mission of 12:40` */
export const missionName = (startTime: EpochMs, now: EpochMs): string =>
  `mission of ${minuteText(startTime, now)}`;

/** Word for taking up a kept mission. */
export const takeUpWord = ({ isShown }: Pick<KeptMission, 'isShown'>): string =>
  isShown ? 'Join' : 'Continue';

/**
 * Asks whether a kept mission should replace that of this window.
 * @param replaced states what happens to that
 */
export const takeUpQuestion = (mission: KeptMission, name: string, replaced: string) => {
  const word = takeUpWord(mission);
  return {
    title: `${word} the ${name}?`,
    text: `${mission.isShown ? 'Another window shows it.' : 'The time since then is simulated.'} ${replaced}`,
    word,
  };
};

/** Name of the newest kept mission that can be continued or joined here. */
export const continuableNameAtom = atom((get) => {
  const mission = get(continuableAtom);
  const now = get(wallSecondAtom);
  return mission && now !== undefined ? missionName(mission.startTime, now) : undefined;
});
