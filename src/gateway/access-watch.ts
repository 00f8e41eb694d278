import type { Clock } from '../shared/kit/clock.ts';
import { MS_PER_MIN } from '../shared/kit/units.ts';

/** Notes whether the accesses to a store succeed. */
export interface AccessWatch {
  /** Passes on the result of an access, and notes it. */
  noted<T>(access: Promise<T>): Promise<T>;
  /** Notes a failure; one that has been noted before does not count again. */
  failed(error: unknown): void;
  /** True if the last access has failed. */
  isFailing(): boolean;
}

/** @param say reports a failure in words, once a minute at most */
export function createAccessWatch(
  clock: Clock,
  say: (error: string) => void,
  onFailure: () => void = () => undefined,
): AccessWatch {
  const known = new WeakSet<object>();
  let isFailing = false;
  let saidAt = Number.NEGATIVE_INFINITY;

  function failed(error: unknown): void {
    if (error instanceof Error) {
      if (known.has(error)) return;
      known.add(error);
    }
    isFailing = true;
    onFailure();
    if (Math.abs(clock.now() - saidAt) < MS_PER_MIN) return;
    saidAt = clock.now();
    say(error instanceof Error ? error.message : String(error));
  }

  return {
    async noted(access) {
      try {
        const value = await access;
        isFailing = false;
        return value;
      } catch (error) {
        failed(error);
        throw error;
      }
    },
    failed,
    isFailing: () => isFailing,
  };
}
