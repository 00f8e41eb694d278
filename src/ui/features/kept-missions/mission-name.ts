import { atom } from 'jotai';
import type { Keeping } from '../../../shared/contract/durable-log.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { formatUtcDate, formatUtcMinute } from '../../kit/format.ts';
import { keepingAtom, roomAtom, wallSecondAtom } from '../../mission/link/atoms.ts';
import { continuableAtom, type KeptMission } from './atoms.ts';

const ENDINGS: Readonly<Record<Keeping['status'], string>> = {
  on: 'it is kept.',
  other: 'another window keeps it.',
  starting: 'it is not kept: nothing has been done in it yet.',
  waiting: 'it is not kept: nothing has been done in it yet.',
  off: 'it is not kept, because keeping missions is switched off.',
  stopped: 'it is not kept.',
};

/** States what happens to this window's mission when another one replaces it, for confirmation. */
export const replacementTextAtom = atom((get) =>
  get(roomAtom)
    ? 'This window leaves the shared mission, which goes on without it.'
    : `The mission of this window ends; ${ENDINGS[get(keepingAtom).status]}`,
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

/** Name of the newest kept mission that can be continued or joined here. */
export const continuableNameAtom = atom((get) => {
  const mission = get(continuableAtom);
  const now = get(wallSecondAtom);
  return mission && now !== undefined ? missionName(mission.startTime, now) : undefined;
});
