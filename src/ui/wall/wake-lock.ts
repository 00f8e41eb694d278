import { MS_PER_MIN } from '../../shared/kit/units.ts';

/** A wake lock of the browser. */
export interface WakeLock {
  release(): Promise<void>;
  addEventListener(type: 'release', listener: () => void): void;
}

export interface WakeLockEffects {
  /** Rejects if the browser does not support or allow it. */
  requestWakeLock(): Promise<WakeLock>;
  /** Calls back once; returns a function that cancels it. */
  after(delayMs: number, callback: () => void): () => void;
}

/** Delay of the next request after a refusal or a release. */
export const ASK_AGAIN_MS = MS_PER_MIN;

/**
 * Keeps the screen on while the page is in the foreground: requests the lock then, and again after a refusal or a
 * release. Returns a function that stops it.
 */
export function keepAwake(page: Document, { requestWakeLock, after }: WakeLockEffects): () => void {
  let held: WakeLock | undefined;
  let isAsking = false;
  let isOver = false;
  let callOff: (() => void) | undefined;

  const askLater = (): void => {
    callOff?.();
    if (!isOver) callOff = after(ASK_AGAIN_MS, ask);
  };

  function keep(lock: WakeLock): void {
    if (isOver) {
      lock.release().catch(() => undefined);
      return;
    }
    held = lock;
    lock.addEventListener('release', () => {
      held = undefined;
      askLater();
    });
  }

  function ask(): void {
    if (isOver || isAsking || held || page.hidden) return;
    isAsking = true;
    requestWakeLock().then(
      (lock) => {
        isAsking = false;
        keep(lock);
      },
      () => {
        isAsking = false;
        askLater();
      },
    );
  }

  page.addEventListener('visibilitychange', ask);
  ask();
  return () => {
    isOver = true;
    page.removeEventListener('visibilitychange', ask);
    callOff?.();
    held?.release().catch(() => undefined);
  };
}
