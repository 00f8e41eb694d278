import type { Anomaly, CommandName, TelemetrySample } from '../../../shared/entities/entities.ts';
import type { FaultName } from '../../../shared/entities/faults.ts';
import type { SpacecraftMode, SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import type { TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs } from '../../../shared/kit/units.ts';
import { FAULT_KINDS } from '../../spacecraft/fault-kinds.ts';
import { type FdirPlan, shiftPlan } from '../../spacecraft/fdir.ts';
import { type Diagnosis, diagnose } from '../diagnosis/diagnosis.ts';
import { retriedBy, switchedBy } from '../diagnosis/expected-fdir.ts';
import type { FaultPhase } from '../diagnosis/look.ts';
import { slopeUntil } from '../diagnosis/observed-change.ts';
import type { PressingReason, Recurrence, Symptoms, Tried } from '../diagnosis/symptoms.ts';

/** The fault behind an anomaly: onset and end. Plain cloneable data. */
export interface FaultRecord {
  readonly name: FaultName;
  readonly since: EpochMs;
  /** Onset of the fault, if an earlier anomaly reported it. */
  readonly onset?: EpochMs;
  /** Id of the anomaly that reported the fault first, if an earlier one did. */
  readonly firstReport?: string;
  /** Time of that anomaly. */
  readonly firstReportedAt?: EpochMs;
  readonly plan: FdirPlan;
  /** True once the spacecraft has reported that FDIR contains it. */
  readonly isContained?: true;
  /** Reason for a repeated report, if an earlier anomaly reported the fault. */
  readonly recurrence?: Recurrence;
  /** True once the operator has resolved its anomaly: it is detected again only if it gets worse. */
  readonly isResolved?: true;
  /** Last sample before the onset. */
  readonly before?: TelemetrySample;
  /** Mode before the onset, if not NOMINAL. */
  readonly mode?: SpacecraftMode;
  /** Bus temperature slope before the onset, °C/min. */
  readonly slopeBefore?: number;
  /** Time at which the fault ended physically. */
  readonly endedAt?: EpochMs;
  readonly endedBy?: CommandName;
  /** Content of the anomaly's text. */
  readonly reported: Reported;
}

/** Content of a text, which is rewritten when this changes by more than the noise. */
export interface Reported {
  readonly phase: FaultPhase;
  /** Causes not ruled out. */
  readonly causes: readonly FaultName[];
  readonly channel: TelemetryChannel;
  /** Cited reading, if any. */
  readonly reading?: number;
  /** True if it says that the spacecraft is in sunlight, false for eclipse; absent if it says neither. */
  readonly isLit?: boolean;
  /** Reason why the fault is not left to FDIR's retry, if any. */
  readonly pressing?: PressingReason;
  /** Recovery commands that telemetry has shown in progress. */
  readonly tried?: Tried;
  readonly status: Anomaly['status'];
  readonly time: EpochMs;
}

/** A detected fault, and the record of the earlier anomaly that reported it. */
export type BegunFault = Pick<FaultRecord, 'name' | 'plan' | 'recurrence' | 'mode' | 'firstReport'> & {
  readonly earlier?: FaultRecord | undefined;
};

/** Creates the anomaly and record of a newly detected fault. Earlier observations still count. */
export function beginFault(
  id: string,
  { name, plan, recurrence, mode: modeNow, firstReport, earlier }: BegunFault,
  time: EpochMs,
  telemetry: readonly TelemetrySample[],
): { readonly anomaly: Anomaly; readonly record: FaultRecord } {
  const { type } = FAULT_KINDS[name];
  const before = earlier?.before ?? telemetry.findLast(({ timestamp }) => timestamp <= time);
  const slopeBefore = earlier ? earlier.slopeBefore : slopeUntil(time, telemetry);
  const mode = earlier ? earlier.mode : modeNow;
  const begun = recurrence === 'unresolved' ? earlier : undefined;
  const onset = {
    name,
    since: time,
    plan,
    ...(begun && { onset: begun.onset ?? begun.since }),
    ...(firstReport && { firstReport }),
    ...(earlier && { firstReportedAt: earlier.firstReportedAt ?? earlier.since }),
    ...(begun?.isContained && { isContained: true as const }),
    ...(recurrence && { recurrence }),
    ...(before && { before }),
    ...(mode && mode !== 'NOMINAL' && { mode }),
    ...(slopeBefore !== undefined && { slopeBefore }),
  };
  const status = 'Active';
  const held = earlier && heldFrom(earlier.reported);
  const diagnosis = diagnose({ ...onset, plan: reportedPlan(onset), ...held, status, telemetry }, time);
  const record: FaultRecord = { ...onset, reported: reportedOf(diagnosis, status, time) };
  const follows = onset.firstReportedAt;
  const begunAs = {
    id,
    timestamp: time,
    type,
    status,
    ...NO_TEXT,
    ...(follows !== undefined && { follows }),
  } as const;
  const anomaly = assessedAs(begunAs, diagnosis, record, time);
  return { anomaly, record };
}

const NO_TEXT = { severity: 'Low', message: '', aiExplanation: '' } as const;

/** Returns an anomaly with what a diagnosis says of its fault, and when that asks, or may ask, for action. */
export const assessedAs = (
  { suggestedAction: _, ...anomaly }: Anomaly,
  { message, aiExplanation, severity, suggestedAction }: Diagnosis,
  record: FaultRecord,
  time: EpochMs,
): Anomaly =>
  withAsk(
    { ...anomaly, message, aiExplanation, severity, ...(suggestedAction && { suggestedAction }) },
    record,
    time,
  );

/**
 * Returns an anomaly with the time from which it asks for action, or until which its fault is left to FDIR. It has
 * neither once the fault has ended, and asks for nothing while it is shelved.
 */
export function withAsk(
  { askedAt: earlier, retriedUntil: _, ...anomaly }: Anomaly,
  { reported: { pressing }, endedAt, onset, since }: FaultRecord,
  time: EpochMs,
): Anomaly {
  if (endedAt !== undefined) return anomaly;
  if (!pressing) return { ...anomaly, retriedUntil: retriedBy(onset ?? since) };
  return anomaly.shelved ? anomaly : { ...anomaly, askedAt: earlier ?? time };
}

export const reportedOf = (
  { phase, causes, channel, reading, isLit, pressing, tried }: Diagnosis,
  status: Anomaly['status'],
  time: EpochMs,
): Reported => ({
  phase,
  causes,
  channel,
  ...(reading !== undefined && Number.isFinite(reading) && { reading }),
  ...(isLit !== undefined && { isLit }),
  ...(pressing && { pressing }),
  ...(Object.keys(tried).length > 0 && { tried }),
  status,
  time,
});

/** Returns the latest instant at which FDIR switches to the redundant unit, given the known causes. */
export const latestSwitch = ({ reported, onset, since }: FaultRecord): EpochMs =>
  switchedBy(reported.causes, onset ?? since);

/** True once readings have shown a fault and left one cause. */
export const isCauseKnown = ({ reported: { phase, causes } }: FaultRecord): boolean =>
  phase === 'seen' && causes.length === 1;

/** Returns the channel in which the fault has been seen, if any. */
const seenIn = ({ phase, channel }: Reported): TelemetryChannel | undefined =>
  phase === 'unseen' ? undefined : channel;

/** Returns the findings that an earlier report carries over. */
const heldFrom = (reported: Reported): Pick<Symptoms, 'causes' | 'seenIn' | 'pressing' | 'tried'> => ({
  causes: reported.causes,
  seenIn: seenIn(reported),
  pressing: reported.pressing,
  tried: reported.tried,
});

/** Returns FDIR's plan once the spacecraft has reported a part of it. */
const reportedPlan = ({
  plan,
  isContained,
  endedAt,
}: Pick<FaultRecord, 'plan' | 'isContained' | 'endedAt'>): FdirPlan | undefined =>
  isContained || endedAt !== undefined ? plan : undefined;

export const symptomsOf = (
  record: FaultRecord,
  status: Anomaly['status'],
  telemetry: readonly TelemetrySample[],
  view: SpacecraftView | undefined,
  { foresight, acting, limits }: Pick<Symptoms, 'foresight' | 'acting' | 'limits'> = {},
): Symptoms => ({
  name: record.name,
  since: record.since,
  onset: record.onset,
  plan: reportedPlan(record),
  recurrence: record.recurrence,
  before: record.before,
  slopeBefore: record.slopeBefore,
  foresight,
  acting,
  limits,
  modeBefore: record.mode,
  endedAt: record.endedAt,
  endedBy: record.endedBy,
  causes: record.reported.causes,
  seenIn: seenIn(record.reported),
  pressing: record.reported.pressing,
  tried: record.reported.tried,
  status,
  telemetry,
  view,
});

export function shiftRecord(record: FaultRecord, shiftMs: number): FaultRecord {
  const { since, onset, firstReportedAt, plan, before, endedAt, reported } = record;
  return {
    ...record,
    since: addMs(since, shiftMs),
    ...(onset !== undefined && { onset: addMs(onset, shiftMs) }),
    ...(firstReportedAt !== undefined && { firstReportedAt: addMs(firstReportedAt, shiftMs) }),
    plan: shiftPlan(plan, shiftMs),
    ...(before && { before: { ...before, timestamp: addMs(before.timestamp, shiftMs) } }),
    ...(endedAt !== undefined && { endedAt: addMs(endedAt, shiftMs) }),
    reported: {
      ...reported,
      time: addMs(reported.time, shiftMs),
      ...(reported.tried && { tried: shiftTried(reported.tried, shiftMs) }),
    },
  };
}

const shiftTried = (tried: Tried, shiftMs: number): Tried =>
  Object.fromEntries(Object.entries(tried).map(([name, endTime]) => [name, addMs(endTime, shiftMs)]));

/** Marks a fault as reported to be contained by FDIR. */
export const containedRecord = (record: FaultRecord): FaultRecord => ({ ...record, isContained: true });
