import { type Outcome, refused } from '../../../shared/contract/outcome.ts';

/**
 * Asks until the session answers or refuses: after a restart it first replays its past, which each question
 * advances.
 * @param isWanted false once the answer is not awaited any more: it is then refused instead of asked for
 * @param onUnknown called for each question that the session cannot answer yet
 */
export async function askUntilKnown<T>(
  ask: () => Promise<Outcome<T | undefined>>,
  isWanted: () => boolean = () => true,
  onUnknown: () => void = () => undefined,
): Promise<Outcome<T>> {
  while (isWanted()) {
    const answer = await ask();
    if (!answer.ok) return answer;
    const { value } = answer;
    if (value !== undefined) return { ok: true, value };
    onUnknown();
  }
  return refused('It is no longer asked for.');
}
