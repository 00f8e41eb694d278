import type { PerformanceReport } from '../../../../src/shared/entities/entities.ts';
import { epochMs } from '../../../../src/shared/kit/units.ts';

/** Mission time in these tests. */
export const NOW = epochMs(Date.UTC(2026, 10, 20, 15, 12, 7));

export const REPORT: PerformanceReport = {
  time: epochMs(NOW - 7000),
  missionUptime: 616_327_000,
  totalCommands: 54,
  averageSignalStrength: 71.42,
  anomalyCount: 2,
  dataDownloaded: 1243.7,
  powerEfficiency: 88.25,
  systemHealth: 91.4,
};
