import type { Toast } from '../kit/toasts/announce.ts';
import { missionSecondAtom, type Store, sliceAtoms } from '../mission/atoms.ts';
import { timeKindAtom } from '../time/shown-time.ts';
import { type Alert, dueAlerts, readAlerts, readTold, tellOnce } from './alerts.ts';
import {
  type AlertPermission,
  alertControlAtom,
  alertPermissionAtom,
  alertsAtom,
  alertsKeepFailureAtom,
} from './atoms.ts';
import { ALERTS_KEY, TOLD_KEY } from './has-kept-alerts.ts';
import { noticeText } from './pass-text.ts';

/** What the browser has for notifications; absent where it has none. */
export interface Notifier {
  permission(): NotificationPermission;
  requestPermission(): Promise<NotificationPermission>;
  /** @throws TypeError where only a service worker may notify */
  show(title: string, text: string, tag: string): void;
}

export interface AlertEffects {
  readonly store: Store;
  readonly notifier: Notifier | undefined;
  /** The browser's storage. @throws DOMException where it is blocked */
  storage(): Storage;
  /** Calls back when another window has changed the storage. */
  onStorage(callback: (event: Pick<StorageEvent, 'key' | 'newValue'>) => void): void;
  /** Runs something in one window at a time. */
  alone(run: () => void): Promise<void>;
  announce(toast: Toast): void;
}

/**
 * Notifies of the passes that somebody asked for, once in this browser: while a window has the page open, and shows the
 * mission in step with UTC.
 */
export function startAlerts(effects: AlertEffects): void {
  const { store, notifier, storage, onStorage, alone, announce } = effects;
  const permission = (): AlertPermission => notifier?.permission() ?? 'unavailable';
  /** What this window has told, where the storage is blocked. */
  let told: ReturnType<typeof readTold> = {};
  /** What is being told, until a window has the turn. */
  const waiting = new Set<string>();

  const stored = (key: string): string | null => {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  };
  const keep = (key: string, value: unknown): void => {
    try {
      storage().setItem(key, JSON.stringify(value));
      store.set(alertsKeepFailureAtom, undefined);
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
      store.set(alertsKeepFailureAtom, isFull ? 'its storage is full' : 'it blocks storage for this page');
    }
  };

  const notify = (alert: Alert): void => {
    const now = store.get(missionSecondAtom) ?? alert.aos;
    const text = noticeText(alert, now);
    if (permission() === 'granted') {
      try {
        notifier?.show(`${alert.satellite} pass`, text, alert.uid);
        return;
      } catch {
        // The page says it instead.
      }
    }
    announce({ id: alert.uid, level: 'info', text: `${alert.satellite} ${text}` });
  };

  const tell = (): void => {
    const now = store.get(missionSecondAtom);
    // Without a transport nothing is shown yet; in a replay, a branch and simulated time nothing is due.
    if (now === undefined || !store.get(sliceAtoms.transport) || store.get(timeKindAtom) !== undefined)
      return;
    const due = dueAlerts(store.get(alertsAtom), now).filter(
      ({ uid }) => !waiting.has(uid) && told[uid] === undefined,
    );
    if (due.length === 0) return;
    for (const { uid } of due) waiting.add(uid);
    void alone(() => {
      const next = tellOnce({ ...told, ...readTold(stored(TOLD_KEY)) }, due, now);
      told = next.told;
      keep(TOLD_KEY, told);
      for (const alert of next.fresh) notify(alert);
    }).finally(() => {
      for (const { uid } of due) waiting.delete(uid);
    });
  };

  store.set(alertPermissionAtom, permission());
  store.set(alertsAtom, readAlerts(stored(ALERTS_KEY)));
  onStorage(({ key, newValue }) => {
    if (key === ALERTS_KEY || key === null) store.set(alertsAtom, readAlerts(newValue));
  });
  store.set(alertControlAtom, {
    change(next) {
      const before = store.get(alertsAtom);
      const after = next(before);
      if (after === before) return;
      store.set(alertsAtom, after);
      keep(ALERTS_KEY, after);
    },
    async ask() {
      if (notifier && permission() === 'default') {
        // An old browser may refuse with an error.
        await notifier.requestPermission().catch(() => undefined);
      }
      store.set(alertPermissionAtom, permission());
    },
  });
  store.sub(missionSecondAtom, tell);
}
