import type { Remote } from 'comlink';
import type { KeptMissions } from '../../../shared/contract/durable-log.ts';
import { type Outcome, type Remotely, refused } from '../../../shared/contract/outcome.ts';
import type { RoomControl } from '../../../shared/contract/room.ts';
import type { SessionControl } from '../../../shared/contract/session-control.ts';

type Calls = SessionControl & KeptMissions & RoomControl;
type Control = Remote<Calls>;

/** Calls to the session besides the operations. They are not repeated when a worker is lost. */
export interface SessionRequests {
  readonly control: Remotely<Calls>;
  /** Connects to a session. */
  connect(control: Control): void;
  /** Refuses calls that the lost session has not answered. */
  lose(): void;
}

const LOST = refused('The simulation is restarting. Try again in a moment.');

export function createSessionRequests(): SessionRequests {
  const pending = new Set<(outcome: Outcome<never>) => void>();
  let session: Control | undefined;

  const call = (name: keyof Calls, input: readonly unknown[]): Promise<unknown> =>
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
    control: new Proxy({} as Remotely<Calls>, {
      get:
        (_, name: keyof Calls) =>
        (...input: readonly unknown[]) =>
          call(name, input),
    }),
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
