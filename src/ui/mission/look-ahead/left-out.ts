import type { LookAhead } from '../../../shared/contract/look-ahead.ts';
import type { Anomaly } from '../../../shared/entities/entities.ts';
import { formatUtcMinute } from '../../kit/format.ts';

/**
 * Names the anomalies whose effect a prediction leaves out: `the Solar anomaly of 03:12, whose cause is not known`;
 * `undefined` if there are none.
 */
export function leftOutText(
  { without }: Pick<LookAhead, 'without'>,
  anomalies: readonly Anomaly[],
): string | undefined {
  const listed = without.flatMap((id) => {
    const anomaly = anomalies.find((other) => other.id === id);
    return anomaly ? [`the ${anomaly.type} anomaly of ${formatUtcMinute(anomaly.timestamp)}`] : [];
  });
  const isMore = without.length > listed.length;
  const names = [...listed, ...(isMore ? ['an anomaly that is no longer listed'] : [])].join(' and ');
  if (names === '') return undefined;
  return `${names}, whose ${without.length > 1 ? 'causes are' : 'cause is'} not known`;
}
