import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Outcome, refused } from '../../../shared/contract/outcome.ts';
import { askUntilKnown } from './ask-until-known.ts';
import { linkStateAtom } from './atoms.ts';

interface Answered<T> {
  readonly key: string;
  readonly attempt: number;
  readonly outcome: Outcome<T>;
}

/** A refusal does not replace an answer to the same question, which has been asked again. */
function newerOf<T>(before: Answered<T> | undefined, now: Answered<T>): Answered<T> {
  const isKept = before?.key === now.key && before.outcome.ok && !now.outcome.ok;
  return isKept ? { ...before, attempt: now.attempt } : now;
}

/**
 * Asks the session until it answers or refuses, again for each key; `undefined` until then, and without a key. What is
 * no longer looked at is not asked for further. A refusal stays until there is an answer: it is asked again once the
 * link is back.
 * @param occasion asks again after a refusal with each new value
 * @param isRefreshed true to ask again after an answer, too: it stays until there is a newer one
 */
export function useAnswer<T>(
  key: string | undefined,
  ask: () => Promise<Outcome<T | undefined>>,
  occasion?: unknown,
  isRefreshed = false,
): Outcome<T> | undefined {
  const [attempt, setAttempt] = useState(0);
  const [answered, setAnswered] = useState<Answered<T>>();
  const isConnected = useAtomValue(linkStateAtom).status === 'connected';
  const held = answered?.key === key ? answered : undefined;
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (key === undefined) return undefined;
    let isWanted = true;
    const show = (outcome: Outcome<T>) => {
      if (isWanted) setAnswered((before) => newerOf(before, { key, attempt, outcome }));
    };
    askUntilKnown(
      () => askNow(),
      () => isWanted,
    ).then(show, (error: unknown) => show(refused(`The mission did not respond: ${String(error)}`)));
    return () => {
      isWanted = false;
    };
  }, [key, attempt]);
  const askAgain = useEffectEvent(() => {
    // Not while a question is open: frequent occasions would replace each before its answer.
    if (held?.attempt === attempt && (isRefreshed || !held.outcome.ok)) setAttempt(attempt + 1);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new occasion asks again
  useEffect(() => {
    if (isConnected) askAgain();
  }, [isConnected, occasion]);
  return held?.outcome;
}
