import type { FaultName } from '../../shared/entities/faults.ts';
import type { SpacecraftMode } from '../../shared/entities/spacecraft.ts';
import { type EpochMs, MS_PER_S } from '../../shared/kit/units.ts';
import { expectFractions } from '../kit/expect-fractions.ts';

import { CONTAINED_SHARE, FDIR_RULES, isContained } from './fdir.ts';
import type { ActiveFault } from './model.ts';

/** Combined effects of the active faults on the model. */
export interface FaultEffects {
  /**
   * Battery: remaining share of the capacity, factor on the resistance, remaining share of the cells in
   * series.
   */
  readonly capacity: number;
  readonly resistance: number;
  readonly cells: number;
  /** Drop of the resting and the end-of-charge voltage, V. */
  readonly voltageDrop: number;
  readonly chargeLimitDrop: number;
  /** Leakage from the bus, W: always, and in eclipse only. */
  readonly leakW: number;
  readonly darkLeakW: number;
  /** Deployed share of the array, and remaining share of its current. */
  readonly deployed: number;
  readonly strings: number;
  /** Antenna misalignment, degrees; loss on every link, dB. */
  readonly misalignment: number;
  readonly signalLossDb: number;
  /** Offset of the bus's equilibrium, °C: a constant one, and that of a blocked radiator. */
  readonly cooling: number;
  readonly blocked: number;
  /** Share of the heaters that no thermostat turns off: 1 for all. */
  readonly heaterStuck: number;
  /** Attitude error of the control loop, degrees; its noise grows with it. */
  readonly wheel: number;
  readonly torque: number;
  /** Drift of the sensors, degrees per hour, and its limit. */
  readonly driftPerHour: number;
  readonly driftLimit: number;
  /** True if FDIR has shed the payload. */
  readonly isPayloadShed: boolean;
}

/** Mutable effects, while faults are added one by one. */
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

expectFractions(noEffects());

const HEALTHY: FaultEffects = noEffects();

/** Factor by which harmful commands raise a fault's strength, up to `MAX_STRENGTH`. */
export const WORSENING = 1.25;
export const MAX_STRENGTH = 1.6;

/** Returns the remaining share after a loss of `strength` times `lost`: at least a twentieth. */
const left = (lost: number, strength: number): number => Math.max(0.05, 1 - lost * strength);

/**
 * Effect of each fault at a strength (1 at onset). Each shows in a channel within a minute, in sunlight and
 * in eclipse; where the part itself shows nothing in eclipse, its effect on the bus or the attitude does.
 */
const FAULT_EFFECTS: Readonly<Record<FaultName, (effects: JoiningEffects, strength: number) => void>> = {
  /**
   * One cell has less capacity: its resting voltage is lower, and it is full before the others, which ends
   * the charge early.
   */
  'weak-cell'(effects, strength) {
    effects.capacity *= left(0.3, strength);
    effects.resistance += 0.4 * strength;
    effects.voltageDrop += 0.6 * strength;
    effects.chargeLimitDrop += 0.6 * strength;
  },
  /**
   * The cells' resistance has nearly doubled. While charging, the voltage runs ahead, so that the monitor ends the
   * charge early.
   */
  'high-resistance'(effects, strength) {
    effects.resistance += 0.8 * strength;
    effects.chargeLimitDrop += 0.3 * strength;
  },
  /** Six of seven cells are left, their neighbours damaged by heat, and the short drains charge. */
  'cell-short'(effects, strength) {
    effects.cells *= left(1 / 7, Math.min(1, strength));
    effects.capacity *= left(0.3, strength);
    effects.voltageDrop += 1.6 * strength;
    effects.chargeLimitDrop += 1.6 * strength;
    effects.leakW += 10 * strength;
  },
  /**
   * A quarter of the current is lost; in eclipse the battery leaks through the broken diode of the string.
   */
  'open-string'(effects, strength) {
    effects.strings *= left(0.25, strength);
    effects.darkLeakW += 55 * strength;
  },
  /** Half of the array is retracted; the asymmetry disturbs the attitude. */
  'wing-folded'(effects, strength) {
    effects.deployed *= left(0.5, strength);
    effects.torque += 0.65 * strength;
  },
  /** The array is edge-on to the Sun, and its stalled drive keeps acting on the wheels. */
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

export function fullEffects(name: FaultName): FaultEffects {
  const effects = noEffects();
  FAULT_EFFECTS[name](effects, 1);
  return effects;
}

/** Attitude shock at the onset of a fault, degrees; it decays like that of a sunrise. */
export const ONSET_DISTURBANCE: Readonly<Partial<Record<FaultName, number>>> = {
  'wing-folded': 1,
  'drive-stuck': 1,
  'wheel-friction': 0.9,
  'wheel-failing': 0.9,
};

/** Returns the strength of a fault at an instant: full until containment or recovery. */
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

/** True if the effects of faults are the same at two instants in the same mode. */
function areSteady(faults: readonly ActiveFault[], one: EpochMs, other: EpochMs): boolean {
  for (const { mending, plan } of faults) {
    if (mending || isContained(plan, one) !== isContained(plan, other)) return false;
  }
  return true;
}

/** Last effects computed; cached because most forecast steps have those of the step before. */
let latest:
  | {
      readonly faults: readonly ActiveFault[];
      readonly time: EpochMs;
      readonly mode: SpacecraftMode;
      readonly effects: FaultEffects;
    }
  | undefined;

/**
 * Combines the effects of the faults at an instant. The safe configuration uses the redundant units, so that every
 * fault is contained outside NOMINAL.
 */
export function gatherEffects(
  faults: readonly ActiveFault[],
  time: EpochMs,
  mode: SpacecraftMode,
): FaultEffects {
  if (faults.length === 0) return HEALTHY;
  if (latest?.faults === faults && latest.mode === mode && areSteady(faults, latest.time, time)) {
    return latest.effects;
  }
  const effects = joinEffects(faults, time, mode);
  latest = { faults, time, mode, effects };
  return effects;
}

function joinEffects(faults: readonly ActiveFault[], time: EpochMs, mode: SpacecraftMode): FaultEffects {
  const effects = noEffects();
  for (const fault of faults) {
    FAULT_EFFECTS[fault.name](effects, presentStrength(fault, time, mode));
    if (FDIR_RULES[fault.name].shedsPayload && isContained(fault.plan, time)) effects.isPayloadShed = true;
  }
  return effects;
}
