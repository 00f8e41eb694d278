import { useEffect, useEffectEvent, useState } from 'react';
import { type Outcome, refused } from '../../../shared/contract/outcome.ts';
import { askUntilKnown } from './ask-until-known.ts';

/**
 * Asks the session until it answers or refuses, again for each key; `undefined` until then, and without a key. What is
 * no longer looked at is not asked for further.
 */
export function useAnswer<T>(
  key: string | undefined,
  ask: () => Promise<Outcome<T | undefined>>,
): Outcome<T> | undefined {
  const [answered, setAnswered] = useState<{ readonly key: string; readonly outcome: Outcome<T> }>();
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (key === undefined) return undefined;
    let isWanted = true;
    const show = (outcome: Outcome<T>) => isWanted && setAnswered({ key, outcome });
    askUntilKnown(async () => (isWanted ? askNow() : refused('It is no longer asked for.'))).then(
      show,
      (error: unknown) => show(refused(`The mission did not respond: ${String(error)}`)),
    );
    return () => {
      isWanted = false;
    };
  }, [key]);
  return answered?.key === key ? answered?.outcome : undefined;
}
