import type { FaultName } from '../../../shared/entities/faults.ts';
import type { SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import { addMs, type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { remember } from '../../kit/remember.ts';

import { FDIR_RULES, type FdirPlan, RETRY_MIN } from '../../spacecraft/fdir.ts';
import { byAbout } from './forecast-text.ts';

/**
 * The ground's knowledge of on-board FDIR: its rules for each possible cause, and its plan for the fault once the
 * spacecraft has reported it.
 */
export interface KnownFdir {
  readonly causes: readonly FaultName[];
  /** Onset of the fault, from which FDIR's times count. */
  readonly onset: EpochMs;
  /** The plan, once its containment or the end of the fault has been reported. */
  readonly plan?: FdirPlan | undefined;
  /** Time of the newest sample, up to which the reports are complete. */
  readonly heardAt: EpochMs;
  readonly view?: SpacecraftView | undefined;
}

/**
 * `retry`: a retry may still clear the fault; `switch`: none has, and the redundant unit is next; `passive`: FDIR's
 * times have passed without action; `reported`: the spacecraft has reported FDIR's action.
 */
export type FdirStage = 'retry' | 'switch' | 'passive' | 'reported';

/** Expected FDIR actions and their latest times. */
export interface FdirExpectation {
  readonly stage: FdirStage;
  /** Latest time at which a retry clears the fault. */
  readonly clearedBy?: EpochMs;
  /** Latest time at which the redundant unit takes over. */
  readonly containedBy?: EpochMs;
  /** True if FDIR may not have detected the fault, as no retry has cleared it; it then does not act. */
  readonly needsDetection: boolean;
  /** Latest time at which a reconfiguration ends the fault, once reported. */
  readonly endedBy?: EpochMs;
  /** True if safe mode limits the effect, false for the redundant unit; once reported. */
  readonly isSafed: boolean;
  /** True if the payload is off until the fault ends. */
  readonly isPayloadShed: boolean;
}

/** Returns the latest instant at which a retry clears a fault. */
export const retriedBy = (onset: EpochMs): EpochMs => addMs(onset, RETRY_MIN[1] * MS_PER_MIN);

/** Minutes after the onset within which FDIR switches to the redundant unit, for any of the causes. */
const switchMin = remember((causes: readonly FaultName[]): number =>
  Math.max(RETRY_MIN[1], ...causes.map((cause) => FDIR_RULES[cause].containMin[1])),
);

/** Returns the latest instant at which FDIR switches to the redundant unit. */
export const switchedBy = (causes: readonly FaultName[], onset: EpochMs): EpochMs =>
  addMs(onset, switchMin(causes) * MS_PER_MIN);

export function fdirStage({ causes, onset, plan, heardAt }: KnownFdir): FdirStage {
  if (plan) return 'reported';
  if (heardAt <= retriedBy(onset)) return 'retry';
  return heardAt <= switchedBy(causes, onset) ? 'switch' : 'passive';
}

export function expectFdir(known: KnownFdir): FdirExpectation {
  const { causes, onset, plan } = known;
  const stage = fdirStage(known);
  const isSafed = plan?.course === 'safed';
  const isPayloadShed = causes.every((cause) => FDIR_RULES[cause].shedsPayload) && !isSafed;
  const needsDetection = stage === 'switch' && causes.some((cause) => (FDIR_RULES[cause].lasting ?? 0) > 0);
  return {
    stage,
    needsDetection,
    isSafed,
    isPayloadShed,
    ...(stage === 'retry' && { clearedBy: retriedBy(onset) }),
    ...((stage === 'retry' || stage === 'switch') && { containedBy: switchedBy(causes, onset) }),
    ...(plan?.clearedAt !== undefined && { endedBy: plan.clearedAt }),
  };
}

/** Describes the expected FDIR actions in a sentence or two. */
export function fdirSentence(
  { stage, clearedBy, containedBy, needsDetection, endedBy, isSafed, isPayloadShed }: FdirExpectation,
  view: SpacecraftView | undefined,
  now: EpochMs,
): string {
  if (stage === 'reported') {
    const price = isPayloadShed ? '; the payload stays off until then' : '';
    const end =
      endedBy === undefined
        ? ''
        : ` A reconfiguration should end the fault ${byAbout(endedBy, now)}${price}.`;
    const isHeld = isSafed && view?.mode !== 'NOMINAL';
    const mode = isHeld
      ? ' Safe mode lasts until Attitude Adjustment, or for an orbit or more without a command.'
      : '';
    return `${isSafed ? 'Safe mode' : 'The redundant unit'} limits the effect.${end}${mode}`;
  }
  if (containedBy === undefined)
    return 'FDIR has not acted on it; only a command clears it, unless it becomes worse.';
  if (now >= (clearedBy ?? containedBy)) {
    return 'The next telemetry shows whether FDIR has acted on it.';
  }
  const contains = byAbout(containedBy, now);
  if (clearedBy === undefined) {
    const price = isPayloadShed ? ', with the payload off until the fault ends' : '';
    if (needsDetection) {
      return `FDIR has not cleared it. If it has detected it, it contains it ${contains}${price}.`;
    }
    return `FDIR has not cleared it and should contain it ${contains}${price}.`;
  }
  const clears = byAbout(clearedBy, now);
  return clears === contains
    ? `FDIR should clear or contain it ${clears}.`
    : `FDIR should clear it ${clears}, or contain it ${contains}.`;
}
