import { type TransferHandler, transferHandlers } from 'comlink';
import { type FleetHost, SIGNAL } from '../../../shared/contract/fleet.ts';
import type { WorkerConnection } from '../link/link.ts';

/** Remote interface of the worker. */
export type Host = FleetHost<AbortSignal>;

/** Transfers signals to the worker, one way only. Their ports stay open until they are aborted. */
export const leavingSignals = {
  canHandle: (value: unknown): value is AbortSignal => value instanceof AbortSignal,
  serialize(signal: AbortSignal): [MessagePort, Transferable[]] {
    const { port1, port2 } = new MessageChannel();
    const cancel = (): void => port1.postMessage(undefined);
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    return [port2, [port2]];
  },
};

/** Starts a worker. `onFailure` gets the message of an uncaught error, or none if its script cannot be loaded. */
export type ConnectFleet = (onFailure: (message?: string) => void) => WorkerConnection<Host>;

/** Calls to a worker that runs while it is needed. */
export interface FleetCalls {
  /**
   * Calls the worker, and starts one if there is none. Rejects as soon as a signal is aborted or the worker fails;
   * later answers are dropped. The signal that `work` passes on is always aborted at the end, which closes its
   * port.
   */
  call<T>(
    work: (host: Host, signal: AbortSignal) => Promise<T>,
    ...cancels: readonly AbortSignal[]
  ): Promise<T>;
  /** Gives up on the worker. @param reason a clause without a full stop */
  fail(reason: string): void;
  /** Ends the worker if no call is in progress. */
  closeIdle(): void;
}

/** @param onFailure gets the reason, a clause without a full stop, before pending calls are rejected with it */
export function createFleetCalls(connect: ConnectFleet, onFailure: (reason: string) => void): FleetCalls {
  let connection: WorkerConnection<Host> | undefined;
  const pending = new Set<AbortController>();
  transferHandlers.set(SIGNAL, leavingSignals as TransferHandler<AbortSignal, MessagePort>);

  const close = (): void => {
    connection?.close();
    connection = undefined;
  };
  const fail = (reason = 'its code failed to load'): void => {
    close();
    onFailure(reason);
    for (const ending of pending) ending.abort(new Error(reason));
  };

  return {
    async call(work, ...cancels) {
      for (const cancel of cancels) cancel.throwIfAborted();
      connection ??= connect(fail);
      const { host } = connection;
      const ending = new AbortController();
      const { signal } = ending;
      for (const cancel of cancels)
        cancel.addEventListener('abort', () => ending.abort(cancel.reason), { signal });
      pending.add(ending);
      try {
        return await new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => {
            pending.delete(ending);
            reject(signal.reason);
          });
          work(host, signal).then(resolve, ({ message }: Error) => {
            if (!signal.aborted) fail(message);
          });
        });
      } finally {
        ending.abort();
      }
    },
    fail,
    closeIdle() {
      if (pending.size === 0) close();
    },
  };
}
