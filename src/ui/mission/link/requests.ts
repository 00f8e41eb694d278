import type { Remote } from 'comlink';
import type { MissionControl } from '../../../shared/contract/mission-control.ts';
import type { OperationName, RemoteOperations } from '../../../shared/contract/operations.ts';
import { type Outcome, type RequestId, refused } from '../../../shared/contract/outcome.ts';

type OperationControl = Pick<Remote<MissionControl>, OperationName>;

interface Request {
  readonly id: RequestId;
  /** Sends the request to a mission, each time with the same id. */
  ask(control: OperationControl): Promise<Outcome<unknown>>;
  settle(outcome: Outcome<unknown>): void;
  /** True if it was sent to the current mission. */
  isAsked: boolean;
  /** Answer of the current mission. */
  outcome: Outcome<unknown> | undefined;
  /** True once an update with its effect has arrived. */
  isHandled: boolean;
  /** True if a mission was lost while this request was in progress. */
  isSuspect: boolean;
  /** Number of missions lost while this was their only request. */
  losses: number;
}

/** Requests in progress, across restarts of the worker. */
export interface Requests {
  readonly operations: RemoteOperations;
  /** Connects to a mission: pending requests are sent to it (again). */
  connect(control: OperationControl): void;
  /** Handles the loss of the mission. Returns true if it had requests in progress, one of which may be the cause. */
  lose(): boolean;
  /** Refuses pending requests, because another mission, or another branch of it, replaces theirs. */
  abandon(outcome?: Outcome<unknown>): void;
  /** Stops sending, until connected again. */
  disconnect(): void;
  /** Takes note of requests whose effects have arrived. */
  receive(handled: readonly RequestId[]): void;
}

/** Consecutive missions lost with only this request in progress, after which it is abandoned. */
const MOST_LOSSES = 3;
const GIVEN_UP = refused(
  'The mission stopped responding three times while it handled this request. The request was not carried out.',
);
const REPLACED = refused('Another mission was opened. The request was not carried out.');

/**
 * A request is complete when it was refused, or when it was accepted and its effect has arrived: from then on the
 * effect is part of the state for a new worker. Before that it is repeated, and the mission, which knows its id,
 * runs it once.
 * A request may crash one mission after another. Requests in progress when a mission was lost are suspects: they
 * are repeated one at a time, the least suspected first, and all others wait. Thus the others complete, and only
 * the request that was alone each time is abandoned.
 */
export function createRequests(newRequestId: () => RequestId): Requests {
  const pending = new Map<RequestId, Request>();
  let control: OperationControl | undefined;

  function settle(request: Request, outcome: Outcome<unknown>): void {
    pending.delete(request.id);
    request.settle(outcome);
  }

  function settleIfDone(request: Request): void {
    const { outcome, isHandled } = request;
    if (!outcome || (outcome.ok && !isHandled)) return;
    settle(request, outcome);
    askNext();
  }

  function ask(request: Request, receiver: OperationControl): void {
    request.isAsked = true;
    request.ask(receiver).then(
      (outcome) => {
        if (receiver !== control) return; // it is sent again, and may then get another answer
        request.outcome = outcome;
        settleIfDone(request);
      },
      (error: unknown) => {
        // A lost mission is replaced, and the request repeated; a running mission has failed on the request.
        if (receiver !== control) return;
        request.outcome = refused(`The request failed: ${String(error)}`);
        settleIfDone(request);
      },
    );
  }

  /** Sends the requests that may run now: all of them or, while there are suspects, one of those. */
  function askNext(): void {
    if (!control) return;
    const requests = [...pending.values()];
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
      pending.set(id, {
        id,
        ask: async (receiver) => await receiver[name](input as never, id),
        settle: resolve,
        isAsked: false,
        outcome: undefined,
        isHandled: false,
        isSuspect: false,
        losses: 0,
      });
      askNext();
    });
  }

  /** Returns the requests that had been sent, which are sent again on the next connection. */
  function disconnect(): readonly Request[] {
    control = undefined;
    const asked = [...pending.values()].filter(({ isAsked }) => isAsked);
    for (const request of asked) {
      request.isAsked = false;
      request.outcome = undefined;
    }
    return asked;
  }

  return {
    operations: new Proxy({} as RemoteOperations, {
      get: (_, name: OperationName) => (input: unknown) => operate(name, input),
    }),
    connect(connected) {
      control = connected;
      askNext();
    },
    lose() {
      const asked = disconnect();
      // The mission had completed those whose effect has arrived.
      const suspects = asked.filter(({ isHandled }) => !isHandled);
      for (const request of suspects) request.isSuspect = true;
      const [only, ...others] = suspects;
      if (only && others.length === 0) {
        only.losses += 1;
        if (only.losses >= MOST_LOSSES) settle(only, GIVEN_UP);
      }
      return suspects.length > 0;
    },
    abandon(outcome = REPLACED) {
      control = undefined;
      for (const request of [...pending.values()]) settle(request, outcome);
    },
    disconnect: () => void disconnect(),
    receive(handled) {
      for (const id of handled) {
        const request = pending.get(id);
        if (!request) continue;
        request.isHandled = true;
        settleIfDone(request);
      }
    },
  };
}
