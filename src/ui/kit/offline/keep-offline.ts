import type { Workbox } from 'workbox-window';
import { MS_PER_H } from '../../../shared/kit/units.ts';
import type { NewVersion } from './new-version.ts';

interface OfflineEffects {
  every(periodMs: number, callback: () => void): void;
  isOnline(): boolean;
  reloadPage(): void;
  onNewVersion(version: NewVersion): void;
}

/** Period of update checks: a wall stays open for days without any other. */
const LOOK_PERIOD_MS = MS_PER_H;

/**
 * Lets the service worker cache this build for offline use. A newer build is installed beside it and waits:
 * the mission exists only in this page's memory, so a desk asks first, and a wall switches between two
 * scenes.
 */
export async function keepOffline(
  workbox: Pick<Workbox, 'addEventListener' | 'messageSkipWaiting' | 'register' | 'update'>,
  { every, isOnline, reloadPage, onNewVersion }: OfflineEffects,
): Promise<void> {
  let isAsked = false;
  const takeOver = (): void => {
    isAsked = true;
    workbox.messageSkipWaiting();
  };
  workbox.addEventListener('waiting', () => onNewVersion({ reload: takeOver }));
  const handleTakenOver = (): void => {
    if (isAsked) reloadPage();
    else onNewVersion({ reload: reloadPage }); // activated by another window
  };
  workbox.addEventListener('controlling', handleTakenOver);
  // A page is uncontrolled on its first visit: a new version neither waits there nor takes control.
  workbox.addEventListener('activated', ({ isUpdate, isExternal }) => {
    if (isUpdate || isExternal) handleTakenOver();
  });
  await workbox.register();
  every(LOOK_PERIOD_MS, () => {
    // Offline, the browser would only log an error.
    if (isOnline()) workbox.update().catch(() => undefined);
  });
}
