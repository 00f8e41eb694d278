import type { Anomaly } from '../../../../src/shared/entities/entities.ts';
import { epochMs } from '../../../../src/shared/kit/units.ts';

/** Mission time in these tests. */
export const NOW = epochMs(Date.UTC(2026, 10, 20, 15, 12, 7));

export const anomaly = (id: string, changes: Partial<Anomaly> = {}): Anomaly => ({
  id,
  timestamp: epochMs(NOW - 30_000),
  type: 'Battery',
  severity: 'High',
  message: `message of ${id}`,
  aiExplanation: `explanation of ${id}`,
  status: 'Active',
  suggestedAction: 'Enter Safe Mode',
  ...changes,
});
