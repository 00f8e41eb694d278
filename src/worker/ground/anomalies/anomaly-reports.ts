import type { Anomaly, TelemetrySample } from '../../../shared/entities/entities.ts';
import { joinExplanation } from '../../../shared/entities/explanation.ts';
import type { SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import { type TelemetryChannel, telemetryLevel } from '../../../shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';
import { rememberLast } from '../../kit/remember.ts';
import { FAULT_KINDS } from '../../spacecraft/fault-kinds.ts';
import { type Assessment, assess, diagnose, ownChangeIn, worded } from '../diagnosis/diagnosis.ts';
import { isContradicted } from '../diagnosis/outlook.ts';
import { isStillAbout } from '../diagnosis/seen-text.ts';
import type { Symptoms } from '../diagnosis/symptoms.ts';
import type { LimitWatches } from '../telemetry/limit-watch.ts';
import { type AnomaliesState, type Faults, withoutRecord } from './anomalies.ts';
import { shiftAsk, withNewAsks } from './asks.ts';
import {
  assessedAs,
  type FaultRecord,
  latestSwitch,
  type Reported,
  reportedOf,
  shiftRecord,
  symptomsOf,
  withAsk,
} from './fault-records.ts';

/** Time for which a text is kept while its reading changes only within the noise. */
const KEPT_MS = MS_PER_MIN;

/**
 * Updates the anomalies' texts to an instant. A text is rewritten when its content has changed by more than the
 * noise; that of a recovered fault no longer changes. Returns the given state if no text changes, and drops the
 * forecast if a cause is ruled out.
 * @param limits what is reported of the limits; without it, readings count as soon as they are out
 */
export function refreshAnomalies(
  state: AnomaliesState,
  telemetry: readonly TelemetrySample[],
  view: SpacecraftView | undefined,
  time: EpochMs,
  limits?: LimitWatches,
): AnomaliesState {
  const rewritten: Record<string, FaultRecord> = {};
  const anomalies = state.anomalies.map((listed) => {
    const record = Object.hasOwn(state.faults, listed.id) ? state.faults[listed.id] : undefined;
    if (!record || listed.status === 'Resolved') return withoutPastRetry(listed, telemetry.at(-1));
    const anomaly = withoutOldShelf(listed, record, time);
    const symptoms = symptomsIn(state, record, anomaly.status, telemetry, view, limits);
    const reported = updateReport(anomaly, record, symptoms, time);
    if (!reported) return anomaly;
    rewritten[anomaly.id] = reported.record;
    return reported.anomaly;
  });
  const isSame = anomalies.every((anomaly, index) => anomaly === state.anomalies[index]);
  if (isSame) return state;
  const { foresight, ...held } = state;
  // With fewer possible causes, FDIR has less time to act.
  const isAssumed = !Object.entries(rewritten).some(
    ([id, { reported }]) => reported.causes.length !== state.faults[id]?.reported.causes.length,
  );
  const refreshed = {
    ...held,
    ...(isAssumed && foresight && { foresight }),
    anomalies,
    faults: { ...state.faults, ...rewritten },
  };
  return withNewAsks(refreshed, time);
}

/** Returns the symptoms of one anomaly's fault, given the other faults. */
export const symptomsIn = (
  state: AnomaliesState,
  record: FaultRecord,
  status: Anomaly['status'],
  telemetry: readonly TelemetrySample[],
  view: SpacecraftView | undefined,
  limits?: LimitWatches,
): Symptoms =>
  symptomsOf(record, status, telemetry, view, {
    foresight: state.foresight,
    acting: actingIn(state),
    limits,
  });

/** Records of all active faults, whether their anomaly is open or not. */
const actingIn = rememberLast(({ faults, closed = {} }: AnomaliesState): readonly FaultRecord[] =>
  [...Object.values(faults), ...Object.values(closed)].filter(({ endedAt }) => endedAt === undefined),
);

/** An anomaly whose fault takes a reading towards a limit. */
export interface LimitCause {
  readonly id: Anomaly['id'];
  readonly type: Anomaly['type'];
  /** When its fault was first reported. */
  readonly firstReportedAt: EpochMs;
  /** Share of its fault in the reading, in the channel's unit, with its sign. */
  readonly share: number;
}

/** Returns the anomalies whose active faults have a share in the newest reading of a channel, the first one first. */
export const limitCauses = (
  state: AnomaliesState,
  channel: TelemetryChannel,
  telemetry: readonly TelemetrySample[],
  view: SpacecraftView | undefined,
): readonly LimitCause[] =>
  Object.entries({ ...state.closed, ...state.faults })
    .flatMap(([id, record]): readonly LimitCause[] => {
      if (record.endedAt !== undefined) return [];
      const { since, firstReportedAt = since, name } = record;
      const share = ownChangeIn(symptomsIn(state, record, 'Active', telemetry, view), channel);
      return share === 0 ? [] : [{ id, type: FAULT_KINDS[name].type, firstReportedAt, share }];
    })
    .sort((one, other) => one.firstReportedAt - other.firstReportedAt);

/** Returns the anomaly without a shelving whose time has passed or whose fault has ended. */
function withoutOldShelf(anomaly: Anomaly, record: FaultRecord, time: EpochMs): Anomaly {
  if (!anomaly.shelved || (time < anomaly.shelved.until && record.endedAt === undefined)) return anomaly;
  // What was sent before it was put aside is no answer to what it asks from now on.
  const { shelved: _, answer: __, ...active } = anomaly;
  return withAsk(active, record, time);
}

/** Returns a resolved anomaly without a retry of FDIR that telemetry would have shown by now. */
function withoutPastRetry(anomaly: Anomaly, newest: TelemetrySample | undefined): Anomaly {
  const { retriedUntil, ...rest } = anomaly;
  return retriedUntil !== undefined && newest && newest.timestamp > retriedUntil ? rest : anomaly;
}

function updateReport(
  anomaly: Anomaly,
  record: FaultRecord,
  symptoms: Symptoms,
  time: EpochMs,
): { readonly anomaly: Anomaly; readonly record: FaultRecord } | undefined {
  const { reported } = record;
  const { status } = anomaly;
  if (reported.phase === 'recovered') return undefined;
  const assessment = assess(symptoms, time);
  if (isKept(anomaly, reported, assessment, time)) return undefined;
  const diagnosis = worded(assessment);
  const updated = { ...record, reported: reportedOf(diagnosis, status, time) };
  return { anomaly: assessedAs(anomaly, diagnosis, updated, time), record: updated };
}

/** True if a text still holds: only its reading has changed, and only within the noise. */
function isKept(anomaly: Anomaly, reported: Reported, assessment: Assessment, time: EpochMs): boolean {
  const { channel, reading, isLit, phase, causes, severity, suggestedAction, pressing, tried, wording } =
    assessment;
  const isSame =
    phase === reported.phase &&
    causes.length === reported.causes.length &&
    channel === reported.channel &&
    isLit === reported.isLit &&
    severity === anomaly.severity &&
    suggestedAction === anomaly.suggestedAction &&
    pressing === reported.pressing &&
    (reported.tried === undefined ? Object.keys(tried).length === 0 : tried === reported.tried) &&
    anomaly.status === reported.status;
  if (!isSame) return false;
  const { message, seen, afterSeen } = wording;
  if (time - reported.time >= KEPT_MS || reading === undefined || reported.reading === undefined) {
    return message() === anomaly.message && anomaly.aiExplanation === joinExplanation(seen(), afterSeen());
  }
  const isWithinNoise =
    telemetryLevel(channel, reading) === telemetryLevel(channel, reported.reading) &&
    isStillAbout(channel, reported.reading, reading);
  return isWithinNoise && anomaly.aiExplanation.endsWith(afterSeen());
}

/** Writes the final text of an entry that was just closed; that of a recovered fault no longer changes. */
export function reportClosed(
  state: AnomaliesState,
  id: string,
  telemetry: readonly TelemetrySample[],
  view: SpacecraftView | undefined,
  time: EpochMs,
): AnomaliesState {
  const index = state.anomalies.findIndex((anomaly) => anomaly.id === id);
  const anomaly = state.anomalies[index];
  const record = state.closed?.[id];
  if (!anomaly || !record) return state;
  if (record.reported.phase === 'recovered') return { ...state, closed: withoutRecord(state.closed, id) };
  const { message, aiExplanation } = diagnose(symptomsIn(state, record, 'Resolved', telemetry, view), time);
  const anomalies = state.anomalies.with(index, { ...anomaly, message, aiExplanation });
  if (record.endedAt === undefined) return { ...state, anomalies };
  return { ...state, anomalies, closed: withoutRecord(state.closed, id) };
}

/** Maximum age of a forecast: noise and small errors add up. */
const FORECAST_PERIOD_MS = 5 * MS_PER_MIN;
/** Minimum time to the next forecast after a wrong one, because noise also crosses limits. */
const FORECAST_RETRY_MS = 30 * MS_PER_S;

/**
 * True if the active faults need a new forecast: there is none, it is old, the newest sample contradicts it, the
 * first sample after a fault's onset has arrived, or the time within which FDIR could act on one has passed.
 */
export function isForesightDue(
  state: AnomaliesState,
  newest: TelemetrySample | undefined,
  time: EpochMs,
): boolean {
  const { faults, foresight } = state;
  if (!Object.values(faults).some(({ endedAt }) => endedAt === undefined)) return false;
  if (!foresight) return true;
  const ageMs = time - foresight.from;
  if (ageMs >= FORECAST_PERIOD_MS) return true;
  const isPast = (then: EpochMs): boolean => then >= foresight.from && then < (newest?.timestamp ?? time);
  if (actingIn(state).some(({ since }) => isPast(since))) return true;
  if (actingIn(state).some((record) => !record.isContained && isPast(latestSwitch(record)))) return true;
  return ageMs >= FORECAST_RETRY_MS && newest !== undefined && isContradicted(foresight, newest);
}

/** Shifts the anomalies after the clock moved back: their ages stay the same, and the forecast is dropped. */
export function shiftAnomalies(state: AnomaliesState, shiftMs: number): AnomaliesState {
  const shiftAll = (records: Faults): Faults =>
    Object.fromEntries(Object.entries(records).map(([id, record]) => [id, shiftRecord(record, shiftMs)]));
  const { foresight: _, ...held } = state;
  return {
    ...held,
    anomalies: state.anomalies.map((anomaly) => ({
      ...anomaly,
      timestamp: addMs(anomaly.timestamp, shiftMs),
      ...(anomaly.follows !== undefined && { follows: addMs(anomaly.follows, shiftMs) }),
      ...(anomaly.askedAt !== undefined && { askedAt: addMs(anomaly.askedAt, shiftMs) }),
      ...(anomaly.shelved && {
        shelved: { ...anomaly.shelved, until: addMs(anomaly.shelved.until, shiftMs) },
      }),
      ...(anomaly.retriedUntil !== undefined && { retriedUntil: addMs(anomaly.retriedUntil, shiftMs) }),
      message: shiftTimes(anomaly.message, shiftMs),
      aiExplanation: shiftTimes(anomaly.aiExplanation, shiftMs),
    })),
    faults: shiftAll(state.faults),
    ...(state.asks && { asks: state.asks.map((ask) => shiftAsk(ask, shiftMs)) }),
    ...(state.closed && { closed: shiftAll(state.closed) }),
  };
}

/** Shifts the times of day in a text after the clock moved back. */
export const shiftTimes = (text: string, shiftMs: number): string =>
  text.replace(/\b(\d\d):(\d\d)(?::(\d\d))?(?= UTC| and \d\d:\d\d UTC)/g, (time, hours, minutes, seconds) => {
    const ofDay = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0)) * MS_PER_S;
    const shifted = (((ofDay + shiftMs) % MS_PER_DAY) + MS_PER_DAY) % MS_PER_DAY;
    return new Date(epochMs(shifted)).toISOString().slice(11, 11 + time.length);
  });
