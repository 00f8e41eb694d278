import { atom } from 'jotai';
import { keptAtom } from '../../kit/page/kept-atom.ts';
import { seenFromAtom } from '../../mission/fleet/places.ts';
import { timeKindAtom } from '../../mission/time/shown-time.ts';
import { type Alerts, isSameList, type PassList, readAlerts } from './alerts.ts';
import { FIRST_FILTER, type PassFilter } from './pass-filter.ts';
import { ALERTS_KEY } from './wanted-alerts.ts';

export const passFilterAtom = atom<PassFilter>(FIRST_FILTER);

/** Permission to show notifications; `default` until the user has been asked. */
export type AlertPermission = NotificationPermission | 'unavailable';
export const alertPermissionAtom = atom<AlertPermission>('default');

/** Reason why the alerts are not kept in this browser: a clause without a full stop. */
export const alertsKeepFailureAtom = atom<string | undefined>(undefined);

/** Requested notifications. */
export const alertsAtom = keptAtom(ALERTS_KEY, { read: readAlerts, failureAtom: alertsKeepFailureAtom });

/** The shown list; `undefined` until there is a place. */
export const shownListAtom = atom((get): PassList | undefined => {
  const place = get(seenFromAtom);
  return place && { filter: get(passFilterAtom), place: place.id };
});

/** True if an alert was requested for every pass of the shown list. */
export const isListChosenAtom = atom((get) => {
  const list = get(shownListAtom);
  return list !== undefined && isSameList(list, get(alertsAtom).list);
});

/**
 * True while every pass of the shown list gets an alert. Not at another time than UTC: requested alerts would seem to be
 * over.
 */
export const isListAlertedAtom = atom((get) => get(isListChosenAtom) && get(timeKindAtom) === undefined);

/** Operations on alerts. */
export interface AlertControl {
  /** Changes the alerts in all windows of this browser. */
  change(next: (alerts: Alerts) => Alerts): void;
  /** Asks for permission to notify, unless that is decided. Allowed only during a press. */
  ask(): Promise<void>;
}

/** `undefined` until its code is loaded. */
export const alertControlAtom = atom<AlertControl | undefined>(undefined);
