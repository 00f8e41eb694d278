import type { Anomaly, AnomalySeverity, Command, TelemetrySample } from '../shared/entities.ts';
import { TELEMETRY_CHANNELS, type TelemetryLevel, telemetryLevel } from '../shared/limits.ts';
import type { PerformanceReport } from '../shared/mission-control.ts';
import { staleAfterMs } from '../shared/telemetry-rate.ts';
import type { EpochMs } from '../shared/units.ts';
import { type AnomaliesState, isActing, isOpen } from './anomalies.ts';
import type { SpacecraftState } from './spacecraft/model.ts';

/** What the figures are measured on. */
export interface PerformanceInput {
  readonly startTime: EpochMs;
  readonly commands: readonly Command[];
  /** Oldest first. */
  readonly telemetry: readonly TelemetrySample[];
  /** How often a sample is sent, in milliseconds, or was before the link was lost. */
  readonly telemetryPeriodMs: number;
  readonly anomalies: Pick<AnomaliesState, 'anomalies' | 'faults'>;
  readonly spacecraft: Pick<SpacecraftState, 'arrayEfficiency' | 'downlinkedMb'>;
}

/** What an open anomaly takes from a health of 100 % while its fault acts; after that 1 % until somebody sees to it. */
export const ANOMALY_PENALTIES: Readonly<Record<AnomalySeverity, number>> = {
  Low: 2,
  Medium: 5,
  High: 10,
  Critical: 20,
};

/** What each of the five channels takes from it. A channel that nobody can vouch for is not a healthy one. */
export const CHANNEL_PENALTIES: Readonly<Record<TelemetryLevel, number>> = {
  nominal: 0,
  unknown: 5,
  warning: 5,
  critical: 15,
};

/** The figures of spec §3 at an instant. */
export function measurePerformance(input: PerformanceInput, time: EpochMs): PerformanceReport {
  const { startTime, commands, telemetry, anomalies, spacecraft } = input;
  const open = anomalies.anomalies.filter((anomaly) => isOpen(anomaly, anomalies));
  return {
    time,
    missionUptime: Math.max(0, time - startTime),
    totalCommands: commands.length,
    averageSignalStrength: averageSignal(telemetry),
    anomalyCount: open.length,
    dataDownloaded: spacecraft.downlinkedMb,
    powerEfficiency: 100 * spacecraft.arrayEfficiency,
    systemHealth: measureHealth(open, input, time),
  };
}

/** Without a sample there was no signal: 0. */
const averageSignal = (history: readonly TelemetrySample[]): number =>
  history.reduce((sum, { signalStrength }) => sum + signalStrength, 0) / Math.max(1, history.length);

function measureHealth(
  open: readonly Anomaly[],
  { telemetry, telemetryPeriodMs, anomalies: { faults } }: PerformanceInput,
  time: EpochMs,
): number {
  const newest = telemetry.at(-1);
  // A sample that two more should have followed no longer tells how the spacecraft is.
  const isKnown = newest !== undefined && time - newest.timestamp <= staleAfterMs(telemetryPeriodMs);
  const levels = TELEMETRY_CHANNELS.map((channel) =>
    isKnown ? telemetryLevel(channel, newest[channel]) : 'unknown',
  );
  const penalty =
    levels.reduce((sum, level) => sum + CHANNEL_PENALTIES[level], 0) +
    open.reduce((sum, { id, severity }) => sum + (isActing(id, faults) ? ANOMALY_PENALTIES[severity] : 1), 0);
  return Math.max(0, 100 - penalty);
}
