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
  settle(outcome: Outcome<unknown>): void;
  outcome: Outcome<unknown> | undefined;
  /** Whether an update that holds its effect has arrived. */
  isHandled: boolean;
}

/** The requests that are under way, across as many workers as it takes. */
export interface Requests {
  readonly operations: RemoteOperations;
  /** A mission can be reached: whatever has not come to its end is asked of it (again). */
  connect(control: Control): void;
  disconnect(): void;
  /** The effects of these requests have arrived. */
  receive(handled: readonly RequestId[]): void;
}

/**
 * A request has come to its end when it was refused, or when it was accepted and its effect has arrived: from then on
 * the effect is part of what a new worker is started with. Before that it is made again, and the mission, which knows
 * its id, does it once.
 */
export function createRequests(newRequestId: () => RequestId): Requests {
  const underWay = new Map<RequestId, Request>();
  let control: Control | undefined;

  function settleIfDone(request: Request): void {
    const { id, outcome, isHandled } = request;
    if (!outcome || (outcome.ok && !isHandled)) return;
    underWay.delete(id);
    request.settle(outcome);
  }

  function send(request: Request, receiver: Control): void {
    request.ask(receiver).then(
      (outcome) => {
        request.outcome = outcome;
        settleIfDone(request);
      },
      (error: unknown) => {
        // A mission that is lost is replaced, and asked again; one that is still there has broken over the request.
        if (receiver !== control) return;
        request.outcome = refused(`The mission could not do this: ${String(error)}`);
        settleIfDone(request);
      },
    );
  }

  function operate(name: OperationName, input: unknown): Promise<Outcome<unknown>> {
    return new Promise((settle) => {
      const id = newRequestId();
      const ask = async (receiver: Control): Promise<Outcome<unknown>> =>
        await receiver[name](input as never, id);
      const request: Request = { id, ask, settle, outcome: undefined, isHandled: false };
      underWay.set(id, request);
      if (control) send(request, control);
    });
  }

  return {
    operations: Object.fromEntries(
      OPERATION_NAMES.map((name) => [name, (input: unknown) => operate(name, input)]),
    ) as unknown as RemoteOperations,
    connect(connected) {
      control = connected;
      for (const request of underWay.values()) send(request, connected);
    },
    disconnect() {
      control = undefined;
    },
    receive(handled) {
      for (const id of handled) {
        const request = underWay.get(id);
        if (!request) continue;
        request.isHandled = true;
        settleIfDone(request);
      }
    },
  };
}
