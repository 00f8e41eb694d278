import { describe, expect, it } from 'vitest';
import type { Environment } from '../../../../src/worker/spacecraft/environment.ts';
import { type FaultEffects, noEffects } from '../../../../src/worker/spacecraft/fault-effects.ts';
import {
  copyOf,
  INITIAL_SPACECRAFT,
  type MutableSpacecraft,
  type SpacecraftState,
} from '../../../../src/worker/spacecraft/model.ts';
import { busEquilibrium, stepHeaters, stepTemperatures } from '../../../../src/worker/spacecraft/thermal.ts';
import { DARK, SUNLIT } from '../../../support/environment.ts';
import { later, T0 } from '../../../support/mission.ts';

/** 225 W of loads, for which the equilibrium is specified. */
const NOMINAL: Partial<SpacecraftState> = {
  busLoadW: 165,
  payloadLoadW: 60,
  transmitterLoadW: 0,
  activityLoadW: 0,
  thermalOffset: 0,
  isHeaterOn: false,
};
const craftOf = (told: Partial<SpacecraftState> = {}): MutableSpacecraft =>
  copyOf({ ...INITIAL_SPACECRAFT, ...NOMINAL, ...told });
const effectsOf = (told: Partial<FaultEffects>): FaultEffects => ({ ...noEffects(), ...told });
const CONTROL = {
  commandId: 'command-1',
  name: 'Thermal Control',
  startTime: T0,
  endTime: later(600_000),
} as const;

describe('the bus', () => {
  const equilibrium = (
    environment: Environment,
    told: Partial<SpacecraftState> = {},
    effects: Partial<FaultEffects> = {},
  ) => busEquilibrium(craftOf(told), environment, effectsOf(effects));

  it('tends to 30 °C in sunlight and −12 °C in eclipse, slightly more at oblique incidence', () => {
    expect(equilibrium(SUNLIT)).toBeCloseTo(30, 9);
    expect(equilibrium(DARK)).toBeCloseTo(-12, 9);
    for (const betaSine of [0.5, -0.5]) expect(equilibrium({ ...SUNLIT, betaSine })).toBeCloseTo(33, 9);
    expect(equilibrium({ ...DARK, betaSine: 0.5 })).toBeCloseTo(-12, 9);
  });

  it('is warmed by every load, 0.08 °C for each watt, and by the heat that a fault retains', () => {
    for (const load of ['transmitterLoadW', 'activityLoadW'] as const) {
      expect(equilibrium(SUNLIT, { [load]: 50 })).toBeCloseTo(34, 9);
    }
    expect(equilibrium(SUNLIT, { payloadLoadW: 10, busLoadW: 115 })).toBeCloseTo(22, 9);
    expect(equilibrium(SUNLIT, { thermalOffset: -7 })).toBeCloseTo(23, 9);
  });

  it('is warmed by its heater, by the battery’s in survival, and most by both stuck on', () => {
    expect(equilibrium(DARK, { isHeaterOn: true })).toBeCloseTo(0, 9);
    expect(equilibrium(DARK, { mode: 'SURVIVAL' })).toBeCloseTo(-3, 9);
    expect(equilibrium(DARK, { isHeaterOn: true }, { heaterStuck: 1 })).toBeCloseTo(12, 9);
    expect(equilibrium(DARK, { isHeaterOn: true }, { heaterStuck: 0.25 })).toBeCloseTo(0, 9);
  });

  it('is taken to 18 °C by Thermal Control, as far as 12 °C reach', () => {
    const control = (busTemperature: number) =>
      equilibrium(SUNLIT, { busTemperature, activities: [CONTROL] }) -
      equilibrium(SUNLIT, { busTemperature });
    expect(control(18)).toBeCloseTo(0, 9);
    expect(control(20)).toBeCloseTo(-3, 9);
    expect(control(16)).toBeCloseTo(3, 9);
    expect(control(50)).toBeCloseTo(-12, 9);
    expect(control(-20)).toBeCloseTo(12, 9);
  });

  it('converges with a time constant of 45 min, the array with 8 min', () => {
    const craft = craftOf({ busTemperature: 10, arrayTemperature: 0 });
    stepTemperatures(craft, SUNLIT, noEffects(), 480);
    expect(craft.busTemperature).toBeCloseTo(30 - 20 * Math.exp(-480 / 2700), 9);
    expect(craft.arrayTemperature).toBeCloseTo(60 * (1 - 1 / Math.E), 9);
    const dark = craftOf({ busTemperature: 0, arrayTemperature: 60 });
    stepTemperatures(dark, DARK, noEffects(), 480);
    expect(dark.arrayTemperature).toBeCloseTo(-75 + 135 / Math.E, 9);
  });
});

describe('a fault of the radiator', () => {
  const offsetAfter = (from: number, effects: Partial<FaultEffects>, dtS: number, busTemperature = 20) => {
    const craft = craftOf({ busTemperature, thermalOffset: from });
    stepTemperatures(craft, SUNLIT, effectsOf(effects), dtS);
    return craft.thermalOffset;
  };

  it('takes effect within seconds and is cleared within minutes', () => {
    expect(offsetAfter(0, { cooling: 30 }, 10)).toBeCloseTo(-30 * (1 - 1 / Math.E), 9);
    expect(offsetAfter(-30, {}, 200)).toBeCloseTo(-30 / Math.E, 9);
    expect(offsetAfter(30, { blocked: 0.1 }, 200)).toBeCloseTo(7.8 + (30 - 7.8) / Math.E, 9);
  });

  it('that is blocked keeps in less as the bus grows hot', () => {
    const settled = (busTemperature: number) => offsetAfter(0, { blocked: 1 }, 1000, busTemperature);
    expect(settled(0)).toBeCloseTo(78, 9);
    expect(settled(20)).toBeCloseTo(78, 9);
    expect(settled(60)).toBeCloseTo(58, 9);
  });
});

describe('the heater', () => {
  const heated = (told: Partial<SpacecraftState>, heaterStuck = 0) => {
    const craft = craftOf(told);
    stepHeaters(craft, effectsOf({ heaterStuck }));
    return [craft.isHeaterOn, craft.heaterLoadW];
  };

  it('switches on below −5 °C and off from 0 °C', () => {
    expect(heated({ busTemperature: -5.1 })).toEqual([true, 40]);
    expect(heated({ busTemperature: -5 })).toEqual([false, 0]);
    expect(heated({ busTemperature: -0.1, isHeaterOn: true })).toEqual([true, 40]);
    expect(heated({ busTemperature: 0, isHeaterOn: true })).toEqual([false, 0]);
  });

  it('draws 30 W in survival, and 60 W where it is stuck', () => {
    expect(heated({ busTemperature: 10, mode: 'SURVIVAL' })).toEqual([false, 30]);
    expect(heated({ busTemperature: 10 }, 1)).toEqual([false, 60]);
    expect(heated({ busTemperature: -10 }, 0.5)).toEqual([true, 40]);
  });
});
