import { TELEMETRY_PERIOD_MS } from '../../../shared/entities/constants.ts';
import type { CommandName, TelemetrySample } from '../../../shared/entities/entities.ts';
import type { FaultName } from '../../../shared/entities/faults.ts';
import type { CommandVerification, SpacecraftView, Verdict } from '../../../shared/entities/spacecraft.ts';
import { addMs, type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';

import { isWhole } from '../diagnosis/observed-change.ts';
import { wholeSpan } from '../telemetry/telemetry-text.ts';
import { type Criteria, criteriaOf } from './verification-criteria.ts';
import { evaluate, type Finding, type Seen, type VerificationEvidence } from './verification-evaluation.ts';
import { describeExpectation, describeOutcome, type VerificationOutcome } from './verification-text.ts';

/** Verification of one command. Plain cloneable data. */
export interface Verification {
  readonly commandId: string;
  readonly startTime: EpochMs;
  readonly until: EpochMs;
  /** Last sample before the command. */
  readonly base?: TelemetrySample;
  readonly criteria: Criteria;
  readonly expected: string;
  readonly observed?: string;
  readonly verdict: (typeof VERIFICATION_VERDICTS)[number];
}

/** Verdicts of a verification. A command that is not on board yet is not verified. */
export const VERIFICATION_VERDICTS = [
  'watching',
  'confirmed',
  'not confirmed',
] as const satisfies readonly Verdict[];

export interface VerifiedCommand {
  readonly commandId: string;
  readonly name: CommandName;
  /** Time of execution. */
  readonly time: EpochMs;
  /** Oldest first. */
  readonly telemetry: readonly TelemetrySample[];
  /** The spacecraft at the command; the command may be among its activities already. */
  readonly view: SpacecraftView;
  /** Possible causes of the active faults, as far as known. */
  readonly faults?: readonly FaultName[];
  /** Next AOS at a ground station, if known. */
  readonly nextStationTime?: EpochMs;
}

/** Sample periods that a verification lasts beyond the execution of its command. */
const SAMPLES_AFTERWARDS = 3;
/** Sample periods whose excess over 5 s each extends a verification. */
const SAMPLES_LONGER = 2;

/** Begins the verification of a command. Its criteria follow from the state at the command's execution. */
export function beginVerification({
  commandId,
  name,
  time,
  telemetry,
  view,
  faults,
  nextStationTime,
}: VerifiedCommand): Verification {
  const known = telemetry.filter((sample) => sample.timestamp <= time && isWhole(sample));
  const base = known.at(-1);
  const criteria = criteriaOf({ name, base, telemetry: known, view, faults, nextStationTime });
  const activity = view.activities.find((other) => other.commandId === commandId);
  const { telemetryPeriodMs } = view.radio;
  const longerMs = SAMPLES_LONGER * Math.max(0, telemetryPeriodMs - TELEMETRY_PERIOD_MS);
  const untilEndMs = (activity?.endTime ?? time) - time + SAMPLES_AFTERWARDS * telemetryPeriodMs;
  const withinMs = wholeSpan(Math.max(criteria.withinMs + longerMs, untilEndMs));
  return {
    commandId,
    startTime: time,
    until: addMs(time, withinMs),
    ...(base && { base }),
    criteria,
    expected: describeExpectation(criteria, withinMs),
    verdict: 'watching',
  };
}

/** Updates a verification with a new sample; returns the same object if nothing has changed. */
export function observeVerification(
  verification: Verification,
  telemetry: readonly TelemetrySample[],
  view: SpacecraftView,
  time: EpochMs,
): Verification {
  const outcome = judgeVerification(verification, telemetry, view, time);
  if (!outcome) return verification;
  return { ...verification, verdict: outcome.verdict, observed: describeOutcome(outcome) };
}

/** Returns the outcome after a new sample; `undefined` if the verification continues or has already ended. */
export function judgeVerification(
  verification: Verification,
  telemetry: readonly TelemetrySample[],
  view: SpacecraftView,
  time: EpochMs,
): VerificationOutcome | undefined {
  const { startTime, until, base, criteria, verdict } = verification;
  if (verdict !== 'watching' || time <= startTime) return undefined;
  const since = telemetry.filter(({ timestamp }) => timestamp > startTime && timestamp <= until);
  const observation: VerificationEvidence = { base, since, view };
  const findings = criteria.all.map((criterion) => evaluate(criterion, observation));
  const missing = findings.filter(({ isMet }) => !isMet);
  const isDone = !criteria.isAtEnd || isCarriedOut(view, verification, time);
  const afterMs = time - startTime;
  if (isDone && time <= until && missing.length === 0)
    return { verdict: 'confirmed', seen: findings.map(seenOf), afterMs };
  if (time < until) return undefined;
  if (time > until + GRACE_SAMPLES * view.radio.telemetryPeriodMs)
    return {
      verdict: 'not confirmed',
      seen: missedInTime(observation, criteria),
      afterMs: until - startTime,
    };
  if (missing.length > 0) return { verdict: 'not confirmed', seen: missing.map(seenOf), afterMs };
  const but = isDone ? 'late' : 'not carried out';
  return { verdict: 'not confirmed', seen: findings.map(seenOf), but, afterMs };
}

/** Sample periods of grace: the first evaluation after the end comes with the next sample. */
const GRACE_SAMPLES = 2;

const seenOf = ({ seen }: Finding): Seen => seen;

/** True if the command is no longer in progress and has had time to act, for a no-change criterion. */
function isCarriedOut(
  { activities }: SpacecraftView,
  { commandId, startTime }: Verification,
  time: EpochMs,
): boolean {
  const isInProgress = activities.some((activity) => activity.commandId === commandId);
  return !isInProgress && time - startTime >= SETTLES_MS;
}

/** Time for a command to act; shorter than any verification of a no-change criterion. */
const SETTLES_MS = 30 * MS_PER_S;

/** Evaluates late, when the state has changed: uses only samples from before the end. */
function missedInTime(observation: VerificationEvidence, { all }: Criteria): readonly Seen[] {
  const inChannels = all.filter(({ is }) => is === 'change' || is === 'hold' || is === 'slope');
  return inChannels
    .map((criterion) => evaluate(criterion, observation))
    .filter(({ isMet }) => !isMet)
    .map(seenOf);
}

export const verificationOf = ({
  commandId,
  expected,
  observed,
  verdict,
  until,
}: Verification): CommandVerification => ({
  commandId,
  expected,
  ...(observed !== undefined && { observed }),
  verdict,
  until,
});

/** Cap on the slice; the latest commands are kept. */
export const VERIFICATIONS_CAP = 200;

/** Merges verifications into the slice: see `mergeVerifications`. */
export const gatherVerifications = (
  held: readonly CommandVerification[],
  verifications: readonly Verification[],
): readonly CommandVerification[] => mergeVerifications(held, verifications.map(verificationOf));

/** Merges new verifications into the slice: a known command keeps its place, a new one comes last. */
export function mergeVerifications(
  held: readonly CommandVerification[],
  latest: readonly CommandVerification[],
): readonly CommandVerification[] {
  const news = new Map(latest.map((verification) => [verification.commandId, verification]));
  const known = new Set(held.map(({ commandId }) => commandId));
  const added = [...news.values()].filter(({ commandId }) => !known.has(commandId));
  return [...held.map((old) => news.get(old.commandId) ?? old), ...added].slice(-VERIFICATIONS_CAP);
}

/** Updates all verifications with a new sample; returns the same list if none has changed. */
export function observeVerifications(
  verifications: readonly Verification[],
  telemetry: readonly TelemetrySample[],
  view: SpacecraftView,
  time: EpochMs,
): readonly Verification[] {
  const observed = verifications.map((verification) =>
    observeVerification(verification, telemetry, view, time),
  );
  return observed.some((verification, index) => verification !== verifications[index])
    ? observed
    : verifications;
}

/** Shifts pending verifications after the clock moved back; their durations stay the same. */
export const shiftVerifications = (
  verifications: readonly Verification[],
  shiftMs: number,
): readonly Verification[] =>
  verifications.map((verification) =>
    verification.verdict === 'watching'
      ? {
          ...verification,
          startTime: addMs(verification.startTime, shiftMs),
          until: addMs(verification.until, shiftMs),
        }
      : verification,
  );
