import type { Workbox } from 'workbox-window';
import { MS_PER_H } from '../../../shared/kit/units.ts';
import type { NewVersion } from './new-version.ts';

interface OfflineEffects {
  every(periodMs: number, callback: () => void): void;
  isOnline(): boolean;
  reloadPage(): void;
  onNewVersion(version: NewVersion): void;
}

/** A wall stays open for days without other checks for a new version. */
const LOOK_PERIOD_MS = MS_PER_H;

/**
 * Has the service worker cache this build for offline use. A newer one is installed beside it and waits: the
 * mission is in this page's memory only, so a desk asks first, and a wall switches between two scenes.
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
  // On its first visit a page is not controlled: a new version neither waits there nor takes control.
  workbox.addEventListener('activated', ({ isUpdate, isExternal }) => {
    if (isUpdate || isExternal) handleTakenOver();
  });
  await workbox.register();
  every(LOOK_PERIOD_MS, () => {
    // Offline, the browser would only log an error.
    if (isOnline()) workbox.update().catch(() => undefined);
  });
}
