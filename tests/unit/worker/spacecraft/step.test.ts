import { describe, expect, it } from 'vitest';
import type { FaultName } from '../../../../src/shared/entities/faults.ts';
import type { Environment } from '../../../../src/worker/spacecraft/environment.ts';

import { injectFault } from '../../../../src/worker/spacecraft/faults.ts';
import { INITIAL_SPACECRAFT, type SpacecraftState } from '../../../../src/worker/spacecraft/model.ts';
import { DARK, SUNLIT } from '../../../support/environment.ts';
import { later, T0 } from '../../../support/mission.ts';
import { stepSpacecraft } from '../../../support/spacecraft.ts';

const stepped = (
  told: Partial<SpacecraftState> = {},
  environment: Environment = SUNLIT,
  dtS = 5,
): SpacecraftState => stepSpacecraft({ ...INITIAL_SPACECRAFT, ...told }, environment, later(dtS * 1000), dtS);
const struck = (name: FaultName, told: Partial<SpacecraftState> = {}): SpacecraftState =>
  injectFault({ ...INITIAL_SPACECRAFT, ...told }, 'anomaly-1', name, T0);

describe('the loads of each mode', () => {
  const loads = ({ busLoadW, payloadLoadW, heaterLoadW }: SpacecraftState) => [
    busLoadW,
    payloadLoadW,
    heaterLoadW,
  ];

  it('are those of the model’s card', () => {
    expect(loads(stepped())).toEqual([165, 60, 0]);
    expect(loads(stepped({ mode: 'SAFE' }))).toEqual([95, 0, 0]);
    expect(loads(stepped({ mode: 'SURVIVAL', soc: 0.2 }))).toEqual([15, 0, 30]);
    expect(loads(stepped({ busTemperature: -6 }))).toEqual([165, 60, 40]);
  });

  it('include the leakage of a fault, from an open string in eclipse only', () => {
    expect(stepped(struck('cell-short')).busLoadW).toBe(175);
    expect(stepped(struck('open-string')).busLoadW).toBe(165);
    expect(stepped(struck('open-string', { isSunlit: false }), DARK).busLoadW).toBe(220);
  });
});

describe('day and night', () => {
  it('change where half of the Sun is covered', () => {
    const at = (light: number) => stepped({}, { ...SUNLIT, light }).isSunlit;
    expect([at(1), at(0.5), at(0.49), at(0)]).toEqual([true, true, false, false]);
  });
});

describe('protection', () => {
  /** Keeps the array without power and the bus voltage where it is. */
  const LOW = { busVoltage: 21.9, arrayPowerW: 0 } as const;

  it('enters safe mode after five minutes below 22 V', () => {
    expect(stepped({ ...LOW, undervoltageS: 290 })).toMatchObject({ mode: 'NOMINAL', undervoltageS: 295 });
    expect(stepped({ ...LOW, undervoltageS: 295 })).toMatchObject({ mode: 'SAFE', undervoltageS: 300 });
  });

  it('restarts its count once the bus is back at 22 V', () => {
    expect(stepped({ busVoltage: 22, undervoltageS: 295 })).toMatchObject({
      mode: 'NOMINAL',
      undervoltageS: 0,
    });
  });

  it('does not enter safe mode from survival for a low bus', () => {
    expect(stepped({ ...LOW, mode: 'SURVIVAL', soc: 0.2, undervoltageS: 295 }).mode).toBe('SURVIVAL');
  });

  it('enters survival below 4 % of charge, and leaves it above 25 % for safe mode', () => {
    expect(stepped({ soc: 0.039 }).mode).toBe('SURVIVAL');
    expect(stepped({ soc: 0.04, arrayPowerW: 300 }).mode).toBe('NOMINAL');
    expect(stepped({ soc: 0.039, mode: 'SAFE' }).mode).toBe('SURVIVAL');
    expect(stepped({ soc: 0.25, mode: 'SURVIVAL' }).mode).toBe('SURVIVAL');
    expect(stepped({ soc: 0.251, mode: 'SURVIVAL' }).mode).toBe('SAFE');
    expect(stepped({ soc: 0.9, mode: 'SAFE' }).mode).toBe('SAFE');
  });

  it('enters survival if the load approaches the maximum battery power', () => {
    // A nearly empty battery in the cold rests at 3.2 V a cell, and delivers at most (Voc/2)²/R watts.
    const cold = { soc: 0.05, busTemperature: -20 } as const;
    const resting = 7 * 3.2;
    const resistance = (scale: number) => 0.07 * scale * Math.exp(0.018 * 40);
    const mostW = (scale: number) => (resting / 2) ** 2 / resistance(scale);
    // Nominal mode draws 225 W. At 2.28 times the resistance 60 % of the maximum slightly exceeds that, at 3 times it
    // is 174 W.
    const worn = (strength: number, arrayPowerW = 0): SpacecraftState => {
      const state = struck('high-resistance', { ...cold, arrayPowerW });
      return { ...state, faults: state.faults.map((fault) => ({ ...fault, strength })) };
    };
    expect(0.6 * mostW(1 + 0.8 * 1.6)).toBeGreaterThan(225);
    expect(stepped(worn(1.6)).mode).toBe('NOMINAL');
    expect(0.6 * mostW(3)).toBeLessThan(225);
    expect(stepped(worn(2.5)).mode).toBe('SURVIVAL');
    // The array carries part of it, or all of it.
    expect(stepped(worn(2.5, 40)).mode).toBe('SURVIVAL');
    expect(stepped(worn(2.5, 60)).mode).toBe('NOMINAL');
    expect(stepped(worn(2.5, 600)).mode).toBe('NOMINAL');
    // Safe mode draws 95 W.
    expect(stepped({ ...worn(2.5), mode: 'SAFE' }).mode).toBe('SAFE');
  });
});

describe('a step', () => {
  it('does not change its initial state', () => {
    const state = structuredClone(INITIAL_SPACECRAFT);
    stepSpacecraft(state, DARK, T0, 60);
    expect(state).toEqual(INITIAL_SPACECRAFT);
  });

  it('includes heat, power and data', () => {
    const night = stepped({}, DARK, 60);
    expect(night.arrayPowerW).toBe(0);
    expect(night.soc).toBeLessThan(INITIAL_SPACECRAFT.soc);
    expect(night.busTemperature).toBeLessThan(INITIAL_SPACECRAFT.busTemperature);
    expect(night.storedMb).toBeGreaterThan(INITIAL_SPACECRAFT.storedMb);
    expect(stepped({}, SUNLIT, 60).arrayPowerW).toBeGreaterThan(600);
  });

  it('keeps every field of its state, and adds none', () => {
    expect(Object.keys(stepped()).toSorted()).toEqual(Object.keys(INITIAL_SPACECRAFT).toSorted());
  });
});
