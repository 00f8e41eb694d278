import { approachOver } from './decay.ts';
import type { Environment } from './environment.ts';
import type { FaultEffects } from './fault-effects.ts';
import { isInProgress, type MutableSpacecraft, type SpacecraftState } from './model.ts';

/** Two thermal nodes: the heavy bus and the light array. */
const busApproach = approachOver(2700);
const arrayApproach = approachOver(480);
const NOMINAL_DISSIPATION_W = 225;
const C_PER_W = 0.08;

const HEATER_ON_BELOW = -5;
const HEATER_OFF_ABOVE = 0;
const HEATER_W = 40;
const HEATER_C = 12;
/** Both heater strings, when nothing turns them off. */
const STUCK_HEATER_W = 60;
const STUCK_HEATER_C = 24;
/** In survival mode a small battery heater is always on. */
const SURVIVAL_HEATER_W = 30;
const SURVIVAL_HEATER_C = 9;

/** Warming by a blocked radiator, reduced because the hot bus radiates by other paths. */
const BLOCKED_C = 78;
const BLOCKED_RELIEF = 0.5;
const BLOCKED_RELIEF_ABOVE = 20;

/** Thermal Control drives louvre and heaters towards this bus temperature, within their range. */
const CONTROL_SETPOINT = 18;
const CONTROL_GAIN = 1.5;
const CONTROL_REACH_C = 12;

/** A fault acts within seconds; its thermal effect takes longer. */
const onsetApproach = approachOver(10);
const recoveryApproach = approachOver(200);

export function stepHeaters(craft: MutableSpacecraft, { heaterStuck }: FaultEffects): void {
  craft.isHeaterOn = craft.busTemperature < (craft.isHeaterOn ? HEATER_OFF_ABOVE : HEATER_ON_BELOW);
  const regular = craft.mode === 'SURVIVAL' ? SURVIVAL_HEATER_W : craft.isHeaterOn ? HEATER_W : 0;
  craft.heaterLoadW = Math.max(regular, STUCK_HEATER_W * heaterStuck);
}

function heaterC({ mode, isHeaterOn }: SpacecraftState, { heaterStuck }: FaultEffects): number {
  const regular = mode === 'SURVIVAL' ? SURVIVAL_HEATER_C : isHeaterOn ? HEATER_C : 0;
  return Math.max(regular, STUCK_HEATER_C * heaterStuck);
}

function controlC(state: SpacecraftState): number {
  if (!isInProgress(state, 'Thermal Control')) return 0;
  const wanted = CONTROL_GAIN * (CONTROL_SETPOINT - state.busTemperature);
  return Math.max(-CONTROL_REACH_C, Math.min(CONTROL_REACH_C, wanted));
}

export function busEquilibrium(
  state: SpacecraftState,
  { light, betaSine }: Environment,
  effects: FaultEffects,
): number {
  const dissipatedW = state.busLoadW + state.payloadLoadW + state.transmitterLoadW + state.activityLoadW;
  return (
    -12 +
    42 * light +
    6 * Math.abs(betaSine) * light +
    C_PER_W * (dissipatedW - NOMINAL_DISSIPATION_W) +
    heaterC(state, effects) +
    controlC(state) +
    state.thermalOffset
  );
}

/** Returns the offset of the equilibrium by the faults in full effect, °C. */
const faultOffset = ({ busTemperature }: SpacecraftState, { cooling, blocked }: FaultEffects): number =>
  blocked * (BLOCKED_C - BLOCKED_RELIEF * Math.max(0, busTemperature - BLOCKED_RELIEF_ABOVE)) - cooling;

export function stepTemperatures(
  craft: MutableSpacecraft,
  environment: Environment,
  effects: FaultEffects,
  dtS: number,
): void {
  const offset = faultOffset(craft, effects);
  const isGrowing = Math.abs(offset) > Math.abs(craft.thermalOffset);
  craft.thermalOffset +=
    (offset - craft.thermalOffset) * (isGrowing ? onsetApproach(dtS) : recoveryApproach(dtS));
  const target = busEquilibrium(craft, environment, effects);
  craft.busTemperature += (target - craft.busTemperature) * busApproach(dtS);
  const arrayTarget = -75 + 135 * environment.light;
  craft.arrayTemperature += (arrayTarget - craft.arrayTemperature) * arrayApproach(dtS);
}
