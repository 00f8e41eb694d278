import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORBITAL_ELEMENTS } from '../../../../src/shared/entities/satellites.ts';
import { addMs, degrees, epochMs, MS_PER_DAY, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import type { OrbitalElements } from '../../../../src/shared/orbit/elements.ts';
import { createGrid, samplingStepMs } from '../../../../src/shared/orbit/orbit-samples.ts';
import { windowsOver } from '../../../../src/shared/orbit/pass-windows.ts';
import { findPasses, lookEachMinute } from '../../../support/passes.ts';
import { ORBIT_KINDS, syntheticElements } from '../../../support/synthetic-fleet.ts';
import { counting, propagate, siteAt } from './flights.ts';

const FROM = epochMs(Date.UTC(2026, 10, 20, 6, 0, 17));
const TO = addMs(FROM, MS_PER_DAY);

const angle = (most: number) => fc.double({ min: 0, max: most, noNaN: true });
/** Any orbit with a perigee from 160 km up, down to three revolutions a fortnight, within 300 days of its epoch. */
const anyOrbit = fc
  .record({
    perigeeKm: fc.oneof(
      fc.double({ min: 160, max: 2000, noNaN: true }),
      fc.double({ min: 160, max: 50_000, noNaN: true }),
    ),
    ECCENTRICITY: fc.oneof(fc.constant(0.0001), fc.double({ min: 0, max: 0.9, noNaN: true })),
    INCLINATION: angle(180),
    RA_OF_ASC_NODE: angle(360),
    ARG_OF_PERICENTER: angle(360),
    MEAN_ANOMALY: angle(360),
    ageDays: fc.integer({ min: -300, max: 300 }),
  })
  .map(({ perigeeKm, ageDays, ...elements }): OrbitalElements => {
    const axisKm = (6378.135 + perigeeKm) / (1 - elements.ECCENTRICITY);
    const meanMotion = Math.sqrt(398_600.8 / axisKm ** 3) * (86_400 / (2 * Math.PI));
    const epoch = new Date(FROM - ageDays * MS_PER_DAY).toISOString().slice(0, -1);
    return { ...ORBITAL_ELEMENTS.orbita, ...elements, EPOCH: epoch, MEAN_MOTION: meanMotion, BSTAR: 0 };
  });
const anySite = fc.tuple(
  fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90)),
  fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 180)),
);
const anyMask = fc.oneof(fc.constantFrom(-90, 0, 5), fc.double({ min: -10, max: 89, noNaN: true }));

describe('the windows of a search', () => {
  it('leave no minute out in which the satellite is up: any orbit over any site (seed 3)', () => {
    let [up, left] = [0, 0];
    fc.assert(
      fc.property(anyOrbit, anySite, anyMask, (elements, place, mask) => {
        const propagator = propagate(elements);
        const site = siteAt(...place);
        const search = { from: FROM, to: TO, minElevation: degrees(mask) };
        const windows = windowsOver(createGrid(propagator, samplingStepMs(propagator)), site, search);
        const passes = findPasses(propagator, site, search);
        for (const { time, elevation } of lookEachMinute(propagator, site, FROM, TO)) {
          const isIn = windows.some(({ from, to }) => from <= time && time <= to);
          if (!isIn) left += 1;
          if (elevation > mask) {
            up += 1;
            if (!isIn) expect.fail(`no window at ${new Date(time).toISOString()}`);
          }
          // Tolerance for the search's interpolation.
          if (Math.abs(elevation - mask) < 0.01) continue;
          const isPassing = passes.some(({ aos, los }) => aos <= time && time <= los);
          const isUp = elevation > mask;
          if (isPassing !== isUp) expect(isPassing, new Date(time).toISOString()).toBe(isUp);
        }
      }),
      { numRuns: 150, seed: 3 },
    );
    expect(Math.min(up, left)).toBeGreaterThan(10_000);
  });

  it('are apart, in order, and within the search', () => {
    const propagator = propagate(syntheticElements(1, 'sunSynchronous'));
    const search = { from: FROM, to: TO, minElevation: degrees(5) };
    const windows = windowsOver(createGrid(propagator, samplingStepMs(propagator)), siteAt(52, 13), search);
    const ends = windows.flatMap(({ from, to }) => [from, to]);
    expect(windows.length).toBeGreaterThan(3);
    expect(ends).toEqual([...new Set(ends)].toSorted((a, b) => a - b));
    expect(ends[0]).toBeGreaterThanOrEqual(FROM);
    expect(ends.at(-1)).toBeLessThanOrEqual(TO);
  });

  it.each([
    ['a geostationary satellite over the other side', 'geostationary', 0],
    ['a low orbit of little inclination over a pole', 'lowLeo', 90],
  ] as const)('are none for what never rises, at a few evaluations: %s', (_, kind, latitude) => {
    const { propagator, count } = counting(propagate(syntheticElements(1, kind)));
    const { x, y } = propagator.stateAt(FROM)?.positionTeme ?? { x: 1, y: 0 };
    // Far from its initial position, where the geostationary one remains.
    const opposite = (Math.atan2(-y, -x) * 180) / Math.PI - greenwichAt(FROM);
    const before = count();
    expect(
      findPasses(propagator, siteAt(latitude, opposite), { from: FROM, to: TO, minElevation: degrees(5) }),
    ).toEqual([]);
    expect(count() - before).toBeLessThan(150);
  });
});

/** Returns Greenwich sidereal time in degrees, by its linear part from the Astronomical Almanac. */
const greenwichAt = (time: number): number =>
  (280.46062 + 360.985_647_37 * (time / MS_PER_DAY - 10_957.5)) % 360;

describe('the step of the samples', () => {
  it.each([
    ['lowLeo', 2],
    ['sunSynchronous', 2],
    ['highLeo', 2],
    ['molniya', 2],
    ['transfer', 2],
    ['navigation', 16],
    ['geostationary', 16],
  ] as const)('suits the orbit: %s', (kind, minutes) => {
    expect(Object.keys(ORBIT_KINDS)).toContain(kind);
    expect(samplingStepMs(propagate(syntheticElements(1, kind)))).toBe(minutes * MS_PER_MIN);
  });
});
