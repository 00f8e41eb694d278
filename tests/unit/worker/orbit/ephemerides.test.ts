import { describe, expect, it } from 'vitest';
import { ORBITAL_ELEMENTS, SATELLITE_IDS } from '../../../../src/shared/entities/satellites.ts';
import {
  type EpochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../../src/shared/kit/units.ts';
import {
  type Ephemeris,
  type EphemerisWindow,
  endTime,
  fixAt,
  sampleTime,
} from '../../../../src/shared/orbit/ephemeris.ts';
import { greenwichSiderealTime, stateToEcef } from '../../../../src/shared/orbit/frames.ts';
import type { Propagator } from '../../../../src/shared/orbit/propagator.ts';
import { eclipseFraction, sunPositionAu } from '../../../../src/shared/orbit/sun.ts';
import { length, subtract } from '../../../../src/shared/orbit/vector.ts';
import { enterOrbit, followEphemerides, transition } from '../../../../src/worker/orbit/ephemerides.ts';
import { createPropagators, type Propagators } from '../../../../src/worker/orbit/propagators.ts';
import { expectEqual } from '../../../support/equal.ts';
import { later, T0 } from '../../../support/mission.ts';
import { counting } from '../../shared/orbit/flights.ts';

const STEP_MS = 30 * MS_PER_S;
/** A little more than an orbit. */
const SIDE_MS = 95 * MS_PER_MIN;

const FLIGHT = createPropagators();

function windowOf(ephemeris: Ephemeris): EphemerisWindow {
  if (ephemeris.status === 'unavailable') throw new Error(ephemeris.reason);
  return ephemeris.window;
}

function propagatorOf({ iss }: Propagators): Propagator {
  if (!iss.ok) throw new Error(iss.message);
  return iss.value;
}

/** The station further along its orbit, by 25° or 3,000 km. */
const AHEAD = createPropagators({
  ...ORBITAL_ELEMENTS,
  iss: { ...ORBITAL_ELEMENTS.iss, MEAN_ANOMALY: Number(ORBITAL_ELEMENTS.iss.MEAN_ANOMALY) + 25 },
});

const without = (reason: string): Propagators => ({ ...FLIGHT, iss: { ok: false, message: reason } });

describe('the windows around an instant', () => {
  it.each([0, 1, 17 * MS_PER_S, STEP_MS - 1])(
    'reach 95 min to either side, on whole steps: %d ms on',
    (ms) => {
      const time = later(ms);
      for (const ephemeris of Object.values(followEphemerides(undefined, FLIGHT, time))) {
        const window = windowOf(ephemeris);
        expect(window.stepMs).toBe(STEP_MS);
        expect(window.startTime % STEP_MS).toBe(0);
        expect(window.startTime).toBeLessThanOrEqual(time - SIDE_MS);
        expect(window.startTime).toBeGreaterThan(time - SIDE_MS - STEP_MS);
        expect(endTime(window)).toBeGreaterThan(time + SIDE_MS);
        expect(endTime(window)).toBeLessThanOrEqual(time + SIDE_MS + STEP_MS);
        expect(window).not.toHaveProperty('transition');
      }
    },
  );

  it('have position, velocity and illumination of the propagated orbit at each sample', () => {
    const window = windowOf(followEphemerides(undefined, FLIGHT, T0).iss);
    const { stateAt } = propagatorOf(FLIGHT);
    const shares = new Set<number>();
    for (let index = 0; index < window.eclipseFractions.length; index++) {
      const time = sampleTime(window, index);
      const state = stateAt(time);
      if (!state) throw new Error('no state');
      const { positionEcef: p, velocityEcef: v } = stateToEcef(state, greenwichSiderealTime(time));
      const [x = 0, y = 0, z = 0] = window.positionsEcefKm.subarray(3 * index, 3 * index + 3);
      expect(length(subtract({ x, y, z }, p))).toBeLessThan(4e-6);
      const [vx = 0, vy = 0, vz = 0] = window.velocitiesEcefKmPerS.subarray(3 * index, 3 * index + 3);
      expect(length(subtract({ x: vx, y: vy, z: vz }, v))).toBeLessThan(1e-6);
      const share = eclipseFraction(sunPositionAu(time), state.positionTeme);
      expect(window.eclipseFractions[index]).toBeCloseTo(share, 6);
      shares.add(share);
    }
    // Three hours include light and shadow.
    expect(shares).toContain(0);
    expect(shares).toContain(1);
  });

  it('keep their identity until their grid advances', () => {
    const held = followEphemerides(undefined, FLIGHT, T0);
    expect(followEphemerides(held, FLIGHT, later(STEP_MS - 1))).toBe(held);
    const next = followEphemerides(held, FLIGHT, later(STEP_MS));
    expect(windowOf(next.iss).startTime).toBe(windowOf(held.iss).startTime + STEP_MS);
    expect(windowOf(next.orbita).startTime).toBe(windowOf(held.orbita).startTime + STEP_MS);
  });

  it.each(SATELLITE_IDS)('advance together if only that of %s is behind', (id) => {
    const first = followEphemerides(undefined, FLIGHT, T0);
    const second = followEphemerides(undefined, FLIGHT, later(STEP_MS));
    const followed = followEphemerides({ ...second, [id]: first[id] }, FLIGHT, later(STEP_MS));
    const startTimes = SATELLITE_IDS.map((each) => windowOf(followed[each]).startTime);
    expect(startTimes).toEqual(SATELLITE_IDS.map((each) => windowOf(second[each]).startTime));
  });

  it.each([
    ['a step', STEP_MS, 1],
    ['an hour', MS_PER_H, 120],
    ['all but one sample', 2 * SIDE_MS + STEP_MS, 381],
    ['the whole window', 2 * SIDE_MS + 2 * STEP_MS, 382],
    ['ten days', 10 * MS_PER_DAY, 382],
    ['a step back', -STEP_MS, 382],
    ['a day back', -MS_PER_DAY, 382],
  ])('are those of the instant after %s, and only new samples are propagated', (_case, ms, propagated) => {
    const { propagator, count } = counting(propagatorOf(FLIGHT));
    const propagators: Propagators = { ...FLIGHT, iss: { ok: true, value: propagator } };
    const held = followEphemerides(undefined, propagators, T0);
    expect(count()).toBe(382);
    const moved = followEphemerides(held, propagators, later(ms));
    expect(count() - 382).toBe(propagated);
    expectEqual(moved, followEphemerides(undefined, FLIGHT, later(ms)));
  });
});

describe('a satellite without an orbit', () => {
  it('has no window and a reason; the other one has a window', () => {
    const { iss, orbita } = followEphemerides(undefined, without('It is lost.'), T0);
    expect(iss).toEqual({ status: 'unavailable', reason: 'It is lost.' });
    expect(orbita.status).toBe('available');
  });

  it('delays no other window', () => {
    const held = followEphemerides(undefined, without('It is lost.'), T0);
    expect(followEphemerides(held, without('It is lost.'), later(1))).toBe(held);
    const next = followEphemerides(held, FLIGHT, later(STEP_MS));
    expectEqual(next, followEphemerides(undefined, FLIGHT, later(STEP_MS)));
  });

  /** Returns the station on an orbit with states only between two instants. */
  function existing(from: EpochMs, to: EpochMs): Propagators {
    const { epoch, stateAt } = propagatorOf(FLIGHT);
    const exists = (time: EpochMs): boolean => time >= from && time < to;
    const value: Propagator = { epoch, stateAt: (time) => (exists(time) ? stateAt(time) : undefined) };
    return { ...FLIGHT, iss: { ok: true, value } };
  }
  const ALWAYS = later(-MS_PER_DAY);

  it('has a window up to the decay, and none once it has decayed', () => {
    const propagators = existing(ALWAYS, later(MS_PER_H + 1));
    let held = followEphemerides(undefined, propagators, T0);
    for (let time = T0; time < later(MS_PER_H); time = later(STEP_MS, time)) {
      held = followEphemerides(held, propagators, time);
      expectEqual(held, followEphemerides(undefined, propagators, time));
      const window = windowOf(held.iss);
      expect(window.startTime).toBe(windowOf(held.orbita).startTime);
      expect(endTime(window)).toBe(later(MS_PER_H));
    }
    const { iss } = followEphemerides(held, propagators, later(MS_PER_H));
    // Epoch of the built-in elements.
    expect(iss).toEqual({
      status: 'unavailable',
      reason: 'The orbit has decayed since the epoch of its elements, 2026-10-06T12:44:07.877Z.',
    });
  });

  it('always has a present position if it has a window', () => {
    const propagators = existing(ALWAYS, later(2 * MS_PER_MIN + 17 * MS_PER_S));
    const places = Array.from({ length: 180 }, (_, second) => {
      const time = later(second * MS_PER_S);
      const { iss } = followEphemerides(undefined, propagators, time);
      return iss.status === 'available' ? (fixAt(iss.window, time) ?? 'nowhere') : 'no window';
    });
    expect(places).not.toContain('nowhere');
    // The last sample is at 120 s.
    expect(places.indexOf('no window')).toBeGreaterThanOrEqual(120);
    expect(places.indexOf('no window')).toBeLessThanOrEqual(137);
  });

  it('has not decayed before the epoch', () => {
    const { epoch } = propagatorOf(FLIGHT);
    const { iss } = followEphemerides(undefined, existing(epoch, later(MS_PER_DAY, epoch)), epoch);
    expect(iss).toEqual({
      status: 'unavailable',
      reason: 'The orbit cannot be traced back before the epoch of its elements, 2026-10-06T12:44:07.877Z.',
    });
  });
});

describe('a satellite with a new orbit', () => {
  const enter = (time: EpochMs) => {
    const held = followEphemerides(undefined, FLIGHT, T0);
    return { held, entered: enterOrbit(held, AHEAD, 'iss', time) };
  };

  it('has a transition of eight seconds, 1.5 s after the new data; the other satellite has none', () => {
    const time = later(4 * MS_PER_S);
    const { held, entered } = enter(time);
    expect(windowOf(entered.iss).transition).toMatchObject({ startTime: time + 1500, durationMs: 8000 });
    expect(entered.orbita).toBe(held.orbita);
  });

  it('continues its transition in the following windows to its end', () => {
    // They arrive just before the instant of the next window, at it and just after it.
    const arrived = followEphemerides(enter(later(20_499)).entered, AHEAD, later(STEP_MS));
    const atOnce = followEphemerides(enter(later(20_500)).entered, AHEAD, later(STEP_MS));
    const under = enter(later(20_501)).entered;
    const underWay = followEphemerides(under, AHEAD, later(STEP_MS));
    expect(windowOf(arrived.iss)).not.toHaveProperty('transition');
    expect(windowOf(atOnce.iss)).not.toHaveProperty('transition');
    expect(windowOf(underWay.iss).transition).toMatchObject({ startTime: later(22_001) });
    expect(windowOf(underWay.iss).transition).toEqual(windowOf(under.iss).transition);
    expect(windowOf(underWay.orbita)).not.toHaveProperty('transition');
  });

  it('has no transition without an old or a new orbit', () => {
    const lost = followEphemerides(undefined, without('It is lost.'), T0);
    const found = enterOrbit(lost, FLIGHT, 'iss', T0);
    expectEqual(found.iss, followEphemerides(undefined, FLIGHT, T0).iss);
    expect(windowOf(found.iss)).not.toHaveProperty('transition');
    expect(found.orbita).toBe(lost.orbita);
    const held = followEphemerides(undefined, FLIGHT, T0);
    expectEqual(enterOrbit(held, without('It is lost.'), 'iss', T0), lost);
  });

  it('resumes its transition after a restart', () => {
    const { held, entered } = enter(T0);
    const glide = windowOf(entered.iss).transition;
    if (!glide) throw new Error('no glide');
    expect(transition('iss', held, glide)).toEqual({
      ...held,
      iss: { status: 'available', window: { ...windowOf(held.iss), transition: glide } },
    });
    expect(transition('iss', held, undefined)).toBe(held);
    const lost = followEphemerides(undefined, without('It is lost.'), T0);
    expect(transition('iss', lost, glide)).toBe(lost);
  });
});
