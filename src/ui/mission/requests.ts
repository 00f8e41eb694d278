import type { Remote } from 'comlink';
import type { MissionControl } from '../../shared/mission-control.ts';
import {
  OPERATION_NAMES,
  type Outcome,
  type RemoteOperations,
  type RequestId,
  refused,
} from '../../shared/operations.ts';

type OperationName = (typeof OPERATION_NAMES)[number];
type Control = Pick<Remote<MissionControl>, OperationName>;

interface Request {
  readonly id: RequestId;
  /** Makes the request of a mission, each time with the same id. */
  ask(control: Control): Promise<Outcome<unknown>>;
  blend(outcome: Outcome<unknown>): void;
  /** Whether the present mission has been asked. */
  isAsked: boolean;
  /** What the present mission answered. */
  outcome: Outcome<unknown> | undefined;
  /** Whether an update that holds its effect has arrived. */
  isHandled: boolean;
  /** Whether a mission was lost while this request was under way there. */
  isSuspect: boolean;
  /** How many missions were lost while they had this request alone to handle. */
  losses: number;
}

/** The requests that are under way, across as many workers as it takes. */
export interface Requests {
  readonly operations: RemoteOperations;
  /** A mission can be reached: whatever has not come to its end is asked of it (again). */
  connect(control: Control): void;
  /** The mission is lost. Answers whether it had requests to handle, one of which may be what ended it. */
  lose(): boolean;
  /** Nothing more is asked. */
  end(): void;
  /** The effects of these requests have arrived. */
  receive(handled: readonly RequestId[]): void;
}

/** A request is given up when so many missions in a row were lost while they had nothing else to handle. */
const MOST_LOSSES = 3;
const GIVEN_UP = refused(
  'The mission stopped responding three times while it handled this request. The request was not carried out.',
);

/**
 * A request has come to its end when it was refused, or when it was accepted and its effect has arrived: from then on
 * the effect is part of what a new worker is started with. Before that it is made again, and the mission, which knows
 * its id, does it once.
 *
 * A request may be what ends one mission after the other. Those that were under way when a mission was lost are
 * suspects: they are made again one at a time, the least suspected first, and everything else waits for them. So others
 * are carried out, and only the request that was alone each time is given up.
 */
export function createRequests(newRequestId: () => RequestId): Requests {
  const underWay = new Map<RequestId, Request>();
  let control: Control | undefined;

  function blend(request: Request, outcome: Outcome<unknown>): void {
    underWay.delete(request.id);
    request.blend(outcome);
  }

  function endTransitionIfDone(request: Request): void {
    const { outcome, isHandled } = request;
    if (!outcome || (outcome.ok && !isHandled)) return;
    blend(request, outcome);
    askNext();
  }

  function ask(request: Request, receiver: Control): void {
    request.isAsked = true;
    request.ask(receiver).then(
      (outcome) => {
        if (receiver !== control) return; // it is asked again, and may then be answered otherwise
        request.outcome = outcome;
        endTransitionIfDone(request);
      },
      (error: unknown) => {
        // A mission that is lost is replaced, and asked again; one that is still there has broken over the request.
        if (receiver !== control) return;
        request.outcome = refused(`The mission could not do this: ${String(error)}`);
        endTransitionIfDone(request);
      },
    );
  }

  /** Makes the requests that may be made now: all of them, or while there are suspects one of these. */
  function askNext(): void {
    if (!control) return;
    const requests = [...underWay.values()];
    const suspects = requests.filter(({ isSuspect }) => isSuspect);
    if (suspects.length === 0) {
      for (const request of requests) if (!request.isAsked) ask(request, control);
    } else if (!requests.some(({ isAsked }) => isAsked)) {
      const [least] = suspects.toSorted((a, b) => a.losses - b.losses);
      if (least) ask(least, control);
    }
  }

  function operate(name: OperationName, input: unknown): Promise<Outcome<unknown>> {
    return new Promise((resolve) => {
      const id = newRequestId();
      underWay.set(id, {
        id,
        ask: async (receiver) => await receiver[name](input as never, id),
        blend: resolve,
        isAsked: false,
        outcome: undefined,
        isHandled: false,
        isSuspect: false,
        losses: 0,
      });
      askNext();
    });
  }

  return {
    operations: Object.fromEntries(
      OPERATION_NAMES.map((name) => [name, (input: unknown) => operate(name, input)]),
    ) as unknown as RemoteOperations,
    connect(connected) {
      control = connected;
      askNext();
    },
    lose() {
      control = undefined;
      const asked = [...underWay.values()].filter(({ isAsked }) => isAsked);
      for (const request of asked) {
        request.isAsked = false;
        request.outcome = undefined;
      }
      // The mission had got over those whose effect has arrived.
      const suspects = asked.filter(({ isHandled }) => !isHandled);
      for (const request of suspects) request.isSuspect = true;
      const [only, ...others] = suspects;
      if (only && others.length === 0) {
        only.losses += 1;
        if (only.losses >= MOST_LOSSES) blend(only, GIVEN_UP);
      }
      return suspects.length > 0;
    },
    end() {
      control = undefined;
    },
    receive(handled) {
      for (const id of handled) {
        const request = underWay.get(id);
        if (!request) continue;
        request.isHandled = true;
        endTransitionIfDone(request);
      }
    },
  };
}
