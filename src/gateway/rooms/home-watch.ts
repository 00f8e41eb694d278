import type { Clock } from '../../shared/kit/clock.ts';
import { type AccessWatch, createAccessWatch } from '../access-watch.ts';
import type { Log, LogLine } from '../effects.ts';
import type { RoomHome } from './home.ts';

/** Notes whether the home of the rooms works, and writes to the log. */
export interface HomeWatch extends Pick<AccessWatch, 'failed' | 'isFailing'> {
  /** Writes a line to the log. */
  say(line: LogLine): void;
}

/** Watches a home. Returns it with every access noted. */
export function watchHome(
  home: RoomHome,
  clock: Clock,
  log: Log,
  onFailure: () => void,
): { readonly home: RoomHome; readonly watch: HomeWatch } {
  const say = (line: LogLine): void =>
    log({ time: new Date(clock.now()).toISOString(), event: 'rooms', ...line });
  const watch = createAccessWatch(clock, (error) => say({ what: 'the home fails', error }), onFailure);
  const { noted } = watch;
  return {
    watch: { failed: watch.failed, isFailing: watch.isFailing, say },
    home: {
      create: (head, snapshot) => noted(home.create(head, snapshot)),
      head: (id) => noted(home.head(id)),
      renew: (id, digests) => noted(home.renew(id, digests)),
      append: (id, entry) => noted(home.append(id, entry)),
      since: (id, n) => noted(home.since(id, n)),
      snapshot: (id) => noted(home.snapshot(id)),
      keepSnapshot: (id, snapshot) => noted(home.keepSnapshot(id, snapshot)),
      subscribe: (id, listener, onLost) => home.subscribe(id, listener, onLost),
      drop: (id) => noted(home.drop(id)),
      rooms: () => noted(home.rooms()),
      close: () => home.close(),
    },
  };
}
