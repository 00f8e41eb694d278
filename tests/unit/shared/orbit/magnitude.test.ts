import { describe, expect, it } from 'vitest';
import { addMs, degrees, MS_PER_DAY, MS_PER_S, toRadians } from '../../../../src/shared/kit/units.ts';
import { readTle } from '../../../../src/shared/orbit/elements.ts';
import { apparentMagnitude, STANDARD_MAGNITUDES } from '../../../../src/shared/orbit/magnitude.ts';
import { observeSatellite } from '../../../../src/shared/orbit/observed-satellite.ts';
import { darkAround, findWholePasses } from '../../../../src/shared/orbit/visual-passes.ts';
import reference from '../../../reference/orbits.json';
import { propagate, siteAt, unixTime, unwrap } from './flights.ts';

describe('the estimated magnitude', () => {
  // By hand: std + 5 lg(range / 1000 km) − 2.5 lg(sin φ + (π − φ) cos φ).
  it.each([
    ['at the standard range and phase', -1.8, 1000, 90, -1.8],
    ['at twice the range', -1.8, 2000, 90, -0.295],
    ['at full phase: π times the light', -1.8, 1000, 0, -3.043],
    ['of the ISS at 500 km with the Sun behind it', -1.8, 500, 113, -2.47],
    ['of a faint satellite', 3.9, 800, 60, 2.711],
  ])('%s', (_, standard, rangeKm, phase, magnitude) => {
    expect(apparentMagnitude(standard, rangeKm, toRadians(degrees(phase)))).toBeCloseTo(magnitude, 2);
  });

  it('of a satellite in front of the Sun is that of nothing, and a number', () => {
    const magnitude = apparentMagnitude(-1.8, 1000, toRadians(degrees(180)));
    expect(magnitude).toBeGreaterThan(20);
    expect(Number.isFinite(magnitude)).toBe(true);
  });
});

describe('the magnitude of a pass', () => {
  const { tle, from: start } = reference.orbits.find(({ name }) => name === 'LEO') ?? { tle: [], from: 0 };
  const [line1 = '', line2 = ''] = tle;
  const propagator = propagate(unwrap(readTle(line1, line2)));
  const from = unixTime(start);
  const range = { from, to: addMs(from, 7 * MS_PER_DAY), minElevation: degrees(5) };
  const site = siteAt(52.52, 13.405, 0.034);
  const ends = <Value>(steps: Generator<void, Value>): Value => {
    let step = steps.next();
    while (!step.done) step = steps.next();
    return step.value;
  };
  const STANDARD = -1.8;
  const passes = ends(findWholePasses(propagator, site, range, darkAround(site, range), STANDARD));

  it('is there where something is visible, and nowhere else', () => {
    const seen = passes.filter(({ visible }) => visible.length > 0);
    expect(seen.length).toBeGreaterThan(2);
    expect(passes.length).toBeGreaterThan(seen.length);
    expect(passes.filter(({ magnitude }) => magnitude !== undefined)).toEqual(seen);
  });

  it('is between those of the nearest and the farthest half of a lit sphere', () => {
    for (const { visible, magnitude } of passes) {
      if (magnitude === undefined) continue;
      const ranges = visible.flatMap((part) => {
        const found: number[] = [];
        for (let time = part.start; time <= part.end; time = addMs(time, MS_PER_S)) {
          const state = propagator.stateAt(time);
          if (state) found.push(observeSatellite(state, site, time, degrees(0)).rangeKm);
        }
        return found;
      });
      const nearest = Math.min(...ranges);
      // Full phase at the nearest distance is the brightest; 150° there gives a hundredth of that light.
      const brightest = STANDARD + 5 * Math.log10(nearest / 1000) - 2.5 * Math.log10(Math.PI);
      expect(magnitude).toBeGreaterThanOrEqual(brightest - 0.01);
      expect(magnitude).toBeLessThan(brightest + 5);
    }
  });

  it('is absent without a standard magnitude', () => {
    const plain = ends(findWholePasses(propagator, site, range, darkAround(site, range)));
    expect(plain.some(({ visible }) => visible.length > 0)).toBe(true);
    expect(plain.every((pass) => !('magnitude' in pass))).toBe(true);
  });

  it('is too faint for the naked eye of a satellite 20,000 km away, and not of one in a low orbit', () => {
    const navigation = reference.orbits.find(({ name }) => name === 'GNSS, GPS') ?? { tle: [] };
    const [first = '', second = ''] = navigation.tle;
    const far = propagate(unwrap(readTle(first, second)));
    const seen = (one: typeof propagator) =>
      ends(findWholePasses(one, site, range, darkAround(site, range))).filter(
        ({ visible }) => visible.length > 0,
      );
    expect(seen(far).length).toBeGreaterThan(0);
    expect(seen(far).every(({ isFaint }) => isFaint)).toBe(true);
    expect(seen(propagator).some(({ isFaint }) => isFaint)).toBe(false);
  });

  it('is known of the ISS', () => {
    expect(STANDARD_MAGNITUDES.get(25_544)).toBe(-1.8);
  });
});
