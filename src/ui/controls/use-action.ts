import { useRef, useState } from 'react';
import type { Outcome } from '../../shared/operations.ts';
import { announce } from '../shell/Toasts.tsx';

/** An action's call, and whether it is under way. */
export interface Action<Input, Value> {
  readonly isBusy: boolean;
  /** Makes the call; while one is under way, a second one does nothing. A refusal or a failure is said as an error toast. */
  run(input: Input): Promise<Outcome<Value> | undefined>;
}

let refusals = 0;

/** Makes an operation's call at most once at a time, so that a double click fires once. */
export function useAction<Input, Value>(
  call: (input: Input) => Promise<Outcome<Value>>,
): Action<Input, Value> {
  const [isBusy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  async function run(input: Input): Promise<Outcome<Value> | undefined> {
    if (isUnderWay.current) return undefined;
    isUnderWay.current = true;
    setBusy(true);
    try {
      const outcome = await call(input);
      if (!outcome.ok) announce({ id: `refusal-${++refusals}`, level: 'error', text: outcome.message });
      return outcome;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      announce({
        id: `refusal-${++refusals}`,
        level: 'error',
        text: `No answer from the mission: ${reason}`,
      });
      return undefined;
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  }
  return { isBusy, run };
}
