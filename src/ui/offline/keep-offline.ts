import type { Workbox } from 'workbox-window';
import { MS_PER_H } from '../../shared/units.ts';
import type { NewVersion } from './new-version.ts';

interface Effects {
  every(periodMs: number, callback: () => void): void;
  isOnline(): boolean;
  reloadPage(): void;
  onNewVersion(version: NewVersion): void;
}

/** A wall stays open for days, and nothing else would look for a new version. */
const LOOK_PERIOD_MS = MS_PER_H;

/**
 * Has the service worker keep this build for when there is no network. A newer one is installed beside it and waits:
 * the mission lives in this page's memory only, so a desk asks first, and a wall takes it between two scenes.
 */
export async function keepOffline(
  workbox: Pick<Workbox, 'addEventListener' | 'messageSkipWaiting' | 'register' | 'update'>,
  { every, isOnline, reloadPage, onNewVersion }: Effects,
): Promise<void> {
  let isAsked = false;
  const takeOver = (): void => {
    isAsked = true;
    workbox.messageSkipWaiting();
  };
  workbox.addEventListener('waiting', () => onNewVersion({ reload: takeOver }));
  const handleTakenOver = (): void => {
    if (isAsked) reloadPage();
    else onNewVersion({ reload: reloadPage }); // another window has let it in
  };
  workbox.addEventListener('controlling', handleTakenOver);
  // On its first visit a page is under no control: a new version need not wait there, and takes no control either.
  workbox.addEventListener('activated', ({ isUpdate, isExternal }) => {
    if (isUpdate || isExternal) handleTakenOver();
  });
  await workbox.register();
  every(LOOK_PERIOD_MS, () => {
    // Without a network the browser would only log an error.
    if (isOnline()) workbox.update().catch(() => undefined);
  });
}
