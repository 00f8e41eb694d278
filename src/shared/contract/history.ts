import type { AnomalySeverity, AnomalyType, CommandName, PerformanceReport } from '../entities/entities.ts';
import type { SpacecraftMode } from '../entities/spacecraft.ts';
import { TELEMETRY_CHANNELS, type TelemetryChannel } from '../entities/telemetry-channels.ts';
import { type EpochMs, MS_PER_H } from '../kit/units.ts';

/** Channels of the spacecraft model beside the five of telemetry; as known on the ground. */
export const MODEL_CHANNELS = [
  'stateOfCharge',
  'batteryCurrent',
  'arrayPower',
  'loadPower',
  'arrayTemperature',
  'busTemperature',
  'wheelMomentum',
  'linkMargin',
  'antennaMisalignment',
  'recorder',
  'downlinked',
] as const;
export type ModelChannel = (typeof MODEL_CHANNELS)[number];
export type HistoryChannel = TelemetryChannel | ModelChannel;
export const HISTORY_CHANNELS: readonly HistoryChannel[] = [...TELEMETRY_CHANNELS, ...MODEL_CHANNELS];

/** A span of the session, for a chart of a number of pixel columns. */
export interface HistoryQuery {
  readonly channels: readonly HistoryChannel[];
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly columns: number;
}

/**
 * A channel over a span: all samples if there are few, else the first, lowest, highest and last one of each column, so
 * that a line through them covers the same pixels and no extremum is lost. The nearest sample before and after the span
 * belongs to it.
 */
export interface ChannelHistory {
  /** UTC, ascending. */
  readonly times: Float64Array;
  /** In the unit of the channel; NaN where telemetry has a gap. */
  readonly values: Float64Array;
}

export interface History {
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly channels: { readonly [Channel in HistoryChannel]?: ChannelHistory };
}

/** A stretch of the session, for a file: from its start to before its end, `LONGEST_STRETCH_MS` at most. */
export interface StretchQuery {
  readonly channels: readonly HistoryChannel[];
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** So long a stretch has 4,320 samples at most. */
export const LONGEST_STRETCH_MS = 6 * MS_PER_H;

/** Everything of a stretch, as known at the instant that is shown. */
export interface Stretch {
  /** All samples, oldest first. */
  readonly samples: {
    /** UTC, ascending. */
    readonly times: Float64Array;
    /** In the unit of the channel; NaN where the sample has no value of it. */
    readonly values: { readonly [Channel in HistoryChannel]?: Float64Array };
  };
  /** The figures of spec §3 each time they were computed, oldest first. */
  readonly performance: readonly PerformanceReport[];
}

export interface TimeSpan {
  readonly from: EpochMs;
  /** Absent while it lasts. */
  readonly to?: EpochMs;
}

/** What happened over a span of the session, as known at the instant that is shown; each list oldest first. */
export interface SessionMarks {
  readonly anomalies: readonly {
    readonly id: string;
    readonly time: EpochMs;
    readonly type: AnomalyType;
    readonly severity: AnomalySeverity;
    /** As first reported with this severity. */
    readonly message: string;
  }[];
  /** Executed commands. */
  readonly commands: readonly { readonly id: string; readonly time: EpochMs; readonly name: CommandName }[];
  readonly events: readonly (TimeSpan & { readonly id: string; readonly title: string })[];
  readonly contacts: readonly (TimeSpan & { readonly station: string })[];
  readonly eclipses: readonly TimeSpan[];
}

/** How a branch went over a span. */
export interface BranchOutcome {
  /** Lowest state of charge, 0 to 1; absent without telemetry. */
  readonly leastStateOfCharge?: number;
  readonly downlinkedMb: number;
  /** Time for which telemetry showed a channel out of its limits, in milliseconds. */
  readonly outOfLimitsMs: number;
}

/** A period of the mission in figures. What happens at its first instant belongs to the period before. */
export interface PeriodSummary extends BranchOutcome {
  /** From when on it counts: as asked, or the start of the past that is kept. */
  readonly from: EpochMs;
  /** As asked, or the instant that is shown. */
  readonly to: EpochMs;
  /** Faults that the ground knew of at any time of the period. */
  readonly faults: number;
  /** Those of them that it learnt of within the period. */
  readonly raised: number;
  /** Those of them that were over, and that still acted, at its end. */
  readonly recovered: number;
  readonly ongoing: number;
  /** Executed commands. */
  readonly commands: number;
  /** Changes of mode, oldest first. */
  readonly modes: readonly { readonly time: EpochMs; readonly mode: SpacecraftMode }[];
}

/** Two branches side by side. */
export interface BranchComparison {
  /** First sample of telemetry that is not the same in both; NaN where a branch has none. Absent if all are the same. */
  readonly firstDifference?: {
    readonly time: EpochMs;
    readonly channel: HistoryChannel;
    readonly values: readonly [number, number];
  };
  readonly outcomes: readonly [BranchOutcome, BranchOutcome];
}
