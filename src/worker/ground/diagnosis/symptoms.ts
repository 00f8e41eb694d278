import type { Anomaly, CommandName, TelemetrySample } from '../../../shared/entities/entities.ts';
import type { FaultName } from '../../../shared/entities/faults.ts';
import type { SpacecraftMode, SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import type { TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';

import type { FdirPlan } from '../../spacecraft/fdir.ts';
import type { LimitWatches } from '../telemetry/limit-watch.ts';
import type { MissionForesight } from './outlook.ts';

/** A fault and everything known about it and the spacecraft. */
export interface Symptoms {
  readonly name: FaultName;
  readonly since: EpochMs;
  /** Onset of the fault, if before this report. */
  readonly onset?: EpochMs | undefined;
  /** FDIR's plan for the fault, once the spacecraft has reported a part of it. */
  readonly plan?: FdirPlan | undefined;
  /** Reason for a repeated report, if an earlier anomaly reported the fault. */
  readonly recurrence?: Recurrence | undefined;
  /** Last sample before the onset. */
  readonly before?: TelemetrySample | undefined;
  /** Mode before the onset; NOMINAL if absent. */
  readonly modeBefore?: SpacecraftMode | undefined;
  /** All active faults, including this one: they share the channels' changes. */
  readonly acting?: readonly ActingFault[] | undefined;
  /** Bus temperature slope before the onset, °C/min, if known. */
  readonly slopeBefore?: number | undefined;
  /** Oldest first. */
  readonly telemetry: readonly TelemetrySample[];
  readonly view?: SpacecraftView | undefined;
  /** What is reported of the limits after the newest sample; without it, a reading counts as soon as it is out. */
  readonly limits?: LimitWatches | undefined;
  /** Forecast of all faults together. */
  readonly foresight?: MissionForesight | undefined;
  /** Time at which the fault ended physically, and the command that ended it. */
  readonly endedAt?: EpochMs | undefined;
  readonly endedBy?: CommandName | undefined;
  /** Causes not ruled out; all of the type before the first report. */
  readonly causes?: readonly FaultName[] | undefined;
  /** Channel in which the fault was seen before, if any. */
  readonly seenIn?: TelemetryChannel | undefined;
  /** Earlier reason why the fault is not left to FDIR's retry, if any. */
  readonly pressing?: PressingReason | undefined;
  /** Recovery commands that telemetry has shown in progress. */
  readonly tried?: Tried | undefined;
  readonly status: Anomaly['status'];
}

/** The ground's knowledge of a fault that shares channels with others. */
export interface ActingFault extends Pick<Symptoms, 'name' | 'since' | 'before'> {
  /** Mode before its onset, if not NOMINAL. */
  readonly mode?: SpacecraftMode;
  readonly isContained?: boolean;
  readonly reported: { readonly causes: readonly FaultName[] };
}

/** End time of each recovery command since the onset. */
export type Tried = Readonly<Partial<Record<CommandName, EpochMs>>>;

/**
 * `worse`: the fault was drawn again while active; `unresolved`: its anomaly left the list, and it is still
 * active.
 */
export const RECURRENCES = ['worse', 'unresolved'] as const;

export type Recurrence = (typeof RECURRENCES)[number];

/** Reasons why a fault is not left to FDIR's retry: it failed, or a reading is out of limits. */
export const PRESSING_REASONS = ['retry', 'limits'] as const;
export type PressingReason = (typeof PRESSING_REASONS)[number];
