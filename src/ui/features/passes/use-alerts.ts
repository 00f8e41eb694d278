import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useEffect } from 'react';
import type { Place } from '../../../shared/entities/place.ts';
import { missionSecondAtom } from '../../mission/link/atoms.ts';
import { timeKindAtom } from '../../mission/time/shown-time.ts';
import { followList, toggleAlert } from './alerts.ts';
import { alertControlAtom, isListChosenAtom, passFilterAtom } from './atoms.ts';
import type { ListedPass, PassFilter } from './pass-filter.ts';
import { areAlertsWantedAtom } from './wanted-alerts.ts';

/** Loads the notification code and updates the alerts with the list. @param isDone the list is complete */
export function useAlertsOfList(
  listed: readonly ListedPass[],
  filter: PassFilter,
  place: Place | undefined,
  isDone: boolean,
): void {
  const store = useStore();
  const control = useAtomValue(alertControlAtom);
  const isForAll = useAtomValue(isListChosenAtom);
  const setWanted = useSetAtom(areAlertsWantedAtom);
  useEffect(() => setWanted(true), [setWanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking for every pass is a trigger
  useEffect(() => {
    const now = store.get(missionSecondAtom);
    // Requested notifications wait for UTC: at another time they would seem to be over.
    if (!isDone || !place || now === undefined || store.get(timeKindAtom) !== undefined) return;
    control?.change((alerts) => followList(alerts, listed, filter, place, now));
  }, [store, control, listed, filter, place, isDone, isForAll]);
}

/** Toggles the notification before a pass, and asks for the permission. */
export function useToggleAlert(place: Place): (pass: ListedPass) => void {
  const control = useAtomValue(alertControlAtom);
  const filter = useAtomValue(passFilterAtom);
  return (pass) => {
    control?.change((alerts) => toggleAlert(alerts, pass, filter, place));
    void control?.ask();
  };
}
