import type { Command, CommandName, TimelineEvent } from '../entities/entities.ts';
import type { FaultName } from '../entities/faults.ts';
import type { SpacecraftMode } from '../entities/spacecraft.ts';
import type { TelemetryChannel, TelemetryLevel } from '../entities/telemetry-channels.ts';
import { type EpochMs, MS_PER_DAY, type TimeRange } from '../kit/units.ts';
import type { ChannelHistory, HistoryChannel } from './history.ts';

/** What is to come, as far as the ground can predict it: see docs/model.md. */

/** Longest look ahead: charts show at most a day of the future. */
export const LONGEST_LOOK_AHEAD_MS = MS_PER_DAY;

/** A command that an operator considers. */
export interface ConsideredCommand {
  readonly name: CommandName;
  /** Time of its execution on the ground; now, if that has passed or is not given. */
  readonly time?: EpochMs;
}

/** An event that is planned: it acts on board from its start to its end. */
export type PlannedEvent = Pick<TimelineEvent, 'id' | 'type' | 'startTime' | 'endTime'>;

export interface LookAheadQuery {
  readonly channels: readonly HistoryChannel[];
  /** End of what is predicted; at most `LONGEST_LOOK_AHEAD_MS` after now. */
  readonly to: EpochMs;
  /** Without one, nothing is sent beside what is already on its way or armed. */
  readonly command?: ConsideredCommand;
  /** A command of the queue that is left out, though it may be armed: the one that is considered. */
  readonly except?: Command['id'];
  /** Events that are started at their times; without any, only those in progress go on to their end. */
  readonly events?: readonly PlannedEvent[];
}

/** Predicted course of a channel, in its unit. */
export interface PredictedChannel extends ChannelHistory {
  /** Bounds between which at least 99 of 100 readings lie, for each time. */
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Approach to a limit within a time band: noise may carry the reading across. */
export interface PredictedApproach {
  readonly channel: TelemetryChannel;
  readonly level: Extract<TelemetryLevel, 'warning' | 'critical'>;
  /** The limit, in the unit of the channel. */
  readonly value: number;
  readonly isUpper: boolean;
  readonly from: EpochMs;
  readonly until: EpochMs;
}

/** Crossing of a limit, outward or back in, within a time band. */
export interface PredictedCrossing extends PredictedApproach {
  readonly to: 'out' | 'in';
}

/** A fault that would explain a parting, and how well beside the others, 0 to 1. */
export interface PartingCause {
  readonly name: FaultName;
  /** As within a sentence. */
  readonly label: string;
  readonly share: number;
}

/** A channel whose readings have left what was predicted a while ago, and that no anomaly explains. */
export interface Parting {
  readonly channel: TelemetryChannel;
  /** First reading beyond the band. */
  readonly since: EpochMs;
  /** Mean of the last minute's readings less what was predicted, in the unit of the channel. */
  readonly amount: number;
  /** The likeliest first; none if no known fault explains it, or the exercise gives no explanations. */
  readonly causes: readonly PartingCause[];
  /** What was predicted, from some minutes before it on until now. */
  readonly predicted: PredictedChannel;
}

/**
 * Prediction from the newest telemetry on. It knows what the ground knows: the commands on their way, the armed ones,
 * and the faults whose cause telemetry has shown.
 */
export interface LookAhead extends TimeRange {
  readonly channels: { readonly [Channel in HistoryChannel]?: PredictedChannel };
  /** In order of time. */
  readonly crossings: readonly PredictedCrossing[];
  /** Limits that are approached apart from their crossings, in order of time. */
  readonly approaches: readonly PredictedApproach[];
  /** Mode changes, in order of time. */
  readonly modes: readonly { readonly time: EpochMs; readonly mode: SpacecraftMode }[];
  /**
   * Time at which the considered command is on board; absent without one, and if no link is predicted for it before the
   * end.
   */
  readonly arrival?: EpochMs;
  /** Channels that have left an earlier prediction, the first one first. */
  readonly partings: readonly Parting[];
  /** Anomalies whose effect is left out, because the ground does not know their cause yet. */
  readonly without: readonly string[];
  /** True if it ends before the end that was asked for: chance decides when the spacecraft leaves safe mode. */
  readonly isOpen?: true;
}
