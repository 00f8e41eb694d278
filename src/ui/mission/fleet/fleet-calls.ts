import { type TransferHandler, transferHandlers } from 'comlink';
import { type FleetHost, SIGNAL } from '../../../shared/contract/fleet.ts';
import type { WorkerConnection } from '../link/link.ts';

/** The worker as it is called. */
export type Host = FleetHost<AbortSignal>;

/** How signals leave for the worker; none comes back. Their ports stay open until they are aborted. */
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

/** Starts a worker. `onFailure` gets the message of an uncaught error, and none when its script cannot be loaded. */
export type ConnectFleet = (onFailure: (message?: string) => void) => WorkerConnection<Host>;

/** The calls of a worker that runs while something is wanted of it. */
export interface FleetCalls {
  /**
   * Does something with the worker, and starts one if there is none. Rejects as soon as one of the signals is aborted or the worker
   * has failed: what is answered after that is dropped here. The signal that `work` passes on is aborted in the end, as it has to be.
   */
  call<T>(
    work: (host: Host, signal: AbortSignal) => Promise<T>,
    ...cancels: readonly AbortSignal[]
  ): Promise<T>;
  /** Gives the worker up. @param reason a clause without a full stop */
  fail(reason: string): void;
  /** Ends the worker if no call is under way. */
  closeIdle(): void;
}

/** @param onFailure gets the reason, before the calls under way are rejected with it: a clause without a full stop */
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
