import type { RealDataCall } from '../../../shared/contract/real-data.ts';

/** Access to the backend functions, the mission's only network. */
export interface Gateway {
  /**
   * Makes one call and returns its JSON. Rejects with an `Error` whose message gives an operator the reason.
   * After `signal` has aborted, the result is ignored.
   */
  call(call: RealDataCall, signal: AbortSignal): Promise<unknown>;
}
