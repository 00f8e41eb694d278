import { atom, type PrimitiveAtom, useAtomValue, useStore } from 'jotai';
import { useCallback, useState } from 'react';
import type { Outcome } from '../../../shared/contract/outcome.ts';
import { announce } from '../../kit/toasts/announce.ts';
import { whyReadOnlyAtom } from './read-only.ts';

export interface ActionCall<Input, Value> {
  readonly isBusy: boolean;
  /** Reason why it would be refused now, for its button. */
  readonly refusal: string | undefined;
  /**
   * Makes the call; a second one while it is in progress does nothing. A failure or a refusal, even one known
   * beforehand, shows an error toast.
   */
  run(input: Input): Promise<Outcome<Value> | undefined>;
}

let refusals = 0;

function refuse(text: string): void {
  announce({ id: `refusal-${++refusals}`, level: 'error', text });
}

/**
 * Makes an operation's call at most once at a time, so that a double click acts once.
 * @param busyAtom in-progress state that outlives the component; its own by default
 */
export function useAction<Input, Value>(
  call: (input: Input) => Promise<Outcome<Value>>,
  busyAtom?: PrimitiveAtom<boolean>,
): ActionCall<Input, Value> {
  const store = useStore();
  const [ownAtom] = useState(() => atom(false));
  const isBusyAtom = busyAtom ?? ownAtom;
  const isBusy = useAtomValue(isBusyAtom);
  const refusal = useAtomValue(whyReadOnlyAtom);
  const run = useCallback(
    async (input: Input): Promise<Outcome<Value> | undefined> => {
      if (store.get(isBusyAtom)) return undefined;
      const reason = store.get(whyReadOnlyAtom);
      if (reason !== undefined) {
        refuse(reason);
        return undefined;
      }
      store.set(isBusyAtom, true);
      try {
        const outcome = await call(input);
        if (!outcome.ok) refuse(outcome.message);
        return outcome;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        refuse(`The mission did not respond: ${reason}`);
        return undefined;
      } finally {
        store.set(isBusyAtom, false);
      }
    },
    [store, isBusyAtom, call],
  );
  return { isBusy, refusal, run };
}
