import { atom } from 'jotai';
import { MS_PER_H } from '../../../shared/kit/units.ts';
import { formatAge, formatUtcTimeFrom } from '../../kit/format.ts';
import { isLinkLostAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { utcSecondAtom } from '../../mission/time/shown-time.ts';

/** Crews change a few times a year, and the service is rarely called: only an older list counts as old. */
const OLD_LIST_MS = 2 * MS_PER_H;

const listAtom = atom((get) => {
  const call = get(sliceAtoms.realData)?.calls.astronauts;
  const now = get(utcSecondAtom);
  const time = call?.dataTime ?? call?.lastSuccess;
  return call?.status === 'ready' && time !== undefined && now !== undefined
    ? { call, time, now }
    : undefined;
});

/** `Open Notify, 12:00:05 UTC` */
export const listTimeAtom = atom((get): string | undefined => {
  const list = get(listAtom);
  if (!list) return undefined;
  const time = `${formatUtcTimeFrom(list.time, list.now)} UTC`;
  return list.call.source ? `${list.call.source}, ${time}` : time;
});

/** Reason why the list is out of date, and its age; `undefined` while fresh. */
export const listAgeAtom = atom((get): string | undefined => {
  const list = get(listAtom);
  if (!list) return undefined;
  const { call, time, now } = list;
  const age = formatAge(now - time);
  if (get(isLinkLostAtom)) return `Last known list, ${age} old: link to the simulation lost.`;
  if (call.error !== undefined) return `Stale list, ${age} old: ${call.error}`;
  return now - time > OLD_LIST_MS ? `Stale list, ${age} old.` : undefined;
});
