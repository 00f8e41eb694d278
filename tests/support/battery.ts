import type { EpochMs } from '../../src/shared/kit/units.ts';
import type { ActiveFault, SpacecraftState } from '../../src/worker/spacecraft/model.ts';

/** The battery model of docs/model.md, reimplemented from that page: it shares no rule with `src/worker`. */

const CELLS = 7;
const CAPACITY_AS = 20 * 3600;
const VOLTS_A_CELL = [
  [0, 2.8],
  [0.02, 3],
  [0.05, 3.2],
  [0.1, 3.38],
  [0.2, 3.52],
  [0.3, 3.6],
  [0.4, 3.66],
  [0.5, 3.73],
  [0.6, 3.82],
  [0.7, 3.92],
  [0.8, 4],
  [0.9, 4.07],
  [1, 4.1],
] as const;

interface BatteryFaults {
  capacity: number;
  resistance: number;
  cells: number;
  drop: number;
  limitDrop: number;
}

/** Acting share of a fault's strength: a quarter when contained or outside of NOMINAL, fading with its recovery. */
function actingStrength(
  { strength, plan, mending }: ActiveFault,
  isContained: boolean,
  time: EpochMs,
): number {
  if (plan.clearedAt !== undefined && plan.clearedAt <= time) return 0;
  const isSwitched = plan.containedAt !== undefined && plan.containedAt <= time;
  const acting = strength * (isContained || isSwitched ? 0.25 : 1);
  if (!mending) return acting;
  return acting * Math.min(1, Math.max(0, (mending.until - time) / (mending.until - mending.from)));
}

function batteryFaults({ faults, mode }: SpacecraftState, time: EpochMs): BatteryFaults {
  const sum: BatteryFaults = { capacity: 1, resistance: 1, cells: 1, drop: 0, limitDrop: 0 };
  for (const fault of faults) {
    const k = actingStrength(fault, mode !== 'NOMINAL', time);
    if (fault.name === 'weak-cell') {
      sum.capacity *= 1 - 0.3 * k;
      sum.resistance += 0.4 * k;
      sum.drop += 0.6 * k;
      sum.limitDrop += 0.6 * k;
    }
    if (fault.name === 'high-resistance') {
      sum.resistance += 0.8 * k;
      sum.limitDrop += 0.3 * k;
    }
    if (fault.name === 'cell-short') {
      sum.cells *= 1 - Math.min(1, k) / 7;
      sum.capacity *= 1 - 0.3 * k;
      sum.drop += 1.6 * k;
      sum.limitDrop += 1.6 * k;
    }
  }
  return sum;
}

function restingVolts(soc: number, { cells, drop }: BatteryFaults): number {
  const above = VOLTS_A_CELL.findIndex(([share]) => share >= soc);
  const [fromSoc, from] = VOLTS_A_CELL[Math.max(0, above - 1)] ?? [0, 0];
  const [toSoc, to] = VOLTS_A_CELL[Math.max(1, above)] ?? [1, 0];
  return CELLS * (from + ((soc - fromSoc) / (toSoc - fromSoc)) * (to - from)) * cells - drop;
}

const ohms = (temperature: number, { resistance }: BatteryFaults): number =>
  0.07 * resistance * Math.exp(0.018 * (20 - Math.min(45, Math.max(-20, temperature))));

/** Returns the maximum power of the battery, W. */
export function mostWatts(craft: SpacecraftState, time: EpochMs): number {
  const faults = batteryFaults(craft, time);
  return restingVolts(craft.soc, faults) ** 2 / (4 * ohms(craft.busTemperature, faults));
}

export interface BatteryStep {
  /** Power into the battery without the loss in its resistance, W; negative in a discharge. */
  readonly storedW: number;
  readonly lostW: number;
  /** Array power that is not used, W. */
  readonly shuntW: number;
  /** Change of the state of charge. */
  readonly charge: number;
}

/** Computes the effect of a step of `seconds` on a battery, given the array, loads and temperature after it. */
export function stepByTheBook(
  before: SpacecraftState,
  after: SpacecraftState,
  loadsW: number,
  time: EpochMs,
  seconds: number,
): BatteryStep {
  const faults = batteryFaults(before, time);
  const resting = restingVolts(before.soc, faults);
  const resistance = ohms(after.busTemperature, faults);
  const capacity = CAPACITY_AS * faults.capacity;
  const surplus = after.arrayPowerW - loadsW;
  const balanced =
    (-resting + Math.sqrt(Math.max(0, resting ** 2 + 4 * resistance * surplus))) / (2 * resistance);
  const room = ((1 - before.soc) * capacity) / (0.99 * seconds);
  const limited = Math.max(
    0,
    Math.min(balanced, 10, (28.7 * faults.cells - faults.limitDrop - resting) / resistance, room),
  );
  const current = surplus < 0 ? balanced : limited;
  const storedW = resting * current;
  const lostW = current ** 2 * resistance;
  return {
    storedW,
    lostW,
    shuntW: surplus < 0 ? 0 : surplus - storedW - lostW,
    charge: (current * (current > 0 ? 0.99 : 1) * seconds) / capacity,
  };
}
