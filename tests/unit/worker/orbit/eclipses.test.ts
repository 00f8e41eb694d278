import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { satellitePosition } from '../../../../src/shared/entities/satellite-position.ts';
import { ORBITAL_ELEMENTS, SATELLITE_IDS } from '../../../../src/shared/entities/satellites.ts';
import {
  addMs,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../../src/shared/kit/units.ts';
import type { OrbitalElements } from '../../../../src/shared/orbit/elements.ts';
import type { Propagator } from '../../../../src/shared/orbit/propagator.ts';
import { eclipseFraction, sunPositionAu } from '../../../../src/shared/orbit/sun.ts';
import { type Eclipse, findShadow } from '../../../../src/worker/orbit/eclipses.ts';
import eclipses from '../../../reference/eclipses.json';
import {
  counting,
  FLIGHTS,
  isoTime,
  named,
  propagate,
  siteAt,
  unixTime,
} from '../../shared/orbit/flights.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 6));

function shareAt(propagator: Propagator, time: EpochMs): number {
  const state = propagator.stateAt(time);
  if (!state) throw new Error('no state');
  return eclipseFraction(sunPositionAu(time), state.positionTeme);
}

const eclipsesOf = (...search: Parameters<typeof findShadow>): readonly Eclipse[] =>
  findShadow(...search).eclipses;

const isEclipsed = (propagator: Propagator, time: EpochMs): boolean | undefined =>
  satellitePosition(propagator, siteAt(0, 0), time)?.eclipsed;

/** Returns the instants of eclipses by the reference's names, in order; without those of the cuts. */
function eventsOf(found: readonly Eclipse[], from: EpochMs, to: EpochMs) {
  return found
    .flatMap(({ penumbraEnter, umbraEnter, umbraExit, penumbraExit }) => [
      { event: 'penumbra_enter', time: penumbraEnter },
      { event: 'umbra_enter', time: umbraEnter },
      { event: 'umbra_exit', time: umbraExit },
      { event: 'penumbra_exit', time: penumbraExit },
    ])
    .filter(({ time }) => time !== undefined && time > from && time < to);
}

describe.each(FLIGHTS)('the eclipses of $name from its $form', ({ name, propagator }) => {
  const { window_start, window_end, events } = named(eclipses.satellites, name);
  const [from, to] = [isoTime(window_start), isoTime(window_end)];
  const expected = events.filter(({ event }) => !event.startsWith('sun_centre'));
  const find = () => eventsOf(eclipsesOf(propagator, from, to), from, to);

  it('are those of the reference, one for one', () => {
    const found = find();
    expect(expected.length).toBeGreaterThan(25);
    expect(found.map(({ event }) => event)).toEqual(expected.map(({ event }) => event));
  });

  it.each(expected.map((reference, index) => ({ ...reference, index })))(
    'have the $event of the reference at $utc',
    (reference) => {
      const time = find()[reference.index]?.time ?? Number.NaN;
      expect(Math.abs(time - unixTime(reference.unix))).toBeLessThan(2 * MS_PER_S);
    },
  );
});

describe('an eclipse', () => {
  it.each(SATELLITE_IDS)('of %s begins and ends outside, and is whole in the umbra', (id) => {
    const propagator = propagate(ORBITAL_ELEMENTS[id]);
    const found = eclipsesOf(propagator, T0, addMs(T0, MS_PER_DAY));
    expect(found.length).toBeGreaterThan(13);
    let whole = 0;
    for (const { penumbraEnter, umbraEnter, umbraExit, penumbraExit, startsBefore, endsAfter } of found) {
      if (startsBefore || endsAfter || umbraEnter === undefined || umbraExit === undefined) continue;
      whole += 1;
      expect(penumbraEnter).toBeLessThan(umbraEnter);
      expect(umbraEnter).toBeLessThan(umbraExit);
      expect(umbraExit).toBeLessThan(penumbraExit);
      // A tenth of a second for the two forms of the cone that are compared here.
      expect(shareAt(propagator, addMs(penumbraEnter, -100))).toBe(0);
      expect(shareAt(propagator, addMs(penumbraEnter, 300))).toBeGreaterThan(0);
      expect(shareAt(propagator, addMs(umbraEnter, -300))).toBeLessThan(1);
      expect(shareAt(propagator, addMs(umbraEnter, 300))).toBe(1);
      expect(shareAt(propagator, addMs(umbraExit, -300))).toBe(1);
      expect(shareAt(propagator, addMs(umbraExit, 300))).toBeLessThan(1);
      expect(shareAt(propagator, addMs(penumbraExit, -300))).toBeGreaterThan(0);
      expect(shareAt(propagator, addMs(penumbraExit, 100))).toBe(0);
    }
    expect(whole).toBeGreaterThan(11);
  });

  it('clipped by the search ends there and is marked', () => {
    const propagator = propagate(ORBITAL_ELEMENTS.orbita);
    const [whole] = eclipsesOf(propagator, T0, addMs(T0, 3 * MS_PER_H));
    if (!whole?.umbraEnter || !whole.umbraExit) throw new Error('no eclipse');
    const middle = epochMs((whole.umbraEnter + whole.umbraExit) / 2);

    const [late] = eclipsesOf(propagator, middle, addMs(middle, MS_PER_H));
    expect(late).toMatchObject({
      penumbraEnter: middle,
      umbraEnter: middle,
      startsBefore: true,
      endsAfter: false,
    });
    expect(Math.abs((late?.penumbraExit ?? 0) - whole.penumbraExit)).toBeLessThan(1);

    const [early] = eclipsesOf(propagator, addMs(middle, -MS_PER_H), middle);
    expect(early).toMatchObject({
      umbraExit: middle,
      penumbraExit: middle,
      startsBefore: false,
      endsAfter: true,
    });
    expect(Math.abs((early?.penumbraEnter ?? 0) - whole.penumbraEnter)).toBeLessThan(1);
  });

  it('ends where the orbit ends, and is marked', () => {
    const propagator = propagate(ORBITAL_ELEMENTS.orbita);
    const [whole] = eclipsesOf(propagator, T0, addMs(T0, 3 * MS_PER_H));
    const end = addMs(whole?.umbraEnter ?? T0, 5 * MS_PER_MIN);
    const ending: Propagator = {
      epoch: propagator.epoch,
      stateAt: (time) => (time < end ? propagator.stateAt(time) : undefined),
    };
    const found = eclipsesOf(ending, T0, addMs(T0, MS_PER_DAY));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ penumbraEnter: whole?.penumbraEnter, endsAfter: true });
    expect(Math.abs((found[0]?.umbraExit ?? 0) - end)).toBeLessThan(2);
  });
});

it('a search for eclipses costs one SGP4 evaluation for 2 minutes, and about 35 for each', () => {
  const { propagator, count } = counting(propagate(ORBITAL_ELEMENTS.orbita));
  const { eclipses: found } = findShadow(propagator, T0, addMs(T0, MS_PER_DAY));
  expect(found.length).toBeGreaterThan(13);
  expect(count()).toBeLessThan(721 + 36 * found.length);
});

const GEOSTATIONARY: OrbitalElements = {
  ...ORBITAL_ELEMENTS.orbita,
  OBJECT_NAME: 'GEO',
  MEAN_MOTION: 1.002_737_9,
  ECCENTRICITY: 0.0001,
  INCLINATION: 0.02,
};

describe('a geostationary satellite', () => {
  it('is in eclipse for 71 minutes at the equinox', () => {
    const equinox = epochMs(Date.UTC(2027, 2, 20, 20));
    const propagator = propagate({ ...GEOSTATIONARY, EPOCH: '2027-03-20T00:00:00' });
    const [first] = eclipsesOf(propagator, addMs(equinox, -MS_PER_DAY / 2), addMs(equinox, MS_PER_DAY / 2));
    if (!first) throw new Error('no eclipse');
    const minutes = (first.penumbraExit - first.penumbraEnter) / MS_PER_MIN;
    expect(minutes).toBeGreaterThan(69);
    expect(minutes).toBeLessThan(73);
  });

  it('is in penumbra only at the beginning of an eclipse season', () => {
    // The Earth's disc has a radius of 8.70° there, the Sun's 0.27°: the declination of 8.97° is that of 25 February.
    const from = epochMs(Date.UTC(2027, 1, 20));
    const to = epochMs(Date.UTC(2027, 2, 6));
    const propagator = propagate({ ...GEOSTATIONARY, EPOCH: '2027-02-25T00:00:00' });
    const found = eclipsesOf(propagator, from, to);
    const partial = found.filter(({ umbraEnter }) => umbraEnter === undefined);
    expect(partial.length).toBeGreaterThan(0);
    expect(partial).toEqual(found.slice(0, partial.length));
    expect(found.length).toBeGreaterThan(partial.length + 5);
    for (const { penumbraEnter, umbraExit, penumbraExit } of partial) {
      expect(umbraExit).toBeUndefined();
      const middle = shareAt(propagator, epochMs((penumbraEnter + penumbraExit) / 2));
      expect(middle).toBeGreaterThan(0);
      expect(middle).toBeLessThan(1);
    }
  });

  it('is never in eclipse at the solstice', () => {
    const solstice = epochMs(Date.UTC(2026, 11, 21));
    const propagator = propagate({ ...GEOSTATIONARY, EPOCH: '2026-12-21T00:00:00' });
    const shadow = findShadow(propagator, solstice, addMs(solstice, 2 * MS_PER_DAY));
    expect(shadow).toEqual({ eclipses: [], eclipsed: [] });
  });
});

describe('the intervals in which a satellite is eclipsed', () => {
  const anyOrbit = fc
    .record({
      MEAN_MOTION: fc.double({ min: 8, max: 16, noNaN: true }),
      INCLINATION: fc.double({ min: 0, max: 180, noNaN: true }),
      RA_OF_ASC_NODE: fc.double({ min: 0, max: 360, noNaN: true }),
      MEAN_ANOMALY: fc.double({ min: 0, max: 360, noNaN: true }),
    })
    .map((elements): OrbitalElements => ({ ...ORBITAL_ELEMENTS.orbita, ...elements }));

  it('match a brute-force search at 5 s, with edges to 2 ms (seed 1)', () => {
    let edges = 0;
    fc.assert(
      fc.property(anyOrbit, (elements) => {
        const propagator = propagate(elements);
        const to = addMs(T0, 4 * MS_PER_H);
        const intervals = findShadow(propagator, T0, to).eclipsed;
        const wrong: EpochMs[] = [];
        for (let time = T0; time <= to; time = addMs(time, 5 * MS_PER_S)) {
          const isInside = intervals.some(({ start, end }) => time >= start && time <= end);
          const isAtEdge = intervals.some(
            ({ start, end }) => Math.min(Math.abs(time - start), Math.abs(time - end)) < 2,
          );
          if (!isAtEdge && isEclipsed(propagator, time) !== isInside) wrong.push(time);
        }
        expect(wrong).toEqual([]);
        for (const { start, end, startsBefore, endsAfter } of intervals) {
          if (!startsBefore) {
            edges++;
            expect(isEclipsed(propagator, addMs(start, -2))).toBe(false);
            expect(isEclipsed(propagator, addMs(start, 2))).toBe(true);
          }
          if (!endsAfter) expect(isEclipsed(propagator, addMs(end, 2))).toBe(false);
        }
      }),
      { numRuns: 25, seed: 1 },
    );
    expect(edges).toBeGreaterThan(20);
  });

  it('come in order, with a lit part of the orbit between them', () => {
    const intervals = findShadow(propagate(ORBITAL_ELEMENTS.iss), T0, addMs(T0, MS_PER_DAY)).eclipsed;
    expect(intervals.length).toBeGreaterThan(13);
    for (const [index, { start }] of intervals.entries()) {
      const previous = intervals[index - 1];
      if (previous) expect(start - previous.end).toBeGreaterThan(20 * MS_PER_MIN);
    }
  });
});
