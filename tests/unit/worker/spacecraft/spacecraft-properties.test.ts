import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SPECIFIED_NETWORK } from '../../../../src/shared/contract/network.ts';
import { COMMAND_NAMES } from '../../../../src/shared/entities/entities.ts';
import { FAULT_NAMES } from '../../../../src/shared/entities/faults.ts';
import { TELEMETRY_CHANNELS, telemetryLevel } from '../../../../src/shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, MS_PER_DAY, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { streamsOf } from '../../../../src/worker/kit/random.ts';
import { gatherEffects, noEffects } from '../../../../src/worker/spacecraft/fault-effects.ts';

import {
  INITIAL_SPACECRAFT,
  type SpacecraftState,
  totalLoadW,
} from '../../../../src/worker/spacecraft/model.ts';
import {
  batteryResistance,
  CAPACITY_AH,
  CHARGE_EFFICIENCY,
  restingVoltage,
} from '../../../../src/worker/spacecraft/power.ts';
import {
  type PropagatedSpacecraft,
  propagateSpacecraft,
  STEP_MS,
} from '../../../../src/worker/spacecraft/propagate.ts';
import { RECORDER_MB } from '../../../../src/worker/spacecraft/radio.ts';
import { readSensors } from '../../../../src/worker/spacecraft/sensors.ts';
import { busEquilibrium } from '../../../../src/worker/spacecraft/thermal.ts';
import { viewSpacecraft } from '../../../../src/worker/spacecraft/view.ts';
import { later, T0 } from '../../../support/mission.ts';
import {
  aroundOrbita,
  command,
  fly,
  SEASONS,
  stepSpacecraft,
  strike,
  transitionEndedAt,
} from '../../../support/spacecraft.ts';

const numbersOf = (value: unknown): number[] => {
  if (typeof value === 'number') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(numbersOf) : [];
};

function expectSane(state: SpacecraftState, time: EpochMs): void {
  const view = viewSpacecraft(state, aroundOrbita(time), time, 5000, SPECIFIED_NETWORK);
  expect(numbersOf(state).concat(numbersOf(view)).filter(Number.isNaN)).toEqual([]);
  for (const share of [state.soc, state.deployedShare, state.arrayEfficiency, state.wheelMomentum]) {
    expect(share).toBeGreaterThanOrEqual(0);
    expect(share).toBeLessThanOrEqual(1);
  }
  for (const watts of Object.values(view.loads)) expect(watts).toBeGreaterThanOrEqual(0);
  expect(state.arrayPowerW).toBeGreaterThanOrEqual(0);
  expect(state.arrayPowerW).toBeLessThanOrEqual(state.arrayPotentialW + 1e-9);
  expect(state.busVoltage).toBeGreaterThan(0);
  expect(state.busVoltage).toBeLessThanOrEqual(28.7 + 1e-9);
  expect(state.signalStrength).toBeGreaterThanOrEqual(0);
  expect(state.signalStrength).toBeLessThanOrEqual(100);
  expect(state.storedMb).toBeGreaterThanOrEqual(0);
  expect(state.storedMb).toBeLessThanOrEqual(RECORDER_MB);
  expect(state.busTemperature).toBeGreaterThan(-100);
  expect(state.busTemperature).toBeLessThan(120);
}

const events = fc.array(
  fc.record({
    waitS: fc.oneof(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 121, max: 40_000 })),
    act: fc.oneof(
      fc.record({ kind: fc.constant('command' as const), name: fc.constantFrom(...COMMAND_NAMES) }),
      fc.record({ kind: fc.constant('fault' as const), name: fc.constantFrom(...FAULT_NAMES) }),
    ),
  }),
  { maxLength: 25 },
);

describe('any sequence of commands, faults and jumps', () => {
  it('keeps every value within its bounds, and the downlinked volume monotonic', () => {
    fc.assert(
      fc.property(events, fc.integer(), (sequence, seed) => {
        const streams = streamsOf(seed);
        let flown: PropagatedSpacecraft = { spacecraft: INITIAL_SPACECRAFT, time: T0 };
        for (const { waitS, act } of sequence) {
          const { downlinkedMb } = flown.spacecraft;
          if (act.kind === 'command') flown = command(flown, act.name);
          else flown = strike(flown, act.name, act.name);
          flown = fly(flown, waitS, streams);
          expectSane(flown.spacecraft, flown.time);
          expect(flown.spacecraft.downlinkedMb).toBeGreaterThanOrEqual(downlinkedMb);
          const readings = numbersOf(readSensors(flown.spacecraft, flown.time, streams));
          expect(readings.filter((reading) => !Number.isFinite(reading))).toEqual([]);
        }
      }),
      { numRuns: 60, seed: 11 },
    );
  });

  it('with the same seed is the same run, however a jump of up to ten minutes is divided', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 599_999 }), { maxLength: 8 }), (cuts) => {
        const start = strike(command(transitionEndedAt(T0), 'Rotate Antenna'), 'heater-stuck-on');
        const whole = fly(start, 600, streamsOf(2));
        const streams = streamsOf(2);
        let pieces = start;
        for (const ms of [...cuts.sort((one, other) => one - other), 600_000]) {
          pieces = propagateSpacecraft(pieces, addMs(T0, ms), aroundOrbita, streams);
        }
        expect(pieces).toEqual(whole);
      }),
      { numRuns: 30, seed: 5 },
    );
  });
});

const wattHours = (wattSeconds: number): number => wattSeconds / 3600;

/** Returns the battery's energy at a charge, in Wh, above that when empty. */
function heldWh(soc: number, capacity: number): number {
  const effects = { ...noEffects(), capacity };
  let sum = 0;
  for (let part = 0; part < 2000; part++) sum += restingVoltage(((part + 0.5) / 2000) * soc, effects);
  return (sum / 2000) * soc * CAPACITY_AH * capacity;
}

describe('energy', () => {
  it.each([
    ['nominal', () => transitionEndedAt(T0)],
    ['in safe mode', () => command(transitionEndedAt(T0), 'Enter Safe Mode')],
    ['with an array drive stuck', () => strike(transitionEndedAt(T0), 'drive-stuck')],
    ['with everything on', () => command(strike(transitionEndedAt(T0), 'heater-stuck-on'), 'Data Downlink')],
  ])(
    'balances %s: array = loads + battery at every step, and over a day the battery closes to 0.5 percent',
    (_case, begin) => {
      let { spacecraft: state, time } = begin();
      const streams = streamsOf(4);
      const before = heldWh(state.soc, 1);
      let [intoBatteryWh, lostWh, throughputWh] = [0, 0, 0];
      for (let step = 0; step < MS_PER_DAY / STEP_MS; step++) {
        time = addMs(time, STEP_MS);
        state = stepSpacecraft(state, aroundOrbita(time), time, 5, streams);
        const effects = gatherEffects(state.faults, time, state.mode);
        const current = state.batteryCurrentA;
        const power = state.busVoltage * current;
        // Array power beyond loads and charge is not used; a discharge covers the rest exactly.
        const unusedW = state.arrayPowerW - power - totalLoadW(state);
        const isBalanced = current < 0 ? Math.abs(unusedW) < 5e-7 : unusedW >= -1e-6;
        if (!isBalanced) expect.fail(`${unusedW} W are left at ${new Date(time).toISOString()}`);
        const loss = current ** 2 * batteryResistance(state, effects);
        const inefficiency = current > 0 ? (1 - CHARGE_EFFICIENCY) * (power - loss) : 0;
        intoBatteryWh += wattHours(power * 5);
        lostWh += wattHours((loss + inefficiency) * 5);
        throughputWh += wattHours(Math.abs(power) * 5);
      }
      const gained = heldWh(state.soc, 1) - before;
      expect(Math.abs(intoBatteryWh - lostWh - gained)).toBeLessThan(0.005 * throughputWh);
    },
  );

  it('reaches zero without going negative, and recovers in sunlight', () => {
    let state: SpacecraftState = { ...transitionEndedAt(T0).spacecraft, soc: 0.05 };
    const night = { ...aroundOrbita(T0), light: 0, station: undefined };
    let time = T0;
    for (let step = 0; step < 17_280; step++) {
      time = addMs(time, STEP_MS);
      state = stepSpacecraft(state, night, time, 5);
      expect(state.soc).toBeGreaterThanOrEqual(0);
      expect(totalLoadW(state)).toBeGreaterThanOrEqual(0);
    }
    expect(state).toMatchObject({ mode: 'SURVIVAL', soc: 0 });
    expect(totalLoadW(state)).toBeCloseTo(0, 6);
    for (let step = 0; step < 2 * 720; step++) {
      time = addMs(time, STEP_MS);
      state = stepSpacecraft(state, { ...night, light: 1 }, time, 5);
    }
    expect(state).toMatchObject({ mode: 'SAFE' });
    expect(state.busVoltage).toBeGreaterThan(24);
  });

  it('is saved by safe mode after 5 minutes below 22 V', () => {
    let state: SpacecraftState = { ...transitionEndedAt(T0).spacecraft, soc: 0.05 };
    const night = { ...aroundOrbita(T0), light: 0, station: undefined };
    let lowS = 0;
    for (let step = 1; state.mode === 'NOMINAL'; step++) {
      state = stepSpacecraft(state, night, later(5000 * step), 5);
      if (state.busVoltage < 22) lowS += 5;
      expect(step).toBeLessThan(200);
    }
    expect(state.mode === 'SURVIVAL' || lowS >= 300).toBe(true);
  });
});

describe('heat', () => {
  it('approaches its equilibrium at every step and never overshoots', () => {
    let flown = strike(strike(transitionEndedAt(T0), 'louvre-open'), 'heater-stuck-on');
    for (let step = 0; step < 5000; step++) {
      const next = fly(flown, 5, streamsOf(step));
      const effects = gatherEffects(next.spacecraft.faults, next.time, next.spacecraft.mode);
      const target = busEquilibrium(next.spacecraft, aroundOrbita(next.time), effects);
      const [before, after] = [flown.spacecraft.busTemperature, next.spacecraft.busTemperature];
      expect(after).toBeGreaterThanOrEqual(Math.min(before, target) - 0.01);
      expect(after).toBeLessThanOrEqual(Math.max(before, target) + 0.01);
      flown = next;
    }
  });
});

describe('the length of the steps', () => {
  /** Returns the state after an hour and a half without noise from the settled state, in steps of so many seconds. */
  const endOf = (dtS: number): SpacecraftState => {
    let state = transitionEndedAt(T0).spacecraft;
    for (let s = dtS; s <= 5400; s += dtS) {
      const time = later(s * MS_PER_S);
      state = stepSpacecraft(state, aroundOrbita(time), time, dtS);
    }
    return state;
  };
  const exact = endOf(1);

  it.each([
    [5, 0.02, 0.05, 0.001],
    [15, 0.05, 0.15, 0.003],
    [60, 0.25, 0.8, 0.015],
  ])(
    'of %d s moves voltage by %d V, temperature by %d °C and charge by %d at most',
    (dtS, volts, celsius, soc) => {
      const state = endOf(dtS);
      expect(Math.abs(state.busVoltage - exact.busVoltage)).toBeLessThan(volts);
      expect(Math.abs(state.busTemperature - exact.busTemperature)).toBeLessThan(celsius);
      expect(Math.abs(state.soc - exact.soc)).toBeLessThan(soc);
    },
  );
});

describe('nominal operation', () => {
  it.each(SEASONS)('over two days of $season stays inside every warning limit', ({ from }) => {
    const streams = streamsOf(21);
    let flown = transitionEndedAt(from, streams);
    for (let sample = 0; sample < (2 * MS_PER_DAY) / STEP_MS; sample++) {
      flown = fly(flown, 5, streams);
      const reading = readSensors(flown.spacecraft, flown.time, streams);
      for (const channel of TELEMETRY_CHANNELS) {
        if (telemetryLevel(channel, reading[channel]) !== 'nominal') {
          expect.fail(`${channel} ${reading[channel]} at ${new Date(flown.time).toISOString()}`);
        }
      }
    }
    expect(flown.spacecraft.storedMb).toBeGreaterThan(100);
  });

  it('survives a jump across a hundred eclipses', () => {
    const flown = fly(transitionEndedAt(T0), (7 * MS_PER_DAY) / MS_PER_S);
    expectSane(flown.spacecraft, flown.time);
    expect(flown.spacecraft.mode).toBe('NOMINAL');
  });

  it('survives all faults at once, and is nominal when all have ended', () => {
    let flown = transitionEndedAt(T0);
    for (const name of FAULT_NAMES) flown = strike(flown, name, name);
    for (let hour = 0; hour < 24; hour++) {
      flown = fly(flown, 3600);
      expectSane(flown.spacecraft, flown.time);
    }
    flown = fly({ ...flown, spacecraft: { ...flown.spacecraft, faults: [] } }, 12 * 3600);
    flown = fly(command(flown, 'Attitude Adjustment'), 3600);
    expect(flown.spacecraft.mode).toBe('NOMINAL');
    expect(flown.spacecraft.busVoltage).toBeGreaterThan(26);
  });
});
