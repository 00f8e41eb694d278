import { describe, expect, it } from 'vitest';
import { MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { streamsOf } from '../../../../src/worker/kit/random.ts';
import { stepAttitude } from '../../../../src/worker/spacecraft/attitude.ts';
import { type FaultEffects, noEffects } from '../../../../src/worker/spacecraft/fault-effects.ts';
import {
  copyOf,
  deviation,
  INITIAL_SPACECRAFT,
  type MutableSpacecraft,
  type SpacecraftState,
} from '../../../../src/worker/spacecraft/model.ts';
import { later, T0 } from '../../../support/mission.ts';

const SLEW = {
  commandId: 'command-1',
  name: 'Attitude Adjustment',
  startTime: T0,
  endTime: later(90_000),
} as const;
const AT_REST = { attitudeError: 0, disturbance: 0, drift: 0, isSunlit: true } as const;

/** Returns the spacecraft after one step without noise. */
function stepped(
  told: Partial<SpacecraftState>,
  effects: Partial<FaultEffects> = {},
  dtS = 5,
  isSunlit = true,
): MutableSpacecraft {
  const craft = copyOf({ ...INITIAL_SPACECRAFT, ...AT_REST, ...told });
  stepAttitude(craft, isSunlit, { ...noEffects(), ...effects }, T0, dtS, undefined);
  return craft;
}

describe('the control loop', () => {
  /** Returns the settled error: after ten time constants the initial one is gone. */
  const settled = (told: Partial<SpacecraftState>, effects: Partial<FaultEffects> = {}, isSunlit = true) =>
    stepped(told, effects, 1e5, isSunlit).attitudeError;

  it('holds the attitude to 0.3° in sunlight and 0.42° in eclipse, to 2° and 2.5° in the safe modes', () => {
    expect(settled({})).toBeCloseTo(0.3, 9);
    expect(settled({}, {}, false)).toBeCloseTo(0.42, 9);
    expect(settled({ mode: 'SAFE' })).toBeCloseTo(2, 9);
    expect(settled({ mode: 'SURVIVAL' })).toBeCloseTo(2.5, 9);
  });

  it('deviates by the sum of wheel, torque and slew errors', () => {
    expect(settled({}, { wheel: 0.8 })).toBeCloseTo(1.1, 9);
    expect(settled({}, { torque: 3.6 })).toBeCloseTo(3.9, 9);
    expect(settled({ activities: [SLEW] })).toBeCloseTo(1.2, 9);
  });

  it('follows its target with a time constant of two minutes', () => {
    expect(stepped({ attitudeError: 1.3 }, {}, 120).attitudeError).toBeCloseTo(0.3 + 1 / Math.E, 9);
    expect(stepped({ attitudeError: 0 }, {}, 120).attitudeError).toBeCloseTo(0.3 * (1 - 1 / Math.E), 9);
  });

  it('wanders by 0.1° in nominal mode, by 0.3° outside of it, and more with a bad wheel', () => {
    /** Returns the standard deviation of the settled error, in steps long enough to be independent. */
    function unrest(told: Partial<SpacecraftState>, wheel = 0, dtS = 3000): number {
      const streams = streamsOf(8);
      const craft = copyOf({ ...INITIAL_SPACECRAFT, ...AT_REST, ...told });
      const errors = Array.from({ length: 4000 }, (_, step) => {
        stepAttitude(craft, true, { ...noEffects(), wheel }, later(step * dtS * MS_PER_S), dtS, streams);
        return craft.attitudeError;
      }).slice(100);
      const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
      return Math.sqrt(errors.reduce((sum, error) => sum + (error - mean) ** 2, 0) / errors.length);
    }
    // With 3900 samples the spread is accurate to 1/88.
    const near = (found: number, wanted: number) => expect(Math.abs(found / wanted - 1)).toBeLessThan(0.05);
    near(unrest({}), 0.1);
    near(unrest({ mode: 'SAFE' }), 0.3);
    near(unrest({ mode: 'SURVIVAL' }), 0.3);
    near(unrest({}, 3), 0.2);
    // Short steps add up to the same total, although each depends on the last.
    expect(Math.abs(unrest({}, 0, 60) / 0.1 - 1)).toBeLessThan(0.1);
  });
});

describe('a disturbance', () => {
  it('occurs at every sunrise and sunset only', () => {
    expect(stepped({}, {}, 5, false)).toMatchObject({ disturbance: 0.35, isSunlit: false });
    expect(stepped({ isSunlit: false }, {}, 5, true)).toMatchObject({ disturbance: 0.35, isSunlit: true });
    expect(stepped({ isSunlit: false }, {}, 5, false).disturbance).toBe(0);
    expect(stepped({}).disturbance).toBe(0);
  });

  it('does not reduce a larger one', () => {
    expect(stepped({ disturbance: 0.9 }, {}, 5, false).disturbance).toBe(0.9);
  });

  it('decays with a time constant of a minute', () => {
    expect(stepped({ disturbance: 0.9 }, {}, 60).disturbance).toBeCloseTo(0.9 / Math.E, 9);
  });
});

describe('the drift of the sensors', () => {
  it('grows by a hundredth of a degree an hour, up to 0.6°', () => {
    expect(stepped({ drift: 0.2 }, {}, 3600).drift).toBeCloseTo(0.21, 12);
    expect(stepped({ drift: 0.599 }, {}, 3600).drift).toBe(0.6);
    expect(stepped({ drift: 0.6 }, {}, 3600).drift).toBe(0.6);
  });

  it('grows by what a gyro adds, up to that fault’s limit', () => {
    const gyro = { driftPerHour: 48, driftLimit: 0.9 } as const;
    expect(stepped({}, gyro, 30).drift).toBeCloseTo(48.01 / 120, 12);
    expect(stepped({ drift: 0.8 }, gyro, 30).drift).toBe(0.9);
    expect(stepped({ drift: 0.55 }, { driftPerHour: 48, driftLimit: 0.3 }, 30).drift).toBe(0.6);
  });

  it('beyond the limit decays to it with a time constant of five minutes', () => {
    expect(stepped({ drift: 0.9 }, {}, 300).drift).toBeCloseTo(0.6 + 0.3 / Math.E, 9);
  });
});

describe('the wheels', () => {
  const momentum = (told: Partial<SpacecraftState>, wheel = 0, dtS = 1e6) =>
    stepped(told, { wheel }, dtS).wheelMomentum;

  it('hold four tenths of their momentum, more with friction and in a slew, and never all of it', () => {
    expect(momentum({})).toBeCloseTo(0.4, 9);
    expect(momentum({}, 0.8)).toBeCloseTo(0.56, 9);
    expect(momentum({ activities: [SLEW] })).toBeCloseTo(0.6, 9);
    expect(momentum({ activities: [SLEW] }, 3.4)).toBeCloseTo(0.97, 9);
  });

  it('converge with a time constant of a quarter of an hour', () => {
    expect(momentum({ wheelMomentum: 0.9 }, 0, 900)).toBeCloseTo(0.4 + 0.5 / Math.E, 9);
  });
});

describe('the deviation', () => {
  const off = (attitudeError: number, disturbance: number, drift: number) =>
    deviation({ ...INITIAL_SPACECRAFT, attitudeError, disturbance, drift });

  it('combines the loop error and the disturbance with the orthogonal drift', () => {
    expect(off(0.3, 0, 0)).toBeCloseTo(0.3, 12);
    expect(off(0.1, 0.2, 0.4)).toBeCloseTo(0.5, 12);
    expect(off(-0.5, 0.2, 0.4)).toBeCloseTo(0.5, 12);
  });
});
