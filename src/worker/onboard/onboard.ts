import type { CommandName } from '../../shared/entities/entities.ts';
import { type EpochMs, MS_PER_S } from '../../shared/kit/units.ts';
import { TELEMETRY_ON, TIME_JUMP } from '../../shared/packets/events.ts';
import type { LinkProfile } from '../../shared/packets/link.ts';
import { STRUCTURE_NAMES, STRUCTURES, type Structure } from '../../shared/packets/table.ts';
import type { SpacecraftState } from '../spacecraft/model.ts';
import type { PropagatedSpacecraft } from '../spacecraft/propagate.ts';
import { reportCondition, reportFdir, sendEvent } from './events.ts';
import { createOutput, type Output } from './output.ts';
import type { Craft } from './readings.ts';
import { hasLink, type OnboardStep, sendOrStore, sendStructure } from './sending.ts';
import { beginOnboard, type Housekeeping, type OnboardState } from './state.ts';
import { stepDump } from './store.ts';
import { reportFailure, reportStage } from './verification.ts';

/**
 * The software on board: PUS services 1 (verification), 3 (housekeeping), 5 (events), 8 (functions), 11 (schedule),
 * 15 (packet store) and 17 (test). Its packets follow from the spacecraft before and after a step, and from received
 * telecommands.
 */

/**
 * Begins packet telemetry, or begins it again after a gap: an event, and each structure once.
 * @param profile of the link; by default as it was, and `open` at first
 */
export function beginTelemetry(
  held: OnboardState | undefined,
  craft: Craft,
  time: EpochMs,
  profile?: LinkProfile,
): OnboardStep {
  const begun = held ?? beginOnboard(craft.spacecraft);
  const onboard = profile ? withLink(begun, { profile }) : begun;
  const output = createOutput(onboard.counters, time);
  sendEvent(output, onboard, TELEMETRY_ON, craft.spacecraft);
  for (const name of STRUCTURE_NAMES) sendStructure(output, name, craft, onboard);
  return sendOrStore(onboard, output, craft.spacecraft);
}

/** True while telemetry is reduced to what the low-gain antenna carries. */
const isReduced = ({ antenna, mode }: SpacecraftState): boolean => antenna !== 'high' || mode === 'SURVIVAL';

/** True if a structure is due: intervals lie on a UTC grid, like everything periodic. */
function isDue(
  { reducedIntervalS }: Structure,
  { isOn, intervalS }: Housekeeping,
  spacecraft: SpacecraftState,
  time: EpochMs,
): boolean {
  if (!isOn) return false;
  if (!isReduced(spacecraft)) return time % (intervalS * MS_PER_S) === 0;
  if (reducedIntervalS === undefined) return false;
  return time % (Math.max(intervalS, reducedIntervalS) * MS_PER_S) === 0;
}

/** Functions whose purpose SURVIVAL ends: it switches off the transmitter. */
const CUT_BY_SURVIVAL: readonly CommandName[] = ['Data Downlink'];

/** Reports the functions that have ended, and returns the software with the others. */
function closeRequests(output: Output, onboard: OnboardState, spacecraft: SpacecraftState): OnboardState {
  const requests = onboard.requests.filter((open) => {
    const activity = spacecraft.activities.find(({ name }) => name === open.name);
    if (spacecraft.mode === 'SURVIVAL' && CUT_BY_SURVIVAL.includes(open.name)) {
      output.count('failed');
      reportFailure(output, open.request, 'cutBySurvival');
      return false;
    }
    if (activity?.commandId === open.commandId) return true;
    if (activity) {
      output.count('failed');
      reportFailure(output, open.request, 'superseded');
    } else {
      output.count('completed');
      reportStage(output, open, 'completion');
    }
    return false;
  });
  return requests.length === onboard.requests.length ? onboard : { ...onboard, requests };
}

/** Generates the packets of a step of the spacecraft. */
export function stepOnboard(
  held: OnboardState,
  before: PropagatedSpacecraft,
  after: PropagatedSpacecraft,
  craft: Omit<Craft, 'spacecraft'>,
): OnboardStep {
  const { spacecraft, time } = after;
  const output = createOutput(held.counters, time);
  reportFdir(output, held, before, after);
  const reported = reportCondition(output, held, spacecraft);
  const onboard = closeRequests(output, reported, spacecraft);
  for (const name of STRUCTURE_NAMES) {
    if (isDue(STRUCTURES[name], onboard.housekeeping[name], spacecraft, time)) {
      sendStructure(output, name, { ...craft, spacecraft }, onboard);
    }
  }
  return dumpFor(onboard, output, spacecraft, (time - before.time) / MS_PER_S);
}

/** Ends a step: over a link, packets of a dump go before those that the step has generated. */
function dumpFor(
  held: OnboardState,
  output: Output,
  spacecraft: SpacecraftState,
  seconds: number,
): OnboardStep {
  if (!held.store.dump || !hasLink(held, spacecraft)) return sendOrStore(held, output, spacecraft);
  const { store, packets, ended } = stepDump(
    held.store,
    spacecraft,
    held.link.profile,
    Math.min(seconds, LONGEST_DUMP_STEP_S),
  );
  if (ended) reportStage(output, ended, 'completion');
  const { onboard, packets: own } = sendOrStore({ ...held, store }, output, spacecraft);
  return { onboard, packets: [...packets, ...own] };
}

/** What changes how the link works. */
export interface LinkChange {
  readonly profile?: LinkProfile | undefined;
  /** Probability that a bit is wrong, 0 to `MOST_BIT_ERRORS`. */
  readonly bitErrorRate?: number | undefined;
}

/** Changes how the link works; what a change does not name stays as it is. */
export function withLink(onboard: OnboardState, change: LinkChange): OnboardState {
  const { bitErrorRate: held, ...link } = onboard.link;
  const { profile = link.profile, bitErrorRate = held } = change;
  return { ...onboard, link: { ...link, profile, ...(bitErrorRate && { bitErrorRate }) } };
}

/** Reports a jump of mission time. */
export function reportJump(onboard: OnboardState, spacecraft: SpacecraftState, time: EpochMs): OnboardStep {
  const output = createOutput(onboard.counters, time);
  sendEvent(output, onboard, TIME_JUMP, spacecraft);
  return sendOrStore(onboard, output, spacecraft);
}

/** A longer step has jumped over time without a link. */
const LONGEST_DUMP_STEP_S = 60;
