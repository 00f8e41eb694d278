import type { AnomalySeverity, AnomalyType, CommandName, PerformanceReport } from '../entities/entities.ts';
import type { SpacecraftMode } from '../entities/spacecraft.ts';
import { TELEMETRY_CHANNELS, type TelemetryChannel } from '../entities/telemetry-channels.ts';
import { type EpochMs, MS_PER_H } from '../kit/units.ts';

/** Channels of the spacecraft model in addition to the five of telemetry, as known on the ground. */
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
/** The type allows no channel of telemetry with the name of one of the model, which would lose its limits. */
export const HISTORY_CHANNELS: [Extract<ModelChannel, TelemetryChannel>] extends [never]
  ? readonly HistoryChannel[]
  : never = [...TELEMETRY_CHANNELS, ...MODEL_CHANNELS];

/** True of a channel that ORBITA-1 measures, false of one that the ground takes from its view. */
export const isTelemetryChannel = (channel: HistoryChannel): channel is TelemetryChannel =>
  (TELEMETRY_CHANNELS as readonly HistoryChannel[]).includes(channel);

/** Query for a span of the session, for a chart with a number of pixel columns. */
export interface HistoryQuery {
  readonly channels: readonly HistoryChannel[];
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly columns: number;
}

/**
 * A channel over a span: all samples if there are few, else the first, lowest, highest and last one of each column, so
 * that a line through them covers the same pixels and no extremum is lost. Includes the nearest sample before and after
 * the span.
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

/** Query for a stretch of the session to export: end excluded, at most `LONGEST_STRETCH_MS` long. */
export interface StretchQuery {
  readonly channels: readonly HistoryChannel[];
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** A stretch of this length has at most 4,320 samples. */
export const LONGEST_STRETCH_MS = 6 * MS_PER_H;

/** All data of a stretch, as known at the instant shown. */
export interface Stretch {
  /** All samples, oldest first. */
  readonly samples: {
    /** UTC, ascending. */
    readonly times: Float64Array;
    /** In the unit of the channel; NaN where the sample has no value of it. */
    readonly values: { readonly [Channel in HistoryChannel]?: Float64Array };
  };
  /** Figures of spec §3, each time they were computed, oldest first. */
  readonly performance: readonly PerformanceReport[];
}

export interface TimeSpan {
  readonly from: EpochMs;
  /** Absent while it is ongoing. */
  readonly to?: EpochMs;
}

/** Events of a span of the session, as known at the instant shown; each list oldest first. */
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
  /** With the active stations of the network at that time. */
  readonly contacts: readonly (TimeSpan & { readonly station: string })[];
  readonly eclipses: readonly TimeSpan[];
  /** Instant to which the clock last jumped ahead: of the time before it, what was skipped is missing. Absent without a jump. */
  readonly skippedTo?: EpochMs | undefined;
}

/** Outcome of a branch over a span. */
export interface BranchOutcome {
  /** Lowest state of charge, 0 to 1; absent without telemetry. */
  readonly leastStateOfCharge?: number;
  readonly downlinkedMb: number;
  /** Time that telemetry showed a channel out of limits, in milliseconds. */
  readonly outOfLimitsMs: number;
}

/** Figures for a period of the mission. An event at its first instant belongs to the period before. */
export interface PeriodSummary extends BranchOutcome {
  /** Start: as requested, or the start of the retained past. */
  readonly from: EpochMs;
  /** End: as requested, or the instant shown. */
  readonly to: EpochMs;
  /** Faults known to the ground at any time in the period. */
  readonly faults: number;
  /** Those of them that became known within the period. */
  readonly raised: number;
  /** Those of them that had ended, and that were still active, at its end. */
  readonly recovered: number;
  readonly ongoing: number;
  /** Executed commands. */
  readonly commands: number;
  /** Mode changes, oldest first. */
  readonly modes: readonly { readonly time: EpochMs; readonly mode: SpacecraftMode }[];
}

/** A period in figures, with what a shift is judged by. */
export interface ShiftFigures extends PeriodSummary {
  /** Time that telemetry showed each channel out of limits, in milliseconds. */
  readonly outOfLimits: Readonly<Record<TelemetryChannel, number>>;
  /** Time that the spacecraft was known to be outside NOMINAL mode, in milliseconds. */
  readonly notNominalMs: number;
  /** Time that the payload was known to be on, in milliseconds. */
  readonly payloadOnMs: number;
  /** Faults that on-board FDIR, and that commands are known to have cleared within the period. */
  readonly cleared: { readonly byFdir: number; readonly byCommand: number };
  /**
   * Median time from the report of a fault to that of its end, of those that became known and ended within the period,
   * in milliseconds; absent without one.
   */
  readonly clearedInMs?: number;
  /** Faults whose anomaly began to ask for action within the period. */
  readonly asked: number;
  /** Their median time from asking to the first answer, in milliseconds; absent without one. */
  readonly answeredInMs?: number;
  /** Commands executed within the period whose effect telemetry did not show. */
  readonly unconfirmed: number;
}

/** A period as it was, and the same period in other hands: from the same instant, with the same seed. */
export interface ShiftReport {
  /** Seed of the mission. */
  readonly seed: number;
  /** Name of the branch. */
  readonly branch: string;
  readonly own: ShiftFigures;
  /** The duty crew has the console from the first instant on. */
  readonly crew: ShiftFigures;
  /** No operator acts. */
  readonly unattended: ShiftFigures;
}

/** Comparison of two branches. */
export interface BranchComparison {
  /** First telemetry sample that differs; NaN where a branch has none. Absent if all are equal. */
  readonly firstDifference?: {
    readonly time: EpochMs;
    readonly channel: HistoryChannel;
    readonly values: readonly [number, number];
  };
  readonly outcomes: readonly [BranchOutcome, BranchOutcome];
}
