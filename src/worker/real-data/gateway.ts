import type { RealDataCall } from '../../shared/real-data.ts';

/** The way to the backend functions; the mission knows no other network. */
export interface Gateway {
  /**
   * Makes one call and answers the JSON it brought. Rejects with an `Error` whose message tells an operator why there is
   * none. Once `signal` has aborted, nobody waits any more.
   */
  call(call: RealDataCall, signal: AbortSignal): Promise<unknown>;
}
