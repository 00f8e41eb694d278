import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ORBITAL_ELEMENTS,
  SATELLITE_IDS,
  type SatelliteId,
} from '../../../../src/shared/entities/satellites.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN, toRadians } from '../../../../src/shared/kit/units.ts';
import {
  type EphemerisWindow,
  eclipseFractionAt,
  endTime,
  fixAt,
  stateAt,
} from '../../../../src/shared/orbit/ephemeris.ts';
import { geodeticToEcef, greenwichSiderealTime, temeToEcef } from '../../../../src/shared/orbit/frames.ts';
import { createPropagator } from '../../../../src/shared/orbit/propagator.ts';
import { length, subtract, type Vector } from '../../../../src/shared/orbit/vector.ts';
import { followEphemerides } from '../../../../src/worker/orbit/ephemerides.ts';
import { createPropagators } from '../../../../src/worker/orbit/propagators.ts';
import { T0 } from '../../../support/mission.ts';

const propagators = createPropagators();

function windowAround(id: SatelliteId, time: EpochMs): EphemerisWindow {
  const ephemeris = followEphemerides(undefined, propagators, time)[id];
  if (ephemeris.status === 'unavailable') throw new Error(ephemeris.reason);
  return ephemeris.window;
}

function propagatedEcef(id: SatelliteId, time: EpochMs): Vector {
  const propagator = createPropagator(ORBITAL_ELEMENTS[id]);
  if (!propagator.ok) throw new Error(propagator.message);
  const state = propagator.value.stateAt(time);
  if (!state) throw new Error('no state');
  return temeToEcef(state.positionTeme, greenwichSiderealTime(time));
}

function interpolatedEcef(window: EphemerisWindow, time: EpochMs): Vector {
  const fix = fixAt(window, time);
  if (!fix) throw new Error('outside the window');
  return geodeticToEcef(fix);
}

describe.each(SATELLITE_IDS)('the window of %s', (id) => {
  const window = windowAround(id, T0);

  it('is within a metre of the propagated orbit at any instant', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
        const time = epochMs(window.startTime + share * (endTime(window) - window.startTime));
        const errorKm = length(subtract(interpolatedEcef(window, time), propagatedEcef(id, time)));
        expect(errorKm).toBeLessThan(0.001);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it('is within 5 m of it at every frame of a whole orbit, as the mission’s windows follow each other', () => {
    const propagator = propagators[id];
    if (!propagator.ok) throw new Error(propagator.message);
    const [frameMs, orbitMs] = [1000 / 60, 93.2 * MS_PER_MIN];
    let held = followEphemerides(undefined, propagators, T0);
    let [worstKm, worstStepKm] = [0, 0];
    let last: Vector | undefined;
    for (let frame = 0; frame * frameMs < orbitMs; frame++) {
      const time = addMs(T0, frame * frameMs);
      if (frame % 600 === 0) held = followEphemerides(held, propagators, time);
      const ephemeris = held[id];
      const shown = ephemeris.status === 'available' ? stateAt(ephemeris.window, time) : undefined;
      const real = propagator.value.stateAt(time);
      if (!shown || !real) throw new Error('no position');
      const realEcef = temeToEcef(real.positionTeme, greenwichSiderealTime(time));
      worstKm = Math.max(worstKm, length(subtract(shown.positionEcef, realEcef)));
      if (last) worstStepKm = Math.max(worstStepKm, length(subtract(shown.positionEcef, last)));
      last = shown.positionEcef;
    }
    expect(worstKm).toBeLessThan(0.005);
    // At 7.36 km/s over the rotating Earth a frame covers 123 m; a jump would be longer.
    expect(worstStepKm).toBeLessThan(0.124);
  });

  it.each([1, 7, 379, 381, 382, 1000, -3])(
    'advanced by %d samples equals the window computed there',
    (shift) => {
      const time = addMs(T0, shift * 30_000);
      const moved = followEphemerides(followEphemerides(undefined, propagators, T0), propagators, time);
      expect(moved).toEqual(followEphemerides(undefined, propagators, time));
    },
  );

  it('agrees with the next window where they overlap, so that a new one causes no jump', () => {
    const next = windowAround(id, addMs(T0, 5 * MS_PER_MIN));
    const time = addMs(T0, 7 * MS_PER_MIN + 123);
    expect(next.startTime).toBeGreaterThan(window.startTime);
    expect(fixAt(next, time)).toEqual(fixAt(window, time));
  });

  it('has the velocity of its motion', () => {
    const halfMs = 50;
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.99, noNaN: true }), (share) => {
        const time = Math.round(window.startTime + share * (endTime(window) - window.startTime));
        // At a sample the velocity turns by its deviation from the orbit's there, far below the bound.
        const [before, now, after] = [-halfMs, 0, halfMs].map((ms) => stateAt(window, epochMs(time + ms)));
        if (!before || !now || !after) throw new Error('outside the window');
        const moved = subtract(after.positionEcef, before.positionEcef);
        const { x, y, z } = now.velocityEcef;
        const seconds = (2 * halfMs) / 1000;
        expect(length(subtract(moved, { x: x * seconds, y: y * seconds, z: z * seconds }))).toBeLessThan(
          1e-6,
        );
      }),
      { numRuns: 300, seed: 2 },
    );
  });

  it('covers more than an orbit back and ahead', () => {
    expect(fixAt(window, addMs(T0, -95 * MS_PER_MIN))).toBeDefined();
    expect(fixAt(window, addMs(T0, 95 * MS_PER_MIN))).toBeDefined();
  });

  it('has no value outside its span', () => {
    expect(fixAt(window, addMs(window.startTime, -1))).toBeUndefined();
    expect(fixAt(window, addMs(endTime(window), 1))).toBeUndefined();
    expect(fixAt(window, epochMs(Number.NaN))).toBeUndefined();
  });

  it('has the heading of its motion', () => {
    const before = fixAt(window, addMs(T0, -500));
    const now = fixAt(window, T0);
    const after = fixAt(window, addMs(T0, 500));
    if (!before || !now || !after) throw new Error('outside the window');
    const north = after.latitude - before.latitude;
    const east = (after.longitude - before.longitude) * Math.cos(toRadians(now.latitude));
    // Degrees of latitude on the ellipsoid are a third of a percent longer than those of longitude.
    expect(Math.cos(Math.atan2(east, north) - toRadians(now.heading))).toBeGreaterThan(0.9999);
  });
});

describe('the eclipse fraction', () => {
  const shares: EphemerisWindow = {
    startTime: T0,
    stepMs: 30_000,
    positionsEcefKm: new Float64Array(9),
    velocitiesEcefKmPerS: new Float64Array(9),
    eclipseFractions: new Float32Array([0.25, 0.75, 0.5]),
  };

  it.each([
    [0, 0.25],
    [15, 0.5],
    [22.5, 0.625],
    [30, 0.75],
    [45, 0.625],
    [60, 0.5],
    [61, undefined],
    [-1, undefined],
  ])('is linear between samples: after %d s it is %s', (seconds, share) => {
    expect(eclipseFractionAt(shares, addMs(T0, seconds * 1000))).toBe(share);
  });
});
