import type { Remote } from 'comlink';
import {
  CONSOLE_CONTROL_NAMES,
  type ConsoleControl,
  type RemoteConsoleControl,
} from '../../shared/consoles.ts';
import {
  NETWORK_CONTROL_NAMES,
  type NetworkControl,
  type RemoteNetworkControl,
} from '../../shared/network.ts';
import { type Outcome, refused } from '../../shared/operations.ts';
import { PLACES_CONTROL_NAMES, type PlacesControl, type RemotePlacesControl } from '../../shared/places.ts';
import { type RemoteTimeControl, TIME_CONTROL_NAMES, type TimeControl } from '../../shared/time-control.ts';

const NAMES = [
  ...TIME_CONTROL_NAMES,
  ...CONSOLE_CONTROL_NAMES,
  ...NETWORK_CONTROL_NAMES,
  ...PLACES_CONTROL_NAMES,
] as const;
type Control = Remote<
  Pick<TimeControl & ConsoleControl & NetworkControl & PlacesControl, (typeof NAMES)[number]>
>;
type RemoteControl = RemoteTimeControl & RemoteConsoleControl & RemoteNetworkControl & RemotePlacesControl;

/** Calls to the session, of its time, its console, its ground network and its places. They are not repeated when a worker is lost. */
export interface SessionRequests {
  readonly control: RemoteControl;
  /** A session is available. */
  connect(control: Control): void;
  /** The session is lost: what it has not answered is refused. */
  lose(): void;
}

const LOST = refused('The simulation is restarting. Try again in a moment.');

export function createSessionRequests(): SessionRequests {
  const pending = new Set<(outcome: Outcome<never>) => void>();
  let session: Control | undefined;

  const call = (name: (typeof NAMES)[number], input: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve) => {
      if (!session) {
        resolve(LOST);
        return;
      }
      const answer = session[name] as (...input: readonly unknown[]) => Promise<unknown>;
      pending.add(resolve);
      answer(...input)
        .then(resolve, (error: unknown) => resolve(refused(`The request failed: ${String(error)}`)))
        .finally(() => pending.delete(resolve));
    });

  return {
    control: Object.fromEntries(
      NAMES.map((name) => [name, (...input: readonly unknown[]) => call(name, input)]),
    ) as unknown as RemoteControl,
    connect(connected) {
      session = connected;
    },
    lose() {
      session = undefined;
      for (const resolve of pending) resolve(LOST);
      pending.clear();
    },
  };
}
