import type { SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import { addMs, type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { remember } from '../../kit/remember.ts';
import type { FaultName } from '../../spacecraft/fault-kinds.ts';
import { FDIR_RULES, type FdirPlan, RETRY_MIN } from '../../spacecraft/fdir.ts';
import { byAbout } from './forecast-text.ts';

/**
 * What the ground knows of on-board FDIR: its rules for each cause that fits, and its plan for the fault once the
 * spacecraft has reported it.
 */
export interface KnownFdir {
  readonly causes: readonly FaultName[];
  /** Onset of the fault, which starts FDIR's times. */
  readonly onset: EpochMs;
  /** The plan, once its containment or the end of the fault has been reported. */
  readonly plan?: FdirPlan | undefined;
  /** Time of the newest sample: until then nothing else has been reported. */
  readonly heardAt: EpochMs;
  readonly view?: SpacecraftView | undefined;
}

/**
 * `retry`: a retry may still clear the fault; `switch`: it has not, and the redundant unit is next; `passive`: FDIR has
 * let its times pass; `reported`: the spacecraft has reported what FDIR does.
 */
export type FdirStage = 'retry' | 'switch' | 'passive' | 'reported';

/** FDIR's expected actions, and by when. */
export interface FdirExpectation {
  readonly stage: FdirStage;
  /** A retry clears the fault by then, */
  readonly clearedBy?: EpochMs;
  /** or the redundant unit takes over by then. */
  readonly containedBy?: EpochMs;
  /** Since no retry has cleared it, FDIR may well not have detected it: then it acts no more. */
  readonly isIfDetected: boolean;
  /** Once reported: a reconfiguration ends the fault by then. */
  readonly endedBy?: EpochMs;
  /** What limits the effect, once reported. */
  readonly isSafed: boolean;
  /** Its price: the payload is off until the fault ends. */
  readonly isPayloadShed: boolean;
}

/** Latest instant at which a retry clears a fault. */
const retriedBy = (onset: EpochMs): EpochMs => addMs(onset, RETRY_MIN[1] * MS_PER_MIN);

/** Minutes after the onset within which FDIR switches to the redundant unit, whichever cause it is. */
const switchMin = remember((causes: readonly FaultName[]): number =>
  Math.max(RETRY_MIN[1], ...causes.map((cause) => FDIR_RULES[cause].containMin[1])),
);

/** Latest instant at which FDIR switches to the redundant unit. */
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
  const isIfDetected = stage === 'switch' && causes.some((cause) => (FDIR_RULES[cause].lasting ?? 0) > 0);
  return {
    stage,
    isIfDetected,
    isSafed,
    isPayloadShed,
    ...(stage === 'retry' && { clearedBy: retriedBy(onset) }),
    ...((stage === 'retry' || stage === 'switch') && { containedBy: switchedBy(causes, onset) }),
    ...(plan?.clearedAt !== undefined && { endedBy: plan.clearedAt }),
  };
}

/** FDIR's expected actions, in a sentence or two. */
export function fdirSentence(
  { stage, clearedBy, containedBy, isIfDetected, endedBy, isSafed, isPayloadShed }: FdirExpectation,
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
    if (isIfDetected) {
      return `FDIR has not cleared it. If it has detected it, it contains it ${contains}${price}.`;
    }
    return `FDIR has not cleared it and should contain it ${contains}${price}.`;
  }
  const clears = byAbout(clearedBy, now);
  return clears === contains
    ? `FDIR should clear or contain it ${clears}.`
    : `FDIR should clear it ${clears}, or contain it ${contains}.`;
}
