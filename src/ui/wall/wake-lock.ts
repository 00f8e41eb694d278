import { MS_PER_MIN } from '../../shared/units.ts';

/** What a browser gives for a screen that is kept on. */
export interface WakeLock {
  release(): Promise<void>;
  addEventListener(type: 'release', listener: () => void): void;
}

export interface WakeLockEffects {
  /** Rejects where the browser does not know it or does not want it. */
  requestWakeLock(): Promise<WakeLock>;
  /** Calls back once; answers how to call it off. */
  after(delayMs: number, callback: () => void): () => void;
}

/** How long after a refusal or a release it is asked for again. */
export const ASK_AGAIN_MS = MS_PER_MIN;

/**
 * Keeps the screen on for as long as the page is in front: asks when it comes there, and again where the browser has
 * refused or taken the lock back. Answers how to let go.
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
