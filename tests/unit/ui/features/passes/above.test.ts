import { describe, expect, it } from 'vitest';
import { degrees, epochMs } from '../../../../../src/shared/kit/units.ts';
import { greenwichSiderealTime, stateToEcef } from '../../../../../src/shared/orbit/frames.ts';
import { lookAngles, siteOf } from '../../../../../src/shared/orbit/observer.ts';
import { createPropagator } from '../../../../../src/shared/orbit/propagator.ts';
import { satellitesAbove } from '../../../../../src/ui/features/passes/above.ts';
import { syntheticElements } from '../../../../support/synthetic-fleet.ts';

const TIME = epochMs(Date.UTC(2026, 10, 21, 3));
const SITE = siteOf({
  latitude: degrees(52.5),
  longitude: degrees(13.4),
  altitudeKm: 0,
});
const COUNT = 600;
const SATELLITES = Array.from({ length: COUNT }, (_, id) => ({ id, name: `TEST ${id}` }));

const states = Array.from({ length: COUNT }, (_, number) => {
  const propagator = createPropagator(syntheticElements(number, number % 7 === 0 ? 'navigation' : 'lowLeo'));
  const state = propagator.ok ? propagator.value.stateAt(TIME) : undefined;
  return state && stateToEcef(state, greenwichSiderealTime(TIME));
});
const positions = Float32Array.from(
  states.flatMap((state) =>
    state
      ? [state.positionEcef.x, state.positionEcef.y, state.positionEcef.z]
      : [Number.NaN, Number.NaN, Number.NaN],
  ),
);
const all = new Uint8Array(COUNT).fill(1);

describe('the satellites above a place', () => {
  it.each([0, 10, 45])('are those above %d° by their look angles, highest first', (least) => {
    const expected = states
      .flatMap((state, index) => {
        const look = state && lookAngles(SITE, state);
        return look && look.elevation >= least ? [{ index, ...look }] : [];
      })
      .sort((a, b) => b.elevation - a.elevation);
    expect(expected.length).toBeGreaterThan(3);
    const found = satellitesAbove(SATELLITES, positions, all, SITE, degrees(least));
    expect(found.map(({ satellite }) => satellite.id)).toEqual(expected.map(({ index }) => index));
    for (const [index, { elevation, azimuth, rangeKm }] of expected.entries()) {
      expect(found[index]?.elevation).toBeCloseTo(elevation, 3);
      expect(found[index]?.azimuth).toBeCloseTo(azimuth, 3);
      expect(found[index]?.rangeKm).toBeCloseTo(rangeKm, 1);
    }
  });

  it('are without those that are hidden or have no position', () => {
    const [first] = satellitesAbove(SATELLITES, positions, all, SITE, degrees(0));
    if (!first) throw new Error('There is none.');
    const isShown = all.slice();
    isShown[first.satellite.id] = 0;
    const lost = positions.slice();
    lost[3 * first.satellite.id] = Number.NaN;
    for (const found of [
      satellitesAbove(SATELLITES, positions, isShown, SITE, degrees(0)),
      satellitesAbove(SATELLITES, lost, all, SITE, degrees(0)),
    ])
      expect(found.map(({ satellite }) => satellite.id)).not.toContain(first.satellite.id);
  });
});
