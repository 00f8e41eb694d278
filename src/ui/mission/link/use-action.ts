import { atom, type PrimitiveAtom, useAtomValue, useStore } from 'jotai';
import { useCallback, useState } from 'react';
import type { Outcome } from '../../../shared/contract/outcome.ts';
import { announce } from '../../kit/toasts/announce.ts';
import { subjectAtom } from './atoms.ts';
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
 * Runs one act at a time, so that a double click acts once: another one meanwhile does nothing. An act in a mission whose link is
 * lost stays open, and hinders none in the branch that is shown instead.
 * @param givenAtom subject in which an act is in progress, to outlive the component; its own by default
 */
export function useOneAtATime(givenAtom?: PrimitiveAtom<string | undefined>) {
  const store = useStore();
  const [ownAtom] = useState(() => atom<string>());
  const busyInAtom = givenAtom ?? ownAtom;
  const isBusy = useAtomValue(busyInAtom) === useAtomValue(subjectAtom);
  const run = useCallback(
    async <Value>(act: () => Promise<Value>): Promise<Value | undefined> => {
      const subject = store.get(subjectAtom);
      if (store.get(busyInAtom) === subject) return undefined;
      store.set(busyInAtom, subject);
      try {
        return await act();
      } finally {
        if (store.get(busyInAtom) === subject) store.set(busyInAtom, undefined);
      }
    },
    [store, busyInAtom],
  );
  return { isBusy, run };
}

/**
 * Makes an operation's call, one at a time.
 * @param busyInAtom as for `useOneAtATime`
 */
export function useAction<Input, Value>(
  call: (input: Input) => Promise<Outcome<Value>>,
  busyInAtom?: PrimitiveAtom<string | undefined>,
): ActionCall<Input, Value> {
  const store = useStore();
  const { isBusy, run: runOne } = useOneAtATime(busyInAtom);
  const refusal = useAtomValue(whyReadOnlyAtom);
  const run = useCallback(
    (input: Input) =>
      runOne(async () => {
        const reason = store.get(whyReadOnlyAtom);
        if (reason !== undefined) {
          refuse(reason);
          return undefined;
        }
        try {
          const outcome = await call(input);
          if (!outcome.ok) refuse(outcome.message);
          return outcome;
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          refuse(`The mission did not respond: ${reason}`);
          return undefined;
        }
      }),
    [store, runOne, call],
  );
  return { isBusy, refusal, run };
}
