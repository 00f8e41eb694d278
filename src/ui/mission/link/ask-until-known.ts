import type { Outcome } from '../../../shared/contract/outcome.ts';

/**
 * Asks until the session answers or refuses: after a restart it first replays its past, which each question
 * advances.
 */
export async function askUntilKnown<T>(ask: () => Promise<Outcome<T | undefined>>): Promise<Outcome<T>> {
  for (;;) {
    const answer = await ask();
    if (!answer.ok) return answer;
    const { value } = answer;
    if (value !== undefined) return { ok: true, value };
  }
}
