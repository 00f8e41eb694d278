import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SPECIFIED_NETWORK } from '../../../../src/shared/contract/network.ts';
import { COMMAND_NAMES, type CommandName } from '../../../../src/shared/entities/entities.ts';
import { addMs, type EpochMs, MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { beginTelemetry, rewindTelemetry } from '../../../../src/worker/ground/telemetry/telemetry.ts';
import { streamsOf } from '../../../../src/worker/kit/random.ts';
import {
  ACTIVITY_KINDS,
  startCommand,
  stepActivities,
} from '../../../../src/worker/spacecraft/activities.ts';
import {
  type ActiveFault,
  copyOf,
  deviation,
  INITIAL_SPACECRAFT,
  type MutableSpacecraft,
  type SpacecraftState,
  totalLoadW,
} from '../../../../src/worker/spacecraft/model.ts';
import type { PropagatedSpacecraft } from '../../../../src/worker/spacecraft/propagate.ts';
import { readSensors } from '../../../../src/worker/spacecraft/sensors.ts';
import { viewSpacecraft } from '../../../../src/worker/spacecraft/view.ts';
import { later, T0 } from '../../../support/mission.ts';
import {
  aroundOrbita,
  command,
  firstInstant,
  fly,
  strike,
  transitionEndedAt,
} from '../../../support/spacecraft.ts';

const start = transitionEndedAt(firstInstant(T0, true));

/** Returns the spacecraft with and without a command, some seconds later. */
const pair = (name: CommandName, seconds: number, from: PropagatedSpacecraft = start) => ({
  acted: fly(command(from, name), seconds).spacecraft,
  idle: fly(from, seconds).spacecraft,
});

/** Returns the first instant after which a station carries the link for two minutes. */
function firstPass(): EpochMs {
  for (let time = T0; time < T0 + MS_PER_DAY; time = addMs(time, MS_PER_MIN)) {
    const stations = [0, 1, 2].map((minute) => aroundOrbita(addMs(time, minute * MS_PER_MIN)).station);
    if (stations.every((station) => station && station.elevation > 20)) return time;
  }
  throw new Error('no pass');
}

describe('each command has its effect', () => {
  it('Attitude Adjustment slews by up to 0.9° for 90 s, and has decayed minutes later', () => {
    const during = pair('Attitude Adjustment', 90);
    expect(deviation(during.acted) - deviation(during.idle)).toBeGreaterThan(0.35);
    expect(totalLoadW(pair('Attitude Adjustment', 30).acted)).toBeCloseTo(
      totalLoadW(pair('Attitude Adjustment', 30).idle) + 25,
      6,
    );
    const after = pair('Attitude Adjustment', 900);
    expect(Math.abs(deviation(after.acted) - deviation(after.idle))).toBeLessThan(0.02);
  });

  it('Rotate Antenna sweeps the antenna and points it within 60 s', () => {
    const during = pair('Rotate Antenna', 30);
    expect(during.idle.signalStrength - during.acted.signalStrength).toBeGreaterThan(2);
    expect(pair('Rotate Antenna', 90).acted.misalignment).toBe(0);
  });

  it('Deploy Solar Array drives the latches with a disturbance', () => {
    const { acted, idle } = pair('Deploy Solar Array', 10);
    expect(deviation(acted) - deviation(idle)).toBeGreaterThan(0.3);
    expect(acted.deployedShare).toBe(1);
  });

  it('Deploy Solar Array redeploys a retracted wing at a hundredth a second', () => {
    const folded = fly(strike(start, 'wing-folded'), 60);
    expect(folded.spacecraft.deployedShare).toBeCloseTo(0.5, 6);
    const deployed = fly(command(folded, 'Deploy Solar Array'), 70);
    expect(deployed.spacecraft.deployedShare).toBeGreaterThan(0.95);
    expect(deployed.spacecraft.arrayPowerW).toBeGreaterThan(1.8 * folded.spacecraft.arrayPowerW);
  });

  it('Calibrate Sensors removes the drift and the calibration error after 120 s', () => {
    const drifted: PropagatedSpacecraft = { ...start, spacecraft: { ...start.spacecraft, drift: 0.6 } };
    expect(pair('Calibrate Sensors', 110, drifted).acted.drift).toBeCloseTo(0.6, 6);
    const { acted, idle } = pair('Calibrate Sensors', 125, drifted);
    expect(acted.drift).toBeLessThan(0.001);
    expect(deviation(idle) - deviation(acted)).toBeGreaterThan(0.1);
    const read = (state: SpacecraftState) => readSensors(state, start.time, streamsOf(1)).temperature;
    expect(read(idle) - idle.busTemperature - (read(acted) - acted.busTemperature)).toBeCloseTo(0.15, 1);
  });

  it('Enter Safe Mode sheds the payload: 95 W, Sun on the array, 3 dB less signal, 2° off', () => {
    const { acted, idle } = pair('Enter Safe Mode', 10);
    expect(acted.mode).toBe('SAFE');
    expect(totalLoadW(acted) - acted.heaterLoadW).toBeCloseTo(95, 6);
    expect(acted.arrayPowerW / acted.arrayPotentialW).toBeCloseTo(0.95, 6);
    expect(idle.marginDb - acted.marginDb).toBeGreaterThan(2.9);
    expect(deviation(pair('Enter Safe Mode', 900).acted)).toBeGreaterThan(1.2);
  });

  it('Attitude Adjustment exits safe mode, unless the battery is low', () => {
    const safe = fly(command(start, 'Enter Safe Mode'), 600);
    expect(fly(command(safe, 'Attitude Adjustment'), 95).spacecraft.mode).toBe('NOMINAL');
    const low: PropagatedSpacecraft = { ...safe, spacecraft: { ...safe.spacecraft, soc: 0.4 } };
    expect(fly(command(low, 'Attitude Adjustment'), 95).spacecraft.mode).toBe('SAFE');
  });

  it('Communications Check sends a test tone for 30 s: 1.5 dB more', () => {
    const { acted, idle } = pair('Communications Check', 20);
    expect(acted.marginDb - idle.marginDb).toBeCloseTo(1.5, 6);
    expect(pair('Communications Check', 40).acted.marginDb).toBeCloseTo(
      pair('Communications Check', 40).idle.marginDb,
      6,
    );
  });

  it.each([
    [4, 1],
    [34, -1],
  ])('Thermal Control brings a bus of %d °C towards 18 °C', (busTemperature, sign) => {
    const from: PropagatedSpacecraft = { ...start, spacecraft: { ...start.spacecraft, busTemperature } };
    const { acted, idle } = pair('Thermal Control', 60, from);
    expect(sign * (acted.busTemperature - idle.busTemperature)).toBeGreaterThan(0.15);
  });

  it('Data Downlink doubles the rate over a station, at 60 W, and works in safe mode', () => {
    const pass = transitionEndedAt(firstPass());
    const { acted, idle } = pair('Data Downlink', 60, pass);
    expect(acted.downlinkMbPerS).toBeGreaterThan(1.9 * idle.downlinkMbPerS);
    expect(acted).toMatchObject({ link: 'station', transmitterLoadW: 60 });
    const safe = fly(command(pass, 'Enter Safe Mode'), 5);
    expect(pair('Data Downlink', 55, safe).idle.downlinkMbPerS).toBe(0);
    expect(pair('Data Downlink', 55, safe).acted.downlinkMbPerS).toBeGreaterThan(0);
  });

  it('Data Downlink downlinks nothing while no station is in view', () => {
    let { time } = start;
    while (aroundOrbita(time).station || aroundOrbita(addMs(time, MS_PER_MIN)).station) {
      time = addMs(time, MS_PER_MIN);
    }
    expect(pair('Data Downlink', 30, transitionEndedAt(time)).acted).toMatchObject({
      downlinkMbPerS: 0,
      transmitterLoadW: 0,
    });
  });
});

describe('commands in progress', () => {
  it.each(COMMAND_NAMES)('%s is shown until its end', (name) => {
    const { durationS } = ACTIVITY_KINDS[name];
    const shown = ({ spacecraft, time }: PropagatedSpacecraft) =>
      viewSpacecraft(spacecraft, aroundOrbita(time), time, 5000, SPECIFIED_NETWORK).activities.map(
        (activity) => activity.name,
      );
    expect(shown(fly(command(start, name), durationS - 5))).toEqual([name]);
    expect(shown(fly(command(start, name), durationS + 5))).toEqual([]);
  });

  it('in any order and number: one of each name, the newest', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...COMMAND_NAMES), { maxLength: 30 }), (names) => {
        let flown = start;
        for (const name of names) flown = fly(command(flown, name), 7);
        const under = flown.spacecraft.activities.map((activity) => activity.name);
        expect(new Set(under).size).toBe(under.length);
        const most = Object.values(ACTIVITY_KINDS).reduce((sum, { loadW }) => sum + loadW, 0);
        expect(flown.spacecraft.activityLoadW).toBeLessThanOrEqual(most);
        expect(fly(flown, 1300).spacecraft.activities).toEqual([]);
      }),
      { numRuns: 40, seed: 2 },
    );
  });

  it('keep their duration when the clock moves back', () => {
    const sent = fly(command(start, 'Thermal Control'), 100);
    const back = addMs(sent.time, -MS_PER_DAY);
    const { spacecraft } = rewindTelemetry(beginTelemetry(sent), back);
    const [activity] = spacecraft.activities;
    expect(activity && activity.endTime - back).toBe(500 * MS_PER_S);
  });
});

/** Duration and load of each command, from the model's card. */
const CARD: Readonly<Record<CommandName, readonly [durationS: number, loadW: number]>> = {
  'Rotate Antenna': [60, 10],
  'Deploy Solar Array': [60, 10],
  'Calibrate Sensors': [120, 15],
  'Enter Safe Mode': [300, 0],
  'Attitude Adjustment': [90, 25],
  'Communications Check': [30, 20],
  'Thermal Control': [600, 20],
  'Data Downlink': [1200, 5],
};

/** Returns the spacecraft that starts a command at T0, after the step that ends at a second. */
const begun = (name: CommandName, told: Partial<SpacecraftState> = {}, atS = 0): SpacecraftState =>
  startCommand(
    { ...INITIAL_SPACECRAFT, ...told },
    { commandId: `${name} at ${atS}`, name, time: later(atS * 1000) },
  );
function stepped(state: SpacecraftState, atS: number): MutableSpacecraft {
  const craft = copyOf(state);
  stepActivities(craft, later(atS * 1000));
  return craft;
}

describe('a command in progress', () => {
  it.each(COMMAND_NAMES)('%s takes its time and draws its power', (name) => {
    const [durationS, loadW] = CARD[name];
    const state = begun(name);
    expect(state.activities).toEqual([
      { commandId: `${name} at 0`, name, startTime: T0, endTime: later(durationS * 1000) },
    ]);
    expect(stepped(state, 5).activityLoadW).toBe(loadW);
    expect(stepped(state, durationS - 0.001)).toMatchObject({
      activityLoadW: loadW,
      activities: state.activities,
    });
    expect(stepped(state, durationS)).toMatchObject({ activityLoadW: 0, activities: [] });
  });

  it('runs beside the others, and restarts when it is repeated', () => {
    const first = begun('Rotate Antenna');
    const both = begun('Data Downlink', first, 10);
    expect(stepped(both, 20)).toMatchObject({ activityLoadW: 15, activities: both.activities });
    // One ends, the other continues.
    expect(stepped(both, 60)).toMatchObject({
      activityLoadW: 5,
      activities: [{ name: 'Data Downlink', startTime: later(10_000) }],
    });
    const repeated = begun('Rotate Antenna', both, 40);
    expect(repeated.activities.map(({ name, startTime }) => [name, startTime])).toEqual([
      ['Data Downlink', later(10_000)],
      ['Rotate Antenna', later(40_000)],
    ]);
  });

  it('for safe mode acts in nominal mode only, and no other command enters safe mode', () => {
    for (const name of COMMAND_NAMES) {
      expect(begun(name).mode).toBe(name === 'Enter Safe Mode' ? 'SAFE' : 'NOMINAL');
      expect(begun(name, { mode: 'SURVIVAL' }).mode).toBe('SURVIVAL');
    }
  });

  it('of the array disturbances by 0.6°, unless the spacecraft is shaken more, and no other command disturbances', () => {
    for (const name of COMMAND_NAMES) {
      const isLatching = name === 'Deploy Solar Array';
      expect(begun(name).disturbance).toBe(isLatching ? 0.6 : 0);
      expect(begun(name, { disturbance: 0.9 }).disturbance).toBe(0.9);
    }
  });

  it('of the sensors removes the drift at its end, and no other command does', () => {
    for (const name of COMMAND_NAMES) {
      const [durationS] = CARD[name];
      const state = begun(name, { drift: 0.4 });
      expect(stepped(state, durationS - 1).drift).toBe(0.4);
      expect(stepped(state, durationS).drift).toBe(name === 'Calibrate Sensors' ? 0 : 0.4);
    }
  });

  it('of the attitude ends safe mode above half of the charge, never survival, and no other command does', () => {
    const modeAfter = (name: CommandName, told: Partial<SpacecraftState>) =>
      stepped(begun(name, told), CARD[name][0]).mode;
    for (const name of COMMAND_NAMES) {
      const isBack = name === 'Attitude Adjustment';
      expect(modeAfter(name, { mode: 'SAFE', soc: 0.51 })).toBe(isBack ? 'NOMINAL' : 'SAFE');
      expect(modeAfter(name, { mode: 'SAFE', soc: 0.5 })).toBe('SAFE');
      expect(modeAfter(name, { mode: 'SURVIVAL', soc: 0.9 })).toBe('SURVIVAL');
    }
    expect(stepped(begun('Attitude Adjustment', { mode: 'SAFE', soc: 0.9 }), 89).mode).toBe('SAFE');
  });
});

describe('a command that meets a fault', () => {
  const fault = (told: Partial<ActiveFault> = {}): ActiveFault => ({
    anomalyId: 'anomaly-1',
    name: 'weak-cell',
    startTime: T0,
    strength: 1,
    plan: { course: 'lasting' },
    mending: undefined,
    ...told,
  });
  const reached = (name: CommandName, faults: readonly ActiveFault[], atS = 10) =>
    begun(name, { faults }, atS).faults;

  it('clears it gradually from start to end, if it is the recovery command', () => {
    const mending = { from: later(10_000), until: later(310_000) };
    expect(reached('Enter Safe Mode', [fault()])).toEqual([fault({ mending })]);
    // A repetition neither restarts nor extends the recovery.
    expect(reached('Enter Safe Mode', [fault({ mending })], 200)).toEqual([fault({ mending })]);
  });

  it('worsens it by a quarter, up to 1.6, if it is harmful', () => {
    expect(reached('Data Downlink', [fault()])).toEqual([fault({ strength: 1.25 })]);
    expect(reached('Rotate Antenna', [fault({ strength: 1.25 })])).toEqual([fault({ strength: 1.5625 })]);
    expect(reached('Rotate Antenna', [fault({ strength: 1.5 })])).toEqual([fault({ strength: 1.6 })]);
  });

  it('does not affect unrelated faults', () => {
    const faults = [fault(), fault({ anomalyId: 'anomaly-2', name: 'gyro-drift' })];
    expect(reached('Communications Check', faults)).toEqual(faults);
    expect(reached('Calibrate Sensors', faults)).toEqual([
      fault(),
      {
        ...fault({ anomalyId: 'anomaly-2', name: 'gyro-drift' }),
        mending: { from: later(10_000), until: later(130_000) },
      },
    ]);
  });

  it('that has no effect costs nothing: a step keeps its lists', () => {
    const faults = [fault(), fault({ anomalyId: 'anomaly-2', mending: { from: T0, until: later(300_000) } })];
    const state = begun('Enter Safe Mode', { faults });
    expect(stepped(state, 100).faults).toBe(state.faults);
    expect(stepped(state, 100).activities).toBe(state.activities);
  });

  it('removes cleared faults at its end, and nothing else', () => {
    const other = fault({ anomalyId: 'anomaly-2', name: 'gyro-drift' });
    const unfinished = fault({ anomalyId: 'anomaly-3', mending: { from: T0, until: later(500_000) } });
    const mended = fault({ mending: { from: T0, until: later(300_000) } });
    const faults = [other, mended, unfinished];
    const left = (atS: number) => stepped({ ...INITIAL_SPACECRAFT, faults }, atS).faults;
    expect(left(299.999)).toEqual(faults);
    expect(left(300)).toEqual([other, unfinished]);
    expect(left(500)).toEqual([other]);
  });
});
