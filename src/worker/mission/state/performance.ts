import type { PerformanceReport, TelemetrySample } from '../../../shared/entities/entities.ts';
import type { SpacecraftMode } from '../../../shared/entities/spacecraft.ts';
import {
  TELEMETRY_CHANNELS,
  type TelemetryLevel,
  telemetryLevel,
} from '../../../shared/entities/telemetry-channels.ts';
import { staleAfterMs } from '../../../shared/entities/telemetry-rate.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { AnomaliesState } from '../../ground/anomalies/anomalies.ts';
import { knownFaults } from '../../ground/anomalies/known-faults.ts';
import type { SpacecraftState } from '../../spacecraft/model.ts';
import { RECORDER_MB } from '../../spacecraft/radio.ts';

export interface PerformanceInput {
  readonly startTime: EpochMs;
  readonly commandCount: number;
  /** Samples, oldest first. */
  readonly telemetry: readonly TelemetrySample[];
  /** Sample period in milliseconds; without a link, the last one. */
  readonly telemetryPeriodMs: number;
  readonly anomalies: Pick<AnomaliesState, 'faults' | 'closed'>;
  /** Spacecraft as last shown by telemetry. */
  readonly spacecraft: Pick<
    SpacecraftState,
    'arrayEfficiency' | 'downlinkedMb' | 'mode' | 'soc' | 'payloadLoadW' | 'antenna' | 'storedMb'
  >;
}

/** Health lost while one of the five channels is at a level, percent. An unknown channel does not count as healthy. */
const CHANNEL_PENALTIES: Readonly<Record<TelemetryLevel, number>> = {
  nominal: 0,
  unknown: 10,
  warning: 10,
  critical: 20,
};

/** Health lost in each mode, percent. */
const MODE_PENALTIES: Readonly<Record<SpacecraftMode, number>> = { NOMINAL: 0, SAFE: 20, SURVIVAL: 40 };

/** Health lost with the battery at the second state of charge, percent; none at the first one. */
const CHARGE_PENALTY = { percent: 20, none: 0.6, all: 0.2 } as const;

/**
 * Health lost while the payload is off, and while the high-gain antenna, which alone carries data, has no link;
 * percent.
 */
const PAYLOAD_PENALTY = 10;
const LINK_PENALTY = 10;

/** Health lost with the recorder at the second filling, percent; none at the first one. A full recorder loses data. */
const RECORDER_PENALTY = { percent: 10, none: 0.75, all: 1 } as const;

/** Computes the figures of spec §3 at an instant. */
export function measurePerformance(input: PerformanceInput, time: EpochMs): PerformanceReport {
  const { startTime, commandCount, telemetry, anomalies, spacecraft } = input;
  return {
    time,
    missionUptime: Math.max(0, time - startTime),
    totalCommands: commandCount,
    averageSignalStrength: averageSignal(telemetry),
    anomalyCount: knownFaults(anomalies).length,
    dataDownloaded: spacecraft.downlinkedMb,
    powerEfficiency: 100 * spacecraft.arrayEfficiency,
    systemHealth: measureHealth(input, time),
  };
}

/** Returns 0 without samples: there was no signal. */
const averageSignal = (history: readonly TelemetrySample[]): number =>
  history.reduce((sum, { signalStrength }) => sum + signalStrength, 0) / Math.max(1, history.length);

/** Depends on the spacecraft alone: an operator's changes to the list of anomalies do not affect it. */
function measureHealth(
  { telemetry, telemetryPeriodMs, spacecraft }: PerformanceInput,
  time: EpochMs,
): number {
  const { mode, soc, payloadLoadW, antenna, storedMb } = spacecraft;
  const penalty =
    limitPenalty(telemetry, telemetryPeriodMs, time) +
    MODE_PENALTIES[mode] +
    rampPenalty(CHARGE_PENALTY, soc) +
    (payloadLoadW > 0 ? 0 : PAYLOAD_PENALTY) +
    (antenna === 'high' ? 0 : LINK_PENALTY) +
    rampPenalty(RECORDER_PENALTY, storedMb / RECORDER_MB);
  return Math.max(0, 100 - penalty);
}

/** Penalty by the time that each channel was out of its limits, over the samples of spec §9. */
function limitPenalty(telemetry: readonly TelemetrySample[], periodMs: number, time: EpochMs): number {
  const newest = telemetry.at(-1);
  // The newest sample is stale once two more should have followed.
  const isKnown = newest !== undefined && time - newest.timestamp <= staleAfterMs(periodMs);
  if (!isKnown) return TELEMETRY_CHANNELS.length * CHANNEL_PENALTIES.unknown;
  const sum = telemetry
    .flatMap((sample) => TELEMETRY_CHANNELS.map((channel) => telemetryLevel(channel, sample[channel])))
    .reduce((total, level) => total + CHANNEL_PENALTIES[level], 0);
  return sum / telemetry.length;
}

/** Penalty proportional between the two ends. */
const rampPenalty = (
  { percent, none, all }: { readonly percent: number; readonly none: number; readonly all: number },
  value: number,
): number => percent * Math.min(1, Math.max(0, (value - none) / (all - none)));
