import { keptAtom } from '../../kit/page/kept-atom.ts';
import type { Toast } from '../../kit/toasts/announce.ts';
import { missionSecondAtom, type Store, sliceAtoms } from '../../mission/link/atoms.ts';
import { timeKindAtom } from '../../mission/time/shown-time.ts';
import { type Alert, dueAlerts, notifyOnce, readNotified } from './alerts.ts';
import {
  type AlertPermission,
  alertControlAtom,
  alertPermissionAtom,
  alertsAtom,
  alertsKeepFailureAtom,
  passFilterAtom,
} from './atoms.ts';
import { FIRST_FILTER } from './pass-filter.ts';
import { noticeText } from './pass-text.ts';

/** Browser functions for notifications; absent if unsupported. */
export interface Notifier {
  permission(): NotificationPermission;
  requestPermission(): Promise<NotificationPermission>;
  /** @throws TypeError if only a service worker may notify */
  show(title: string, text: string, tag: string): void;
}

/** Passes already notified, in any window. */
const notifiedAtom = keptAtom('orbita.pass-alerts-told', {
  read: readNotified,
  failureAtom: alertsKeepFailureAtom,
});

export interface AlertEffects {
  readonly store: Store;
  readonly notifier: Notifier | undefined;
  /** Runs something in one window at a time. */
  alone(run: () => void): Promise<void>;
  announce(toast: Toast): void;
  /** True if a toast of this window would be seen now: not on a wall or in the background. */
  canAnnounce(): boolean;
}

/**
 * Notifies of requested passes, once per browser, while a window has the page open and shows the mission in
 * step with UTC.
 */
export function startAlerts(effects: AlertEffects): void {
  const { store, notifier, alone, announce, canAnnounce } = effects;
  const permission = (): AlertPermission => notifier?.permission() ?? 'unavailable';
  /** Alerts in progress, until this window has its turn. */
  const waiting = new Set<string>();

  const notify = (alert: Alert): void => {
    const now = store.get(missionSecondAtom) ?? alert.aos;
    const text = noticeText(alert, now);
    if (permission() === 'granted') {
      try {
        notifier?.show(`${alert.satellite} pass`, text, alert.uid);
        return;
      } catch {
        // The page shows a message instead.
      }
    }
    announce({ id: alert.uid, level: 'info', text: `${alert.satellite} ${text}` });
  };

  const notifyDue = (): void => {
    const now = store.get(missionSecondAtom);
    // Without a transport nothing is shown yet; in a replay, a branch and simulated time nothing is due.
    if (now === undefined || !store.get(sliceAtoms.transport) || store.get(timeKindAtom) !== undefined)
      return;
    const notified = store.get(notifiedAtom);
    const due = dueAlerts(store.get(alertsAtom), now).filter(
      ({ uid }) => !waiting.has(uid) && notified[uid] === undefined,
    );
    if (due.length === 0) return;
    // Otherwise another window notifies, or this one once it is shown.
    if (permission() !== 'granted' && !canAnnounce()) return;
    for (const { uid } of due) waiting.add(uid);
    void alone(() => {
      let fresh: readonly Alert[] = [];
      store.set(notifiedAtom, (held) => {
        const next = notifyOnce(held, due, now);
        ({ fresh } = next);
        return next.notified;
      });
      for (const alert of fresh) notify(alert);
    }).finally(() => {
      for (const { uid } of due) waiting.delete(uid);
    });
  };

  // A visit begins with the filter of the list whose passes get an alert, which continues if its place is that of the visit.
  const { list } = store.get(alertsAtom);
  if (list) store.set(passFilterAtom, (filter) => (filter === FIRST_FILTER ? list.filter : filter));
  store.set(alertPermissionAtom, permission());
  // Follows other windows even without the card.
  store.sub(alertsAtom, () => {});
  store.set(alertControlAtom, {
    change: (next) => store.set(alertsAtom, next),
    async ask() {
      if (notifier && permission() === 'default') {
        // An old browser may refuse with an error.
        await notifier.requestPermission().catch(() => undefined);
      }
      store.set(alertPermissionAtom, permission());
    },
  });
  store.sub(missionSecondAtom, notifyDue);
}
