import type { PeriodSummary } from '../../shared/history.ts';
import type { RemoteSessionControl } from '../../shared/session-control.ts';
import type { EpochMs } from '../../shared/units.ts';

/**
 * A period of the mission in figures. After a restart the session lives through its past again first: each question brings it on.
 *
 * @throws Error if the session refuses
 */
export async function askSummary(
  control: RemoteSessionControl,
  span: { readonly from: EpochMs; readonly to: EpochMs },
): Promise<PeriodSummary> {
  for (;;) {
    const answer = await control.summary(span);
    if (!answer.ok) throw new Error(answer.message);
    if (answer.value) return answer.value;
  }
}
