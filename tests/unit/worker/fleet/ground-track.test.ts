import { describe, expect, it } from 'vitest';
import type { FleetTrack } from '../../../../src/shared/contract/fleet.ts';
import {
  addMs,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
} from '../../../../src/shared/kit/units.ts';
import type { OrbitalElements } from '../../../../src/shared/orbit/elements.ts';
import { ecefToGeodetic, greenwichSiderealTime, stateToEcef } from '../../../../src/shared/orbit/frames.ts';
import { createPropagator } from '../../../../src/shared/orbit/propagator.ts';
import { eclipseFraction, sunPositionAu } from '../../../../src/shared/orbit/sun.ts';
import { createFleet } from '../../../../src/worker/fleet/propagate-fleet.ts';
import { finish } from '../../../support/finish.ts';
import { ORBIT_KINDS, type OrbitKind, syntheticElements } from '../../../support/synthetic-fleet.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const STEP_MS = 30_000;

const trackOf = (elements: OrbitalElements, from: EpochMs, to: EpochMs): FleetTrack =>
  finish(finish(createFleet([elements])).track({ satellite: 0, from, to, stepMs: STEP_MS }));

function orbitOf(elements: OrbitalElements) {
  const propagator = createPropagator(elements);
  if (!propagator.ok) throw new Error(propagator.message);
  const stateAt = (time: EpochMs) => {
    const state = propagator.value.stateAt(time);
    if (!state) throw new Error('no state');
    return state;
  };
  return {
    placeAt: (time: EpochMs) =>
      ecefToGeodetic(stateToEcef(stateAt(time), greenwichSiderealTime(time)).positionEcef),
    isEclipsedAt: (time: EpochMs) => eclipseFraction(sunPositionAu(time), stateAt(time).positionTeme) >= 0.5,
  };
}

describe('the ground track of an added satellite', () => {
  it.each(Object.keys(ORBIT_KINDS) as OrbitKind[])(
    'is where SGP4 has a %s orbit, at every sample',
    (kind) => {
      const elements = syntheticElements(3, kind);
      const { placeAt } = orbitOf(elements);
      const track = trackOf(elements, T0, addMs(T0, MS_PER_DAY));
      expect(track.latitudes).toHaveLength(MS_PER_DAY / STEP_MS + 1);
      for (let index = 0; index < track.latitudes.length; index += 7) {
        const { latitude, longitude } = placeAt(addMs(track.startTime, index * STEP_MS));
        expect(track.latitudes[index]).toBeCloseTo(latitude, 4);
        expect(track.longitudes[index]).toBeCloseTo(longitude, 4);
      }
    },
  );

  it('covers what is asked for, on whole steps since 1970', () => {
    const [from, to] = [addMs(T0, 12_345), addMs(T0, MS_PER_H + 1)];
    const { startTime, latitudes } = trackOf(syntheticElements(1), from, to);
    expect(startTime).toBe(T0);
    expect(startTime + (latitudes.length - 1) * STEP_MS).toBe(T0 + MS_PER_H + STEP_MS);
  });

  it('tells light and shadow apart to a second', () => {
    const elements = syntheticElements(1, 'sunSynchronous');
    const { isEclipsedAt } = orbitOf(elements);
    const [start, ...changes] = trackOf(elements, T0, addMs(T0, 6 * MS_PER_H)).light;
    expect(start).toEqual({ time: T0, isEclipsed: isEclipsedAt(T0) });
    expect(changes.length).toBeGreaterThanOrEqual(6);
    for (const { time, isEclipsed } of changes) {
      expect(isEclipsedAt(addMs(time, -1000))).toBe(!isEclipsed);
      expect(isEclipsedAt(addMs(time, 1000))).toBe(isEclipsed);
    }
  });

  it('ends where the orbit decays, and begins where the elements are not too old', () => {
    const falling = { ...syntheticElements(0, 'lowLeo'), BSTAR: 0.1 };
    const from = epochMs(Date.UTC(2026, 10, 20, 1));
    const { latitudes } = trackOf(falling, from, addMs(from, 4 * MS_PER_DAY));
    expect(latitudes.length).toBeGreaterThan(10);
    expect(latitudes.length).toBeLessThan((4 * MS_PER_DAY) / STEP_MS);
    const yearBefore = epochMs(Date.UTC(2025, 10, 20));
    const early = trackOf(
      syntheticElements(0, 'navigation'),
      addMs(yearBefore, -MS_PER_MIN),
      addMs(yearBefore, MS_PER_MIN),
    );
    expect(early.startTime).toBe(yearBefore);
    expect(early.latitudes).toHaveLength(MS_PER_MIN / STEP_MS + 1);
  });

  it('is empty without an orbit', () => {
    const bad = { ...syntheticElements(1), ECCENTRICITY: 1.5 };
    expect(trackOf(bad, T0, addMs(T0, MS_PER_H))).toMatchObject({ startTime: T0, light: [] });
    expect(trackOf(bad, T0, addMs(T0, MS_PER_H)).latitudes).toHaveLength(0);
  });
});
