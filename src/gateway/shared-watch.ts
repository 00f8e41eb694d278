import type { Clock } from '../shared/kit/clock.ts';
import { MS_PER_MIN } from '../shared/kit/units.ts';
import type { Log, SharedStore } from './effects.ts';
import type { SharedHealth } from './health.ts';

/** A shared store, and whether it can be reached. */
export interface WatchedStore extends SharedStore {
  health(): SharedHealth;
}

/** Notes whether the accesses to a shared store succeed. The log says once a minute at most that they do not. */
export function watchShared(store: SharedStore, clock: Clock, log: Log): WatchedStore {
  let isFailing = false;
  let loggedAt = Number.NEGATIVE_INFINITY;

  function failed(error: unknown): void {
    isFailing = true;
    const now = clock.now();
    if (Math.abs(now - loggedAt) < MS_PER_MIN) return;
    loggedAt = now;
    log({
      time: new Date(now).toISOString(),
      event: 'shared',
      what: 'the other servers cannot be asked: this one calls the services for itself',
      error: error instanceof Error ? error.message : String(error),
    });
  }

  async function noted<T>(access: Promise<T>): Promise<T> {
    try {
      const value = await access;
      isFailing = false;
      return value;
    } catch (error) {
      failed(error);
      throw error;
    }
  }

  return {
    text(name) {
      const text = store.text(name);
      return {
        read: (known) => noted(text.read(known)),
        replace: (next, version) => noted(text.replace(next, version)),
        onReturn: text.onReturn,
      };
    },
    health: () => ({ state: isFailing ? 'failing' : 'ok' }),
  };
}
