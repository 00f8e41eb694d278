import type { Anomaly, AnomalySeverity, TelemetrySample } from '../../shared/entities.ts';
import type { PerformanceReport } from '../../shared/mission-control.ts';
import { TELEMETRY_CHANNELS, type TelemetryLevel, telemetryLevel } from '../../shared/telemetry-channels.ts';
import { staleAfterMs } from '../../shared/telemetry-rate.ts';
import type { EpochMs } from '../../shared/units.ts';
import { type AnomaliesState, isActing, isOpen } from '../anomalies/anomalies.ts';
import type { SpacecraftState } from '../spacecraft/model.ts';

/** Inputs of the figures. */
export interface PerformanceInput {
  readonly startTime: EpochMs;
  readonly commandCount: number;
  /** Oldest first. */
  readonly telemetry: readonly TelemetrySample[];
  /** Sample period in milliseconds; without a link, the last one. */
  readonly telemetryPeriodMs: number;
  readonly anomalies: Pick<AnomaliesState, 'anomalies' | 'faults'>;
  readonly spacecraft: Pick<SpacecraftState, 'arrayEfficiency' | 'downlinkedMb'>;
}

/** Health lost by an open anomaly while its fault is active, percent; after that 1 % until it is handled. */
export const ANOMALY_PENALTIES: Readonly<Record<AnomalySeverity, number>> = {
  Low: 2,
  Medium: 5,
  High: 10,
  Critical: 20,
};

/** Health lost by each of the five channels, percent. An unknown channel does not count as healthy. */
export const CHANNEL_PENALTIES: Readonly<Record<TelemetryLevel, number>> = {
  nominal: 0,
  unknown: 5,
  warning: 5,
  critical: 15,
};

/** The figures of spec §3 at an instant. */
export function measurePerformance(input: PerformanceInput, time: EpochMs): PerformanceReport {
  const { startTime, commandCount, telemetry, anomalies, spacecraft } = input;
  const open = anomalies.anomalies.filter((anomaly) => isOpen(anomaly, anomalies));
  return {
    time,
    missionUptime: Math.max(0, time - startTime),
    totalCommands: commandCount,
    averageSignalStrength: averageSignal(telemetry),
    anomalyCount: open.length,
    dataDownloaded: spacecraft.downlinkedMb,
    powerEfficiency: 100 * spacecraft.arrayEfficiency,
    systemHealth: measureHealth(open, input, time),
  };
}

/** 0 without samples: there was no signal. */
const averageSignal = (history: readonly TelemetrySample[]): number =>
  history.reduce((sum, { signalStrength }) => sum + signalStrength, 0) / Math.max(1, history.length);

function measureHealth(
  open: readonly Anomaly[],
  { telemetry, telemetryPeriodMs, anomalies: { faults } }: PerformanceInput,
  time: EpochMs,
): number {
  const newest = telemetry.at(-1);
  // A sample that two more should have followed no longer shows the state of the spacecraft.
  const isKnown = newest !== undefined && time - newest.timestamp <= staleAfterMs(telemetryPeriodMs);
  const levels = TELEMETRY_CHANNELS.map((channel) =>
    isKnown ? telemetryLevel(channel, newest[channel]) : 'unknown',
  );
  const penalty =
    levels.reduce((sum, level) => sum + CHANNEL_PENALTIES[level], 0) +
    open.reduce((sum, { id, severity }) => sum + (isActing(id, faults) ? ANOMALY_PENALTIES[severity] : 1), 0);
  return Math.max(0, 100 - penalty);
}
