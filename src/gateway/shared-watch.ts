import type { Clock } from '../shared/kit/clock.ts';
import { createAccessWatch } from './access-watch.ts';
import type { Log, SharedStore } from './effects.ts';
import type { SharedHealth } from './health.ts';

/** A shared store, and whether it can be reached. */
export interface WatchedStore extends SharedStore {
  health(): SharedHealth;
}

/** Notes whether the accesses to a shared store succeed. The log says once a minute at most that they do not. */
export function watchShared(store: SharedStore, clock: Clock, log: Log): WatchedStore {
  const { noted, isFailing } = createAccessWatch(clock, (error) =>
    log({
      time: new Date(clock.now()).toISOString(),
      event: 'shared',
      what: 'the other servers cannot be asked: this one calls the services for itself',
      error,
    }),
  );

  return {
    text(name) {
      const text = store.text(name);
      return {
        read: (known) => noted(text.read(known)),
        replace: (next, version) => noted(text.replace(next, version)),
        onReturn: text.onReturn,
      };
    },
    health: () => ({ state: isFailing() ? 'failing' : 'ok' }),
  };
}
