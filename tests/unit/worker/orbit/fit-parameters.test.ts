import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORBITAL_ELEMENTS } from '../../../../src/shared/entities/satellites.ts';
import { addMs, degrees, epochMs, MS_PER_DAY, toRadians } from '../../../../src/shared/kit/units.ts';
import type { OrbitalElements } from '../../../../src/shared/orbit/elements.ts';
import { cross, dot, length, normalize, subtract, type Vector } from '../../../../src/shared/orbit/vector.ts';
import {
  elementsOf,
  type FitParameters,
  fromUnknowns,
  orbitsOver,
  parametersAt,
  priorsOf,
  toUnknowns,
} from '../../../../src/worker/orbit/fit-parameters.ts';
import { angleApart, propagate } from '../../shared/orbit/flights.ts';

const EPOCH = epochMs(Date.UTC(2026, 10, 1));

const KNOWN: FitParameters = {
  meanMotion: 15.5,
  eccentricityX: 0.0003,
  eccentricityY: -0.0004,
  inclination: degrees(51.6),
  ascendingNode: degrees(359),
  argumentOfLatitude: degrees(20),
};

/** Returns elements with this size and shape of the orbit. */
const orbitOf = (meanMotion: number, eccentricity: number, inclination: number): OrbitalElements => ({
  ...ORBITAL_ELEMENTS.orbita,
  MEAN_MOTION: meanMotion,
  ECCENTRICITY: eccentricity,
  INCLINATION: inclination,
  RA_OF_ASC_NODE: 100,
  ARG_OF_PERICENTER: 40,
});

/** Returns node and argument of perigee some days after the epoch, in degrees. */
function turnedAfter(days: number, elements: OrbitalElements) {
  const parameters = parametersAt(elements, EPOCH, addMs(EPOCH, days * MS_PER_DAY));
  const { RA_OF_ASC_NODE: node, ARG_OF_PERICENTER: perigee } = elementsOf(parameters, elements, EPOCH);
  return { node: Number(node), perigee: Number(perigee) };
}

/** Gravitational parameter of the Earth, km³/s² (WGS-72). */
const GRAVITY = 398_600.8;
const inDegrees = (radians: number): number => (radians * 180) / Math.PI;

/** Returns node and argument of perigee of a state's osculating ellipse, in degrees. */
function osculating(elements: OrbitalElements, days: number) {
  const propagator = propagate(elements);
  const state = propagator.stateAt(addMs(propagator.epoch, days * MS_PER_DAY));
  if (!state) throw new Error('no state');
  const [r, v] = [state.positionTeme, state.velocityTeme];
  const h = cross(r, v);
  const node = { x: -h.y, y: h.x, z: 0 };
  const [swing, outwards] = [cross(v, h), normalize(r)];
  const pull = { x: swing.x / GRAVITY, y: swing.y / GRAVITY, z: swing.z / GRAVITY };
  const toPerigee = subtract(pull, outwards);
  const across = cross(h, node);
  return {
    node: inDegrees(Math.atan2(node.y, node.x)),
    perigee: inDegrees(Math.atan2(dot(toPerigee, across) / length(h), dot(toPerigee, node))),
  };
}

describe('known elements at another instant', () => {
  it('have a node that follows the Sun in the orbit of Landsat 8', () => {
    // 14.571 revolutions a day at 98.2°: one revolution of the node in a year of 365.2422 days.
    const { node } = turnedAfter(100, orbitOf(14.571, 0.0001, 98.2));
    expect(Math.abs(node - 100 - (100 * 360) / 365.2422)).toBeLessThan(1);
  });

  it('have a constant perigee at the critical inclination, as of a Molniya orbit', () => {
    expect(turnedAfter(100, orbitOf(2.006, 0.74, 63.4349)).perigee).toBeCloseTo(40, 2);
  });

  it('have a constant node over the poles', () => {
    expect(turnedAfter(100, orbitOf(15, 0.01, 90)).node).toBeCloseTo(100, 6);
  });

  it('turn as SGP4 turns them, forwards and backwards', () => {
    const elements = orbitOf(10, 0.2, 40);
    for (const days of [-20, 20]) {
      const [then, now] = [osculating(elements, days), osculating(elements, 0)];
      const turned = turnedAfter(days, elements);
      // The osculating ellipse swings by a tenth of a degree about the mean one, which turns by 40° and more.
      expect(angleApart(turned.node - 100, then.node - now.node)).toBeLessThan(0.5);
      expect(angleApart(turned.perigee - 40, then.perigee - now.perigee)).toBeLessThan(0.5);
    }
  });

  it('keep size, shape and inclination', () => {
    const elements = orbitOf(15.2, 0.02, 70);
    expect(
      elementsOf(parametersAt(elements, EPOCH, addMs(EPOCH, MS_PER_DAY)), elements, EPOCH),
    ).toMatchObject({
      MEAN_MOTION: 15.2,
      ECCENTRICITY: expect.closeTo(0.02, 9),
      INCLINATION: 70,
    });
  });
});

describe('elements of parameters', () => {
  it('are those that the parameters were taken from, at the node', () => {
    const elements = orbitOf(15.2, 0.02, 70);
    const again = elementsOf(parametersAt(elements, EPOCH, EPOCH), elements, EPOCH);
    expect(again).toEqual({
      ...elements,
      EPOCH: '2026-11-01T00:00:00.000000',
      ECCENTRICITY: expect.closeTo(0.02, 9),
      RA_OF_ASC_NODE: expect.closeTo(100, 9),
      ARG_OF_PERICENTER: expect.closeTo(40, 9),
      // Perigee is 40° beyond the node, so the node is 40° before it.
      MEAN_ANOMALY: expect.closeTo(320, 9),
    });
  });

  it('have angles from 0 to 360°', () => {
    // The perigee lies 53.13° before the node: 0.0003 and -0.0004 are three and four of five.
    const beyond = { ...KNOWN, ascendingNode: degrees(-361), argumentOfLatitude: degrees(725) };
    expect(elementsOf(beyond, ORBITAL_ELEMENTS.orbita, EPOCH)).toMatchObject({
      ECCENTRICITY: expect.closeTo(0.0005, 9),
      RA_OF_ASC_NODE: expect.closeTo(359, 9),
      ARG_OF_PERICENTER: expect.closeTo(306.87, 2),
      MEAN_ANOMALY: expect.closeTo(58.13, 2),
    });
  });

  it.each([
    ['a quarter of a millisecond', Date.UTC(2026, 0, 1) + 0.25, '2026-01-01T00:00:00.000250'],
    ['a millisecond and a half', Date.UTC(2026, 0, 1) + 1.5, '2026-01-01T00:00:00.001500'],
    ['what rounds up to a second', Date.UTC(2026, 0, 1) + 999.9996, '2026-01-01T00:00:01.000000'],
    ['an instant before 1970', -0.5, '1969-12-31T23:59:59.999500'],
  ])('have an epoch in microseconds: %s', (_case, time, EPOCH_TEXT) => {
    expect(elementsOf(KNOWN, ORBITAL_ELEMENTS.orbita, epochMs(time))).toMatchObject({ EPOCH: EPOCH_TEXT });
  });
});

describe('the unknowns of a fit', () => {
  it('are zero at the known orbit, except along track', () => {
    expect(toUnknowns(KNOWN, KNOWN)).toEqual([0, 0, 0, 0, 0, 20]);
    expect(priorsOf([1, 2, 3, 4, 5, 6])).toEqual([1, 2, 3, 4, 5]);
    expect(fromUnknowns([0, 0, 0, 0, 0, 20], KNOWN)).toEqual(KNOWN);
  });

  it('are one where an orbit is off by as much as the known one may be', () => {
    const off: FitParameters = {
      meanMotion: 15.5 * 1.001,
      eccentricityX: 0.0003 + 0.0005,
      eccentricityY: -0.0004 + 0.0005,
      inclination: degrees(51.65),
      // 10° beyond 359°.
      ascendingNode: degrees(9),
      argumentOfLatitude: degrees(21),
    };
    for (const [index, expected] of [1, 1, 1, 1, 1, 21].entries()) {
      expect(toUnknowns(off, KNOWN)[index]).toBeCloseTo(expected, 9);
    }
  });

  it('lead back to the orbit (seed 4)', () => {
    const unknown = fc.double({ min: -10, max: 10, noNaN: true });
    fc.assert(
      fc.property(fc.array(unknown, { minLength: 6, maxLength: 6 }), (unknowns) => {
        const again = toUnknowns(fromUnknowns(unknowns, KNOWN), KNOWN);
        for (const [index, value] of unknowns.entries()) expect(again[index]).toBeCloseTo(value, 9);
      }),
      { seed: 4 },
    );
  });
});

describe('orbits over a place', () => {
  /** Returns the direction at an angle from the node along a circular orbit. */
  function directionOn({ ascendingNode, inclination }: FitParameters, argumentOfLatitude: number): Vector {
    const [node, tilt] = [toRadians(ascendingNode), toRadians(inclination)];
    const along = toRadians(degrees(argumentOfLatitude));
    return {
      x: Math.cos(node) * Math.cos(along) - Math.sin(node) * Math.sin(along) * Math.cos(tilt),
      y: Math.sin(node) * Math.cos(along) + Math.cos(node) * Math.sin(along) * Math.cos(tilt),
      z: Math.sin(along) * Math.sin(tilt),
    };
  }
  const placeAt = (latitude: number, longitude: number): Vector => {
    const [lat, lng] = [toRadians(degrees(latitude)), toRadians(degrees(longitude))];
    return {
      x: 6800 * Math.cos(lat) * Math.cos(lng),
      y: 6800 * Math.cos(lat) * Math.sin(lng),
      z: 6800 * Math.sin(lat),
    };
  };
  const expectOver = (orbit: FitParameters, argumentOfLatitude: number, place: Vector): void => {
    const direction = directionOn(orbit, argumentOfLatitude);
    expect(6800 * direction.x).toBeCloseTo(place.x, 6);
    expect(6800 * direction.y).toBeCloseTo(place.y, 6);
    expect(6800 * direction.z).toBeCloseTo(place.z, 6);
  };

  it.each([51.6, 90, 98])('of %s° pass over it, one on the way north and one on the way south', (tilt) => {
    const known = { ...KNOWN, inclination: degrees(tilt) };
    for (const [latitude, longitude] of [
      [0, 10],
      [30, -120],
      [-45, 170],
    ] as const) {
      const place = placeAt(latitude, longitude);
      const orbits = orbitsOver(place, 0, known);
      expect(orbits).toHaveLength(2);
      for (const orbit of orbits) {
        expectOver(orbit, orbit.argumentOfLatitude, place);
        expect(orbit).toMatchObject({ meanMotion: 15.5, inclination: tilt, eccentricityX: 0.0003 });
        expect(orbit.ascendingNode).toBeGreaterThanOrEqual(0);
        expect(orbit.ascendingNode).toBeLessThan(360);
      }
      const [north, south] = orbits.map(({ argumentOfLatitude: u }) => Math.cos(toRadians(u)));
      expect(north).toBeGreaterThan(0);
      expect(south).toBeLessThan(0);
    }
  });

  it('are propagated to the instant of the parameters', () => {
    const place = placeAt(30, 60);
    // A tenth of a day at 15.5 revolutions is a revolution and 198° more.
    for (const orbit of orbitsOver(place, 0.1, KNOWN)) {
      expectOver(orbit, orbit.argumentOfLatitude - 198, place);
      expect(orbit.argumentOfLatitude).toBeGreaterThanOrEqual(0);
      expect(orbit.argumentOfLatitude).toBeLessThan(360);
    }
  });

  it.each([
    ['beyond the highest latitude', 51.6, 60, 90],
    ['beyond the lowest latitude', 51.6, -60, 270],
  ])('%s are twice the one that comes nearest', (_case, tilt, latitude, along) => {
    const orbits = orbitsOver(placeAt(latitude, 30), 0, { ...KNOWN, inclination: degrees(tilt) });
    for (const orbit of orbits) {
      expect(orbit.argumentOfLatitude).toBeCloseTo(along, 6);
      expectOver(orbit, along, placeAt(Math.sign(latitude) * tilt, 30));
    }
  });

  it('over the equator are found without an inclination, too', () => {
    const flat = { ...KNOWN, inclination: degrees(0) };
    const place = placeAt(0, 30);
    for (const orbit of orbitsOver(place, 0, flat)) expectOver(orbit, orbit.argumentOfLatitude, place);
  });
});
