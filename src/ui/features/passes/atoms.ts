import { atom } from 'jotai';
import { keptAtom } from '../../kit/page/kept-atom.ts';
import { type Alerts, readAlerts } from './alerts.ts';
import { FIRST_FILTER, type PassFilter } from './pass-filter.ts';
import { ALERTS_KEY } from './wanted-alerts.ts';

export const passFilterAtom = atom<PassFilter>(FIRST_FILTER);

/** Whether a browser shows notifications of this page; `default` while it has not been asked. */
export type AlertPermission = NotificationPermission | 'unavailable';
export const alertPermissionAtom = atom<AlertPermission>('default');

/** Why the alerts are not kept in this browser: a clause without a full stop. */
export const alertsKeepFailureAtom = atom<string | undefined>(undefined);

/** What somebody asked to be notified of. */
export const alertsAtom = keptAtom(ALERTS_KEY, { read: readAlerts, failureAtom: alertsKeepFailureAtom });

/** What can be done with alerts. */
export interface AlertControl {
  /** Changes them, in all windows of this browser. */
  change(next: (alerts: Alerts) => Alerts): void;
  /** Asks for the permission to notify, unless that is decided. Only during a press. */
  ask(): Promise<void>;
}

/** `undefined` until its code is loaded. */
export const alertControlAtom = atom<AlertControl | undefined>(undefined);
