import { LONGEST_STRETCH_MS, type Stretch, type StretchQuery } from '../../../shared/contract/history.ts';
import type { RemoteSessionControl } from '../../../shared/contract/session-control.ts';
import type { BranchId } from '../../../shared/contract/transport.ts';
import { epochMs } from '../../../shared/kit/units.ts';
import { askUntilKnown } from './ask-until-known.ts';

/**
 * Yields all data that the session has of some branches over a span of any length, in stretches, so that neither
 * side stops responding. Each begins with a whole minute.
 * @throws Error if the session refuses
 */
export async function* askStretches(
  control: RemoteSessionControl,
  { channels, from, to }: StretchQuery,
  branches: readonly (BranchId | undefined)[],
): AsyncGenerator<readonly Stretch[]> {
  async function ask(query: StretchQuery, branch: BranchId | undefined): Promise<Stretch> {
    const answer = await askUntilKnown(() =>
      control.stretch({ ...query, ...(branch !== undefined && { branch }) }),
    );
    if (!answer.ok) throw new Error(answer.message);
    return answer.value;
  }

  for (let start = from; start <= to; ) {
    const next = epochMs((Math.floor(start / LONGEST_STRETCH_MS) + 1) * LONGEST_STRETCH_MS);
    const query = { channels, from: start, to: epochMs(Math.min(next, to + 1)) };
    yield await Promise.all(branches.map((branch) => ask(query, branch)));
    start = next;
  }
}
