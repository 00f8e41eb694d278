import type { SpacecraftMode } from '../../shared/entities/spacecraft.ts';
import type { EpochMs } from '../../shared/kit/units.ts';
import { drawNormal, type Streams } from '../kit/random.ts';
import { rememberLast } from '../kit/remember.ts';
import { approachOver, decayOver } from './decay.ts';
import type { FaultEffects } from './fault-effects.ts';
import { eventSum, isInProgress, type MutableSpacecraft, type SpacecraftState } from './model.ts';

/** Decay of the control loop's error and of a disturbance over a step. */
const loopDecay = decayOver(120);
const disturbanceDecay = decayOver(60);
/** Thermal shock of a sunrise or sunset, degrees. */
const EDGE_DISTURBANCE = 0.35;
const SLEW_OFFSET = 0.9;

/** Drift of the sensors: degrees per hour, and its limit. */
const DRIFT_PER_HOUR = 0.01;
export const DRIFT_LIMIT = 0.6;
/** Decay of a drift beyond that limit once its fault has ended. */
const driftDecay = decayOver(300);

const momentumApproach = approachOver(900);

/** Random stream of the control loop's noise. */
const streamOf = rememberLast((streams: Streams) => streams('attitude'));

/** Returns the error at which the control loop settles without a fault, degrees. */
export function loopTarget({ mode, isSunlit }: Pick<SpacecraftState, 'mode' | 'isSunlit'>): number {
  switch (mode) {
    case 'NOMINAL':
      return isSunlit ? 0.3 : 0.42;
    case 'SAFE':
      return 2;
    case 'SURVIVAL':
      return 2.5;
  }
}

/** Returns the standard deviation of the control loop's error, degrees. */
export const loopSigma = (mode: SpacecraftMode, { wheel }: FaultEffects): number =>
  (mode === 'NOMINAL' ? 0.1 : 0.3) * (1 + wheel / 3);

function stepDrift(craft: MutableSpacecraft, { driftPerHour, driftLimit }: FaultEffects, dtS: number): void {
  const limit = Math.max(DRIFT_LIMIT, driftLimit);
  craft.drift =
    craft.drift > limit
      ? limit + (craft.drift - limit) * driftDecay(dtS)
      : Math.min(limit, craft.drift + ((DRIFT_PER_HOUR + driftPerHour) * dtS) / 3600);
}

/** Returns the target of the wheels' momentum; friction and slews raise it. */
const momentumTarget = (wheel: number, isSlewing: boolean): number =>
  Math.min(0.97, 0.4 + 0.2 * wheel + (isSlewing ? 0.2 : 0));

export function stepAttitude(
  craft: MutableSpacecraft,
  isSunlit: boolean,
  effects: FaultEffects,
  time: EpochMs,
  dtS: number,
  streams: Streams | undefined,
): void {
  const isSlewing = isInProgress(craft, 'Attitude Adjustment');
  const hasCrossedEdge = isSunlit !== craft.isSunlit;
  craft.isSunlit = isSunlit;
  const target =
    loopTarget(craft) +
    effects.wheel +
    effects.torque +
    (isSlewing ? SLEW_OFFSET : 0) +
    eventSum(craft, 'attitudeOffset');
  const kept = loopDecay(dtS);
  const sigma = loopSigma(craft.mode, effects);
  const noise = streams ? sigma * Math.sqrt(1 - kept * kept) * drawNormal(streamOf(streams).at(time)) : 0;
  craft.attitudeError = target + (craft.attitudeError - target) * kept + noise;
  craft.disturbance = hasCrossedEdge
    ? Math.max(craft.disturbance, EDGE_DISTURBANCE)
    : craft.disturbance * disturbanceDecay(dtS);
  craft.wheelMomentum +=
    (momentumTarget(effects.wheel, isSlewing) - craft.wheelMomentum) * momentumApproach(dtS);
  stepDrift(craft, effects, dtS);
}
