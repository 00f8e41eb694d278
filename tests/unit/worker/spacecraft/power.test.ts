import { describe, expect, it } from 'vitest';
import type { Environment } from '../../../../src/worker/spacecraft/environment.ts';
import { type FaultEffects, noEffects } from '../../../../src/worker/spacecraft/fault-effects.ts';
import {
  copyOf,
  INITIAL_SPACECRAFT,
  type MutableSpacecraft,
  type SpacecraftState,
  totalLoadW,
} from '../../../../src/worker/spacecraft/model.ts';
import {
  batteryResistance,
  mostBatteryPowerW,
  openCircuitVoltage,
  restingVoltage,
  stepArray,
  stepBattery,
} from '../../../../src/worker/spacecraft/power.ts';
import { SUNLIT } from '../../../support/environment.ts';

const craftOf = (told: Partial<SpacecraftState>): MutableSpacecraft =>
  copyOf({ ...INITIAL_SPACECRAFT, ...told });
const effectsOf = (told: Partial<FaultEffects>): FaultEffects => ({ ...noEffects(), ...told });

describe('the array', () => {
  const WARM = { arrayTemperature: 60, deployedShare: 1, isSunlit: true } as const;
  function powerW(
    environment: Partial<Environment> = {},
    craft: Partial<SpacecraftState> = {},
    effects: Partial<FaultEffects> = {},
  ): number {
    const stepped = craftOf({ ...WARM, ...craft });
    stepArray(stepped, { ...SUNLIT, ...environment }, effectsOf(effects), 5);
    return stepped.arrayPowerW;
  }

  it('delivers the power of 2 m² of 29 % cells at 1 AU, less packing and losses', () => {
    expect(powerW()).toBeCloseTo(1361 * 2 * 0.29 * 0.9 * 0.85, 6);
  });

  it('follows the illumination, the square of the Sun distance, and its remaining share', () => {
    const whole = powerW();
    expect(powerW({ light: 0.5 })).toBeCloseTo(whole / 2, 9);
    expect(powerW({ light: 0 })).toBe(0);
    expect(powerW({ sunDistanceAu: 1.02 })).toBeCloseTo(whole / 1.02 ** 2, 9);
    expect(powerW({}, {}, { strings: 0.75 })).toBeCloseTo(0.75 * whole, 9);
    expect(powerW({}, { deployedShare: 0.5 }, { deployed: 0.5 })).toBeCloseTo(whole / 2, 9);
  });

  it('gives 0.22 % more for each degree that it is colder than 60 °C', () => {
    expect(powerW({}, { arrayTemperature: 10 }) / powerW()).toBeCloseTo(1.11, 9);
    expect(powerW({}, { arrayTemperature: 70 }) / powerW()).toBeCloseTo(0.978, 9);
  });

  it('turns to the Sun about one axis: the cosine of beta is left, up to 50°', () => {
    const share = (betaDeg: number) => powerW({ betaSine: Math.sin((betaDeg * Math.PI) / 180) }) / powerW();
    expect(share(30)).toBeCloseTo(Math.sqrt(3) / 2, 9);
    expect(share(-30)).toBeCloseTo(Math.sqrt(3) / 2, 9);
    expect(share(70)).toBeCloseTo(share(50), 9);
    expect(share(50)).toBeCloseTo(0.6428, 4);
    expect(powerW({ betaSine: 0.9 }, { mode: 'SAFE' }) / powerW()).toBeCloseTo(0.95, 9);
  });

  it('retracts at a twentieth a second and deploys at a hundredth, within its bounds', () => {
    const shareAfter = (deployedShare: number, deployed: number, dtS: number): number => {
      const craft = craftOf({ ...WARM, deployedShare });
      stepArray(craft, SUNLIT, effectsOf({ deployed }), dtS);
      return craft.deployedShare;
    };
    expect(shareAfter(1, 0.5, 4)).toBeCloseTo(0.8, 9);
    expect(shareAfter(1, 0.5, 60)).toBe(0.5);
    expect(shareAfter(0.5, 1, 4)).toBeCloseTo(0.54, 9);
    expect(shareAfter(0.5, 1, 60)).toBe(1);
    expect(shareAfter(1, 1, 5)).toBe(1);
  });

  it('has a mean efficiency that follows the present one in sunlight and is held in eclipse', () => {
    const efficiencyAfter = (isSunlit: boolean, dtS: number): number => {
      const craft = craftOf({ ...WARM, isSunlit, arrayEfficiency: 1 });
      stepArray(craft, SUNLIT, effectsOf({ strings: 0.5 }), dtS);
      return craft.arrayEfficiency;
    };
    // Two thirds of the way within its 100 s.
    expect(efficiencyAfter(true, 100)).toBeCloseTo(0.5 + 0.5 / Math.E, 9);
    expect(efficiencyAfter(false, 100)).toBe(1);
  });
});

describe('the battery', () => {
  const HEALTHY = noEffects();
  const R = 0.07;
  const AT_20 = { busTemperature: 20, soc: 0.5 } as const;
  const loads = (busLoadW: number) => ({
    busLoadW,
    payloadLoadW: 0,
    transmitterLoadW: 0,
    heaterLoadW: 0,
    activityLoadW: 0,
  });
  function stepped(
    told: Partial<SpacecraftState>,
    effects: Partial<FaultEffects> = {},
    dtS = 60,
  ): MutableSpacecraft {
    const craft = craftOf({ ...AT_20, arrayPowerW: 0, ...loads(200), ...told });
    stepBattery(craft, effectsOf(effects), dtS);
    return craft;
  }

  it('rests at the voltages of the model table for seven cells, interpolated linearly', () => {
    const charges = [0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
    const volts = [2.8, 3.0, 3.2, 3.38, 3.52, 3.6, 3.66, 3.73, 3.82, 3.92, 4.0, 4.07, 4.1];
    for (const [index, charge] of charges.entries()) {
      const volt = volts[index] ?? Number.NaN;
      expect(openCircuitVoltage(charge)).toBeCloseTo(7 * volt, 9);
      const [nextCharge, nextVolt] = [charges[index + 1], volts[index + 1]];
      if (nextCharge === undefined || nextVolt === undefined) continue;
      expect(openCircuitVoltage((charge + nextCharge) / 2)).toBeCloseTo((7 * (volt + nextVolt)) / 2, 9);
    }
  });

  it('rests higher the fuller it is, without a jump', () => {
    for (let share = 0; share < 1; share += 0.001) {
      const step = openCircuitVoltage(share + 0.001) - openCircuitVoltage(share);
      expect(step).toBeGreaterThan(0);
      expect(step).toBeLessThan(0.071); // a cell's 10 V for the first two percent
    }
  });

  it('supplies the power that the array does not', () => {
    const { batteryCurrentA, busVoltage, soc } = stepped({ arrayPowerW: 50 });
    expect(batteryCurrentA * busVoltage).toBeCloseTo(50 - 200, 9);
    expect(busVoltage).toBeCloseTo(openCircuitVoltage(0.5) + batteryCurrentA * R, 9);
    // A minute of that current out of 20 Ah.
    expect(soc).toBeCloseTo(0.5 + batteryCurrentA / 60 / 20, 12);
  });

  it('takes surplus power, with a loss of 1 %', () => {
    const { batteryCurrentA, busVoltage, soc } = stepped({ arrayPowerW: 300 });
    expect(batteryCurrentA * busVoltage).toBeCloseTo(100, 9);
    expect(soc).toBeCloseTo(0.5 + (0.99 * batteryCurrentA) / 60 / 20, 12);
  });

  it('is charged with 10 A at most, up to 28.7 V, and no further than full', () => {
    const most = stepped({ arrayPowerW: 900 });
    expect(most.batteryCurrentA).toBe(10);
    // Power that the array could deliver beyond that is not used.
    expect(totalLoadW(most)).toBe(200);
    const high = stepped({ arrayPowerW: 900, soc: 0.99 });
    expect(high.busVoltage).toBeCloseTo(28.7, 9);
    expect(high.batteryCurrentA).toBeGreaterThan(0);
    const full = stepped({ arrayPowerW: 900, soc: 1 });
    expect([full.batteryCurrentA, full.soc]).toEqual([0, 1]);
    // Over ten hours it takes no more than its missing charge, and the loss on that.
    const slowly = stepped({ arrayPowerW: 900, soc: 0.9 }, {}, 36_000);
    expect(slowly.soc).toBeCloseTo(1, 12);
    expect(slowly.batteryCurrentA).toBeCloseTo((0.1 * 20) / 10 / 0.99, 9);
  });

  it('has no current if the array power equals the loads', () => {
    const { batteryCurrentA, busVoltage, soc } = stepped({ arrayPowerW: 200 });
    expect(batteryCurrentA).toBeCloseTo(0, 12);
    expect(busVoltage).toBeCloseTo(openCircuitVoltage(0.5), 9);
    expect(soc).toBe(0.5);
  });

  it('delivers maximum power at half its voltage, and no more to a larger load', () => {
    const resting = openCircuitVoltage(0.5);
    const mostW = (resting / 2) ** 2 / R;
    expect(mostBatteryPowerW(craftOf(AT_20), HEALTHY)).toBeCloseTo(mostW, 6);
    const over = stepped({ ...loads(3 * mostW), payloadLoadW: mostW }, {}, 1);
    expect(over.busVoltage).toBeCloseTo(resting / 2, 9);
    expect(totalLoadW(over)).toBeCloseTo(mostW, 6);
    // Every load gets the same share of its demand.
    expect(over.busLoadW / over.payloadLoadW).toBeCloseTo(3, 9);
    expect(over.busLoadW).toBeCloseTo((3 / 4) * mostW, 6);
  });

  it('delivers nothing if empty, and only the remainder if nearly empty', () => {
    const empty = stepped({ soc: 0 });
    expect(empty.batteryCurrentA).toBeCloseTo(0, 12);
    expect(empty.soc).toBe(0);
    expect(totalLoadW(empty)).toBeCloseTo(0, 9);
    const little = stepped({ soc: 0.0001 });
    expect(little.soc).toBeCloseTo(0, 12);
    expect(-little.batteryCurrentA).toBeCloseTo(0.0001 * 20 * 60, 9);
    expect(totalLoadW(little)).toBeCloseTo(-little.batteryCurrentA * little.busVoltage, 9);
  });

  it('has more resistance in the cold, between −20 and 45 °C, and with a fault', () => {
    const at = (busTemperature: number, resistance = 1) =>
      batteryResistance(craftOf({ busTemperature }), effectsOf({ resistance }));
    expect(at(20)).toBeCloseTo(R, 12);
    expect(at(20, 3)).toBeCloseTo(3 * R, 12);
    // 1.8 % per degree.
    expect(at(10) / at(11)).toBeCloseTo(1.018, 3);
    expect(at(-20)).toBe(at(-40));
    expect(at(45)).toBe(at(80));
    expect(at(0) / at(20)).toBeCloseTo(at(20) / at(40), 9);
  });

  it('rests a seventh lower with one cell less, and lower by a voltage drop; never below 1 V', () => {
    const resting = (told: Partial<FaultEffects>) => restingVoltage(0.5, effectsOf(told));
    expect(resting({ cells: 6 / 7 })).toBeCloseTo((6 / 7) * openCircuitVoltage(0.5), 9);
    expect(resting({ voltageDrop: 2 })).toBeCloseTo(openCircuitVoltage(0.5) - 2, 9);
    expect(resting({ voltageDrop: 50 })).toBe(1);
    expect(stepped({ arrayPowerW: 900, soc: 0.95 }, { chargeLimitDrop: 0.05 }).busVoltage).toBeCloseTo(
      28.65,
      9,
    );
    expect(stepped({ arrayPowerW: 900, soc: 0.9 }, { cells: 6 / 7 }).busVoltage).toBeCloseTo(
      (6 / 7) * 28.7,
      9,
    );
    // Half the capacity: the same current takes twice the share.
    const half = stepped({}, { capacity: 0.5 });
    expect(0.5 - half.soc).toBeCloseTo(2 * (0.5 - stepped({}).soc), 9);
  });
});
