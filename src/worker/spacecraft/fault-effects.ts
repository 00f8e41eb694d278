import type { SpacecraftMode } from '../../shared/spacecraft.ts';
import { type EpochMs, MS_PER_S } from '../../shared/units.ts';
import type { FaultName } from './fault-kinds.ts';
import { CONTAINED_SHARE, FDIR_RULES, isContained } from './fdir.ts';
import type { ActiveFault } from './model.ts';

/** What the active faults do to the model, all together. */
export interface FaultEffects {
  /** Battery: share of the capacity left, factor on the resistance, share of the cells in series left. */
  readonly capacity: number;
  readonly resistance: number;
  readonly cells: number;
  /** Volts that the battery rests lower by, and that its charging ends lower by. */
  readonly voltageDrop: number;
  readonly chargeLimitDrop: number;
  /** Watts that leak from the bus: always, and in the dark alone. */
  readonly leakW: number;
  readonly darkLeakW: number;
  /** Share of the array that is deployed, and that is left of its current. */
  readonly deployed: number;
  readonly strings: number;
  /** Antenna off its direction, degrees; loss on every link, dB. */
  readonly misalignment: number;
  readonly signalLossDb: number;
  /** °C at the bus's equilibrium: a constant one, and what the radiator would have carried away. */
  readonly cooling: number;
  readonly blocked: number;
  /** Heaters that no thermostat turns off: 1 for all of them. */
  readonly heaterStuck: number;
  /** Degrees that the control loop stands off; its noise grows with `wheel`. */
  readonly wheel: number;
  readonly torque: number;
  /** The sensors' drift in degrees an hour, and where it ends. */
  readonly driftPerHour: number;
  readonly driftLimit: number;
  /** FDIR has shed the payload. */
  readonly isPayloadShed: boolean;
}

/** The effects while one fault after the other joins them. */
type JoiningEffects = { -readonly [Name in keyof FaultEffects]: FaultEffects[Name] };

export const noEffects = (): JoiningEffects => ({
  capacity: 1,
  resistance: 1,
  cells: 1,
  voltageDrop: 0,
  chargeLimitDrop: 0,
  leakW: 0,
  darkLeakW: 0,
  deployed: 1,
  strings: 1,
  misalignment: 0,
  signalLossDb: 0,
  cooling: 0,
  blocked: 0,
  heaterStuck: 0,
  wheel: 0,
  torque: 0,
  driftPerHour: 0,
  driftLimit: 0,
  isPayloadShed: false,
});

const HEALTHY: FaultEffects = noEffects();

/** Commands that do harm raise a fault's strength by this factor, up to `MAX_STRENGTH`. */
export const WORSENING = 1.25;
export const MAX_STRENGTH = 1.6;

/** The share that is left when `strength` times `lost` of it is gone: never below a twentieth. */
const left = (lost: number, strength: number): number => Math.max(0.05, 1 - lost * strength);

/**
 * What each fault does at a strength (1 as it appears). Each shows in a channel within a minute, in sunlight and in the
 * Earth's shadow alike; where the part itself shows nothing in the dark, what it does to the bus or the attitude does.
 */
const FAULT_EFFECTS: Readonly<Record<FaultName, (effects: JoiningEffects, strength: number) => void>> = {
  /** One cell holds less: it rests lower, and is full before the others, which ends the charge early. */
  'weak-cell'(effects, strength) {
    effects.capacity *= left(0.3, strength);
    effects.resistance += 0.4 * strength;
    effects.voltageDrop += 0.6 * strength;
    effects.chargeLimitDrop += 0.6 * strength;
  },
  /** A cell's resistance has doubled. While charging its voltage runs ahead, so that its monitor ends the charge early. */
  'high-resistance'(effects, strength) {
    effects.resistance += 0.8 * strength;
    effects.chargeLimitDrop += 0.3 * strength;
  },
  /** Six cells of seven are left, their neighbours hurt by the heat, and the short eats charge. */
  'cell-short'(effects, strength) {
    effects.cells *= left(1 / 7, Math.min(1, strength));
    effects.capacity *= left(0.3, strength);
    effects.voltageDrop += 1.6 * strength;
    effects.chargeLimitDrop += 1.6 * strength;
    effects.leakW += 10 * strength;
  },
  /** A quarter of the current is gone; through the string's broken diode the battery leaks back into it in the dark. */
  'open-string'(effects, strength) {
    effects.strings *= left(0.25, strength);
    effects.darkLeakW += 55 * strength;
  },
  /** Half of the array is folded away; the lopsided spacecraft stands off its attitude. */
  'wing-folded'(effects, strength) {
    effects.deployed *= left(0.5, strength);
    effects.torque += 0.65 * strength;
  },
  /** The array stands edge-on, and its stalled drive keeps pushing against the wheels. */
  'drive-stuck'(effects, strength) {
    effects.strings *= left(0.85, strength);
    effects.leakW += 30 * strength;
    effects.torque += 3.6 * strength;
  },
  'antenna-off'(effects, strength) {
    effects.misalignment += 4 * strength;
  },
  'gimbal-slip'(effects, strength) {
    effects.misalignment += 6.5 * strength;
  },
  'receiver-detuned'(effects, strength) {
    effects.signalLossDb += 1.2 * strength;
  },
  'heater-stuck-on'(effects, strength) {
    effects.heaterStuck = Math.max(effects.heaterStuck, strength);
  },
  'radiator-blocked'(effects, strength) {
    effects.blocked = Math.max(effects.blocked, strength);
  },
  'louvre-open'(effects, strength) {
    effects.cooling += 20 * strength;
  },
  'wheel-friction'(effects, strength) {
    effects.wheel += 0.8 * strength;
  },
  'wheel-failing'(effects, strength) {
    effects.wheel += 3.4 * strength;
  },
  'gyro-drift'(effects, strength) {
    effects.driftPerHour += 48 * strength;
    effects.driftLimit = Math.max(effects.driftLimit, Math.min(1, 0.9 * strength));
  },
};

/** The shock with which a fault appears, in degrees; it decays as that of a sunrise does. */
export const ONSET_DISTURBANCE: Readonly<Partial<Record<FaultName, number>>> = {
  'wing-folded': 1,
  'drive-stuck': 1,
  'wheel-friction': 0.9,
  'wheel-failing': 0.9,
};

/** How much of a fault is left at an instant: all of it until it is contained or being mended. */
function presentStrength(
  { strength, plan, mending }: ActiveFault,
  time: EpochMs,
  mode: SpacecraftMode,
): number {
  const present = mode !== 'NOMINAL' || isContained(plan, time) ? strength * CONTAINED_SHARE : strength;
  if (!mending) return present;
  const share = (mending.until - time) / Math.max(MS_PER_S, mending.until - mending.from);
  return present * Math.min(1, Math.max(0, share));
}

/**
 * What the faults do at an instant, all together. The safe configuration runs on the redundant units, so that outside of
 * NOMINAL every fault is contained.
 */
export function gatherEffects(
  faults: readonly ActiveFault[],
  time: EpochMs,
  mode: SpacecraftMode,
): FaultEffects {
  if (faults.length === 0) return HEALTHY;
  const effects = noEffects();
  for (const fault of faults) {
    FAULT_EFFECTS[fault.name](effects, presentStrength(fault, time, mode));
    if (FDIR_RULES[fault.name].shedsPayload && isContained(fault.plan, time)) effects.isPayloadShed = true;
  }
  return effects;
}
