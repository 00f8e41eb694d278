import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORBITAL_ELEMENTS } from '../../../../src/shared/entities/satellites.ts';
import {
  addMs,
  degrees,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
  wrapLongitude,
} from '../../../../src/shared/kit/units.ts';
import type { OrbitalElements } from '../../../../src/shared/orbit/elements.ts';
import { readOmm } from '../../../../src/shared/orbit/elements.ts';
import { ecefToGeodetic, greenwichSiderealTime, temeToEcef } from '../../../../src/shared/orbit/frames.ts';
import type { Propagator } from '../../../../src/shared/orbit/propagator.ts';
import { angleBetween, length, subtract, type Vector } from '../../../../src/shared/orbit/vector.ts';
import { fitOrbit, type OrbitMeasurement, residualKm } from '../../../../src/worker/orbit/fit.ts';
import reference from '../../../reference/elements.json';
import { angleApart, propagate, unwrap } from '../../shared/orbit/flights.ts';

const PRIOR = unwrap(readOmm(reference.sets['iss-2026-10-06'].omm));
const NUMBERS = reference.sets['iss-2026-10-06'].omm;
const EPOCH = propagate(PRIOR).epoch;
const EARTH_RADIUS_KM = 6371;
/** Runs of each property; `FIT_RUNS` makes them more. */
const RUNS = Number(process.env.FIT_RUNS ?? 25);

/** Difference of a real orbit from the known one. */
interface Change {
  readonly anomaly: number;
  readonly node: number;
  readonly motionShare: number;
  readonly eccentricity: number;
  readonly perigee: number;
  readonly inclination: number;
}

const elementsWith = (change: Change): OrbitalElements => ({
  ...PRIOR,
  MEAN_ANOMALY: (NUMBERS.MEAN_ANOMALY + change.anomaly) % 360,
  RA_OF_ASC_NODE: NUMBERS.RA_OF_ASC_NODE + change.node,
  MEAN_MOTION: NUMBERS.MEAN_MOTION * (1 + change.motionShare),
  ECCENTRICITY: change.eccentricity,
  ARG_OF_PERICENTER: change.perigee,
  INCLINATION: NUMBERS.INCLINATION + change.inclination,
});

const REBOOSTED: Change = {
  anomaly: 20,
  node: 1.5,
  motionShare: 5e-4,
  eccentricity: 0.0012,
  perigee: 80,
  inclination: 0.01,
};

/** Any position along the orbit, after a reboost or months of drag. */
const anyChange: fc.Arbitrary<Change> = fc.record({
  anomaly: fc.double({ min: 0, max: 360, noNaN: true }),
  node: fc.double({ min: -1.5, max: 1.5, noNaN: true }),
  motionShare: fc.double({ min: -5e-4, max: 5e-4, noNaN: true }),
  eccentricity: fc.double({ min: 0, max: 0.001, noNaN: true }),
  perigee: fc.double({ min: 0, max: 360, noNaN: true }),
  inclination: fc.double({ min: -0.01, max: 0.01, noNaN: true }),
});
/** Milliseconds from the epoch of the known elements to a whole second. */
const anyTime = fc.integer({ min: -86_400, max: 30 * 86_400 }).map((seconds) => {
  return epochMs(Math.ceil(EPOCH / MS_PER_S + seconds) * MS_PER_S);
});

function positionAt({ stateAt }: Propagator, time: EpochMs): Vector {
  const state = stateAt(time);
  if (!state) throw new Error('no state');
  return state.positionTeme;
}

const round = (value: number, decimals: number): number => Number(value.toFixed(decimals));

function groundPoint(real: Propagator, time: EpochMs, decimals: number) {
  const siderealTime = greenwichSiderealTime(time);
  const { latitude, longitude, altitudeKm } = ecefToGeodetic(
    temeToEcef(positionAt(real, time), siderealTime),
  );
  return {
    latitude: degrees(round(latitude, decimals)),
    longitude: degrees(round(longitude, decimals)),
    altitudeKm,
  };
}

/** Returns a sample with as many digits as N2YO gives. */
function sample(real: Propagator, time: EpochMs): OrbitMeasurement {
  const { altitudeKm, ...place } = groundPoint(real, time, 8);
  return { time, ...place, altitudeKm: round(altitudeKm, 2) };
}

/** Returns a fix as Open Notify gives it; its whole second is taken as the middle of that second. */
function fix(real: Propagator, time: EpochMs): OrbitMeasurement {
  const { latitude, longitude } = groundPoint(real, time, 4);
  return { time: epochMs(Math.floor(time / MS_PER_S) * MS_PER_S + 500), latitude, longitude };
}

const samplesFrom = (real: Propagator, time: EpochMs, count: number): readonly OrbitMeasurement[] =>
  Array.from({ length: count }, (_, second) => sample(real, addMs(time, second * MS_PER_S)));

const errorKm = (one: Propagator, other: Propagator, time: EpochMs): number =>
  length(subtract(positionAt(one, time), positionAt(other, time)));

/** Returns the error over the ground, since ground points do not contain the altitude. */
const groundErrorKm = (one: Propagator, other: Propagator, time: EpochMs): number =>
  angleBetween(positionAt(one, time), positionAt(other, time)) * EARTH_RADIUS_KM;

const fitted = (measurements: readonly OrbitMeasurement[]): Propagator =>
  propagate(unwrap(fitOrbit(PRIOR, measurements)).elements);

describe('five minutes of samples', () => {
  it('give the orbit that they were taken from (seed 1)', () => {
    fc.assert(
      fc.property(anyChange, anyTime, (change, start) => {
        const real = propagate(elementsWith(change));
        const orbit = fitted(samplesFrom(real, start, 300));
        for (let second = 0; second < 300; second += 15) {
          expect(errorKm(orbit, real, addMs(start, second * MS_PER_S))).toBeLessThan(0.1);
        }
        // Samples of 0.05 km determine mean motion and eccentricity to 5e-5. Compared with the uncertainty of the known
        // ones (1e-3, 5e-4) at most a hundredth of their error remains: 1e-5, which 45 min turn into 4e-5 radii, 0.3
        // km. Altitudes rounded by 3 m on average tilt the arc of 0.3 radians by another 1e-6: 0.1 km.
        expect(errorKm(orbit, real, addMs(start, 50 * MS_PER_MIN))).toBeLessThan(1);
        // An error of 1e-5 in the mean motion, over two revolutions.
        expect(errorKm(orbit, real, addMs(start, 3 * MS_PER_H))).toBeLessThan(3);
      }),
      { numRuns: RUNS, seed: 1 },
    );
  });

  it('find a satellite after a year without measurements, and give the residual', () => {
    const real = propagate(elementsWith(REBOOSTED));
    const start = epochMs(Math.ceil(EPOCH / MS_PER_S) * MS_PER_S + 365 * MS_PER_DAY);
    const samples = samplesFrom(real, start, 300);
    const { elements, residualKm } = unwrap(fitOrbit({ ...PRIOR, RA_OF_ASC_NODE: 120 }, samples));
    expect(errorKm(propagate(elements), real, addMs(start, 50 * MS_PER_MIN))).toBeLessThan(1);
    expect(residualKm).toBeLessThan(0.05);
    expect(residualKm).toBeGreaterThan(0);
  });

  it('come in any order', () => {
    const samples = samplesFrom(propagate(elementsWith(REBOOSTED)), EPOCH, 300);
    expect(fitOrbit(PRIOR, samples.toReversed())).toEqual(fitOrbit(PRIOR, samples));
  });

  it('give elements that are a message like any other, of the newest sample', () => {
    const real = propagate(elementsWith(REBOOSTED));
    const start = epochMs(Date.UTC(2026, 11, 31, 23, 57) + 0.25);
    const { elements } = unwrap(fitOrbit(PRIOR, samplesFrom(real, start, 300)));
    expect(readOmm(elements)).toEqual({ ok: true, value: elements });
    expect(elements).toMatchObject({
      OBJECT_NAME: PRIOR.OBJECT_NAME,
      NORAD_CAT_ID: PRIOR.NORAD_CAT_ID,
      BSTAR: PRIOR.BSTAR,
      EPOCH: '2027-01-01T00:01:59.000250',
    });
    for (const angle of [elements.RA_OF_ASC_NODE, elements.ARG_OF_PERICENTER, elements.MEAN_ANOMALY]) {
      expect(angle).toBeGreaterThanOrEqual(0);
      expect(angle).toBeLessThan(360);
    }
  });

  it('are weighed alike whether they cross the antimeridian or are counted to 360°', () => {
    const samples = samplesFrom(propagate(elementsWith(REBOOSTED)), EPOCH, 300);
    const counted = samples.map((one) => ({ ...one, longitude: degrees((one.longitude + 360) % 360) }));
    const orbit = fitted(counted);
    expect(errorKm(orbit, fitted(samples), addMs(EPOCH, MS_PER_H))).toBeLessThan(0.001);
  });
});

describe('fixes cut to whole seconds, one every ten', () => {
  const anyPhases = fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 10, maxLength: 10 });

  it('give a steady path to within 5 km over the ground (seed 2)', () => {
    fc.assert(
      fc.property(anyChange, anyTime, anyPhases, (change, start, phases) => {
        const real = propagate(elementsWith(change));
        const times = phases.map((phase, index) => addMs(start, 10 * index * MS_PER_S + phase));
        const fixes = times.map((time) => fix(real, time));
        let last: Propagator | undefined;
        for (const [index, time] of times.entries()) {
          const orbit = fitted(fixes.slice(0, index + 1));
          // A fix is off by at most half a second: 3.7 km. Speed and direction are known better, so the mean of several
          // is no worse, and moving from one to the other takes at most twice that.
          expect(groundErrorKm(orbit, real, time)).toBeLessThan(5);
          if (last) expect(groundErrorKm(orbit, last, time)).toBeLessThan(7);
          last = orbit;
        }
      }),
      { numRuns: RUNS, seed: 2 },
    );
  });

  it('give the path over hours', () => {
    const real = propagate(elementsWith(REBOOSTED));
    const times = Array.from({ length: 16 }, (_, index) =>
      addMs(EPOCH, 12 * index * MS_PER_MIN + 137 * index),
    );
    const orbit = fitted(times.map((time) => fix(real, time)));
    for (const time of times) expect(groundErrorKm(orbit, real, time)).toBeLessThan(5);
  });

  it('predict three quarters of an hour', () => {
    const real = propagate(elementsWith(REBOOSTED));
    const fixes = Array.from({ length: 10 }, (_, index) => fix(real, addMs(EPOCH, 10_137 * index)));
    // The size of the orbit remains that of the known one, 0.05 % off, and the eccentricity's 0.001 counts four times:
    // 10 km and 27 km in half an orbit.
    expect(groundErrorKm(fitted(fixes), real, addMs(EPOCH, 47 * MS_PER_MIN))).toBeLessThan(40);
  });
});

describe('a single fix', () => {
  const real = propagate(elementsWith(REBOOSTED));
  const TIMES = Array.from({ length: 93 }, (_, minute) => addMs(EPOCH, minute * MS_PER_MIN));

  it('moves the satellite along its orbit and turns the plane slightly', () => {
    for (const time of TIMES) {
      const { elements } = unwrap(fitOrbit(PRIOR, [fix(real, time)]));
      // The known uncertainties distribute the correction of one fix: almost all of it goes where they are large.
      expect(Number(elements.MEAN_MOTION) / NUMBERS.MEAN_MOTION).toBeCloseTo(1, 4);
      expect(Number(elements.INCLINATION)).toBeCloseTo(NUMBERS.INCLINATION, 1);
      expect(Number(elements.ECCENTRICITY)).toBeCloseTo(NUMBERS.ECCENTRICITY, 4);
      expect(angleApart(Number(elements.RA_OF_ASC_NODE), NUMBERS.RA_OF_ASC_NODE)).toBeLessThan(3);
    }
  });

  it('goes the way that needs the smaller turn', () => {
    for (const time of TIMES) {
      const orbit = fitted([fix(real, time)]);
      // 3.7 km at the fix; a degree of turn, where both ways meet, is 8 km after a minute.
      expect(groundErrorKm(orbit, real, addMs(time, MS_PER_MIN))).toBeLessThan(12);
    }
  });

  it('may be ambiguous for an old orbit, which a second one, ten seconds later, resolves', () => {
    const turned = propagate(elementsWith({ ...REBOOSTED, node: 40 }));
    let wrong = 0;
    for (const time of TIMES) {
      const [first, second] = [fix(turned, time), fix(turned, addMs(time, 10 * MS_PER_S))];
      const later = addMs(time, 3 * MS_PER_MIN);
      if (groundErrorKm(fitted([first]), turned, later) > 200) wrong++;
      expect(groundErrorKm(fitted([first, second]), turned, later)).toBeLessThan(200);
    }
    expect(wrong).toBeGreaterThan(0);
  });
});

describe('more measurements than are used', () => {
  const real = propagate(elementsWith(REBOOSTED));
  const samples = samplesFrom(real, EPOCH, 301);
  // Sixteen of 301 at equal distances: every twentieth.
  const isUsed = (index: number): boolean => index % 20 === 0;
  const raisedWhere = (isRaised: (index: number) => boolean): readonly OrbitMeasurement[] =>
    samples.map((one, index) => (isRaised(index) ? { ...one, altitudeKm: (one.altitudeKm ?? 0) + 2 } : one));

  it('add no weight beyond sixteen evenly spaced ones, but count in the residual', () => {
    const orbit = unwrap(fitOrbit(PRIOR, samples));
    const others = unwrap(
      fitOrbit(
        PRIOR,
        raisedWhere((index) => !isUsed(index)),
      ),
    );
    expect(others.elements).toEqual(orbit.elements);
    // 2 km on 285 of 301.
    expect(others.residualKm).toBeCloseTo(2 * Math.sqrt(285 / 301), 2);
  });

  it('decide with the sixteen, the first and the last among them', () => {
    const { elements } = unwrap(fitOrbit(PRIOR, samples));
    expect(unwrap(fitOrbit(PRIOR, raisedWhere(isUsed))).elements).not.toEqual(elements);
    for (const end of [0, 300]) {
      const { elements: moved } = unwrap(
        fitOrbit(
          PRIOR,
          raisedWhere((index) => index === end),
        ),
      );
      expect(moved).not.toEqual(elements);
    }
  });

  it('count alike when they are few', () => {
    // The middle one of three is dated 4 s too late, which puts the satellite 4/3 s ahead in the mean of the three.
    const times = [0, 10, 20].map((second) => addMs(EPOCH, second * MS_PER_S));
    const [first, middle, last] = times.map((time) => sample(real, time));
    if (!first || !middle || !last) throw new Error('no sample');
    const ahead = sample(real, addMs(middle.time, 4 * MS_PER_S));
    const fixes = [first, { ...ahead, time: middle.time }, last].map(({ time, latitude, longitude }) => ({
      time,
      latitude,
      longitude,
    }));
    const orbit = fitted(fixes);
    const third = addMs(middle.time, (4 / 3) * MS_PER_S);
    expect(
      angleBetween(positionAt(orbit, middle.time), positionAt(real, third)) * EARTH_RADIUS_KM,
    ).toBeLessThan(1);
  });
});

describe('how far an orbit passes from measurements', () => {
  const orbit = propagate(PRIOR);
  const { altitudeKm, ...below } = groundPoint(orbit, EPOCH, 8);
  const heightKm = length(positionAt(orbit, EPOCH));

  it('is nothing at its places and below them', () => {
    expect(residualKm(orbit, [{ time: EPOCH, ...below, altitudeKm }])).toBeLessThan(0.001);
    expect(residualKm(orbit, [{ time: EPOCH, ...below }])).toBeLessThan(0.001);
  });

  it('is the whole way to a place, and the horizontal part of it to a ground point', () => {
    expect(residualKm(orbit, [{ time: EPOCH, ...below, altitudeKm: altitudeKm - 3 }])).toBeCloseTo(3, 3);
    // Except for the flattening, a degree of latitude is a degree of a circle at the orbit's height.
    const beside = { time: EPOCH, ...below, latitude: degrees(below.latitude - 0.1) };
    const sideKm = residualKm(orbit, [beside]);
    expect(Math.abs(sideKm / ((heightKm * 0.1 * Math.PI) / 180) - 1)).toBeLessThan(0.01);
    // Root mean square: if one of two is off, half of its square counts.
    expect(residualKm(orbit, [{ time: EPOCH, ...below }, beside])).toBeCloseTo(sideKm / Math.SQRT2, 3);
  });

  it('is the whole way to a ground point on the other side of the Earth', () => {
    const beyond = {
      time: EPOCH,
      latitude: degrees(-below.latitude),
      longitude: wrapLongitude(degrees(below.longitude + 180)),
    };
    // The ellipsoid is between 6,356 and 6,379 km there.
    expect(Math.abs(residualKm(orbit, [beyond]) - heightKm - 6368)).toBeLessThan(12);
  });

  it('has no end where the orbit has one', () => {
    const ended: Propagator = { epoch: EPOCH, stateAt: () => undefined };
    expect(residualKm(ended, [{ time: EPOCH, ...below }])).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('measurements of an orbit far from the known one', () => {
  it.each([
    ['counted on over 360°', 355, 2.4, 'ascending node 2°'],
    ['counted on below 0°', 5, 357.6, 'ascending node 358°'],
  ])('are refused with the difference: the node %s', (_, knownNode, node, words) => {
    const known = { ...PRIOR, RA_OF_ASC_NODE: knownNode };
    const tilted = { ...elementsWith(REBOOSTED), INCLINATION: 53.04, RA_OF_ASC_NODE: node };
    expect(fitOrbit(known, samplesFrom(propagate(tilted), EPOCH, 300))).toEqual({
      ok: false,
      // 15.4875 revolutions, 0.05 % more; the node turns by 0.02° in five minutes.
      message:
        'ISS (ZARYA): the measured orbit is far from the known one: ' +
        `15.50 revolutions a day, inclination 53.0°, ${words}, eccentricity 0.001.`,
    });
  });
});

describe('measurements of no such orbit', () => {
  const real = propagate(elementsWith(REBOOSTED));
  const samples = samplesFrom(real, EPOCH, 300);
  const fixes = Array.from({ length: 10 }, (_, index) => fix(real, addMs(EPOCH, 10_137 * index)));
  const [first] = samples;
  if (!first) throw new Error('no sample');
  const overLand = (measurement: OrbitMeasurement): OrbitMeasurement => {
    const { altitudeKm: _, ...ground } = measurement;
    return ground;
  };
  const north = (measurement: OrbitMeasurement): OrbitMeasurement => ({
    ...measurement,
    latitude: degrees(85),
  });
  const scattered = (measurement: OrbitMeasurement, index: number): OrbitMeasurement => ({
    ...measurement,
    latitude: degrees(((index * 37) % 100) - 50),
    longitude: wrapLongitude(degrees(index * 137)),
  });
  const backwards = (list: readonly OrbitMeasurement[]): readonly OrbitMeasurement[] =>
    list.map((measurement, index) => ({ ...measurement, time: list.at(-1 - index)?.time ?? EPOCH }));
  const still = (measurement: OrbitMeasurement): OrbitMeasurement => ({ ...first, time: measurement.time });
  const late = (measurement: OrbitMeasurement, index: number): OrbitMeasurement => ({
    ...measurement,
    time: addMs(measurement.time, index < samples.length / 2 ? 0 : 10 * MS_PER_MIN),
  });
  const mirrored = (measurement: OrbitMeasurement): OrbitMeasurement => ({
    ...measurement,
    longitude: degrees(-measurement.longitude),
  });
  const raised = (measurement: OrbitMeasurement): OrbitMeasurement => ({
    ...measurement,
    altitudeKm: (measurement.altitudeKm ?? 0) + 150,
  });

  it.each<[string, readonly OrbitMeasurement[]]>([
    ['at 85° north', [north(first)]],
    ['along 85° north', samples.map(north)],
    ['at 85° north, on the ground', [north(overLand(first))]],
    ['at 52.5° north, above which the orbit never comes', [{ ...first, latitude: degrees(52.5) }]],
    ['standing still', samples.map(still)],
    ['standing still on the ground', samples.map(still).map(overLand)],
    [
      'standing still for ten seconds on the ground',
      [0, 10].map((s) => overLand(still(samples[s] ?? first))),
    ],
    ['here and there', samples.map(scattered)],
    ['here and there on the ground', fixes.map(scattered)],
    ['backwards', backwards(samples)],
    ['backwards on the ground', backwards(fixes)],
    ['mirrored from east to west', samples.map(mirrored)],
    ['the second half ten minutes late', samples.map(late)],
    ['the second half ten minutes late, on the ground', samples.map(late).map(overLand)],
    ['150 km too high', samples.map(raised)],
    ['underground', samples.map((measurement) => ({ ...measurement, altitudeKm: -500 }))],
    [
      'the second on the other side of the Earth',
      samples.slice(0, 2).map((measurement, index) => ({
        time: measurement.time,
        latitude: degrees(index === 0 ? measurement.latitude : -measurement.latitude),
        longitude: wrapLongitude(degrees(measurement.longitude + 180 * index)),
      })),
    ],
  ])('%s are refused with a message', (_, measurements) => {
    expect(fitOrbit(PRIOR, measurements)).toMatchObject({
      ok: false,
      message: expect.stringMatching(
        /^ISS \(ZARYA\): (the measured orbit is far|no orbit (near|fits)) .*\.$/,
      ),
    });
  });

  it.each<[string, Partial<OrbitMeasurement>]>([
    ['a latitude that is none', { latitude: degrees(Number.NaN) }],
    ['a latitude beyond the pole', { latitude: degrees(91) }],
    ['a longitude that is none', { longitude: degrees(Number.POSITIVE_INFINITY) }],
    ['a longitude more than once round', { longitude: degrees(-361) }],
    ['an altitude that is none', { altitudeKm: Number.NaN }],
    ['an altitude beyond the Moon', { altitudeKm: 1e6 }],
    ['a time that is none', { time: epochMs(Number.NaN) }],
    ['a time beyond all dates', { time: epochMs(1e20) }],
  ])('with %s are refused, with the number of the measurement', (_, change) => {
    expect(fitOrbit(PRIOR, samples.toSpliced(2, 1, { ...first, ...change }))).toEqual({
      ok: false,
      message: 'ISS (ZARYA): measurement 3 has no valid position and time.',
    });
  });

  it.each<[string, Partial<OrbitMeasurement>]>([
    ['a pole', { latitude: degrees(-90) }],
    ['a longitude of once round', { longitude: degrees(-360) }],
    ['the last instant that has a date', { time: epochMs(8.64e15) }],
    ['the first instant that has a date', { time: epochMs(-8.64e15) }],
  ])('with %s are refused for the orbit', (_, change) => {
    expect(fitOrbit(PRIOR, [{ ...first, ...change }])).toMatchObject({
      ok: false,
      message: expect.not.stringContaining('is not a place'),
    });
  });

  it('are refused when there are none', () => {
    expect(fitOrbit(PRIOR, [])).toEqual({
      ok: false,
      message: 'ISS (ZARYA): no measurements to fit the orbit to.',
    });
  });

  it('are refused when the known elements are none', () => {
    expect(fitOrbit({ ...PRIOR, MEAN_MOTION: 0 }, samples)).toMatchObject({ ok: false });
    expect(fitOrbit({ ...PRIOR, MEAN_MOTION: 18 }, samples)).toMatchObject({ ok: false });
  });

  it('never throw, and never give elements that cannot be read (seed 3)', () => {
    const measurementAt = (time: fc.Arbitrary<number>): fc.Arbitrary<OrbitMeasurement> =>
      fc.record(
        {
          time: time.map(epochMs),
          latitude: fc.double({ min: -91, max: 91 }).map(degrees),
          longitude: fc.double({ min: -400, max: 400 }).map(degrees),
          altitudeKm: fc.double({ min: -1e4, max: 1e5 }),
        },
        { requiredKeys: ['time', 'latitude', 'longitude'] },
      );
    const near = fc.integer({ min: -1e9, max: 1e9 }).map((ms) => EPOCH + ms);
    // Decades away, or no time at all: a deep-space orbit is integrated over the whole span, 0.3 s for a list.
    const far = fc.oneof({ weight: 1, arbitrary: fc.double() }, { weight: 4, arbitrary: near });
    const anyMeasurements = fc.oneof(
      { weight: 9, arbitrary: fc.array(measurementAt(near), { maxLength: 20 }) },
      { weight: 1, arbitrary: fc.array(measurementAt(far), { maxLength: 20 }) },
    );
    const anyPrior = fc.record({
      MEAN_MOTION: fc.double({ min: 0.5, max: 17, noNaN: true }),
      ECCENTRICITY: fc.double({ min: 0, max: 0.99, noNaN: true }),
      INCLINATION: fc.constantFrom(0, 51.6, 90, 180),
    });
    fc.assert(
      fc.property(anyPrior, anyMeasurements, (change, measurements) => {
        const result = fitOrbit({ ...ORBITAL_ELEMENTS.orbita, ...change }, measurements);
        if (result.ok) expect(readOmm(result.value.elements).ok).toBe(true);
        else expect(result.message).toMatch(/^ORBITA-1: .+\.$/s);
      }),
      { numRuns: 4 * RUNS, seed: 3 },
    );
  });
});
