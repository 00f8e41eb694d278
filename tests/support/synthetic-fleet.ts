import type { OrbitalElements } from '../../src/shared/orbit/elements.ts';

/** Kinds of orbits, as mean motion in revolutions a day, eccentricity, inclination, drag term and argument of perigee. */
export const ORBIT_KINDS = {
  lowLeo: [16.2, 0.0008, 51.6, 3e-4, 80],
  sunSynchronous: [14.6, 0.0012, 98.2, 1e-4, 90],
  polarLeo: [14.9, 0.0002, 90, 5e-5, 10],
  highLeo: [12.4, 0.001, 99, 1e-5, 40],
  transfer: [2.27, 0.73, 7, 1e-4, 178],
  molniya: [2.006, 0.74, 63.4, 1e-5, 270],
  tundra: [1.0027, 0.27, 63.4, 0, 270],
  navigation: [2.0056, 0.005, 55, 0, 60],
  geostationary: [1.0027, 0.0002, 0.05, 0, 0],
} as const satisfies Record<string, readonly [number, number, number, number, number]>;

export type OrbitKind = keyof typeof ORBIT_KINDS;
const KINDS = Object.keys(ORBIT_KINDS) as OrbitKind[];

/** Returns elements of a made-up satellite, whose plane and position derive from its number. */
export function syntheticElements(
  number: number,
  kind: OrbitKind = KINDS[number % KINDS.length] ?? 'lowLeo',
  epoch = '2026-11-20T00:00:00.000000',
): OrbitalElements {
  const [meanMotion, eccentricity, inclination, bstar, perigee] = ORBIT_KINDS[kind];
  return {
    OBJECT_NAME: `TEST ${number}`,
    OBJECT_ID: '2026-001A',
    NORAD_CAT_ID: 50_000 + number,
    EPOCH: epoch,
    MEAN_MOTION: meanMotion,
    ECCENTRICITY: eccentricity,
    INCLINATION: inclination,
    RA_OF_ASC_NODE: (number * 137.508) % 360,
    ARG_OF_PERICENTER: perigee,
    MEAN_ANOMALY: (number * 67.3) % 360,
    BSTAR: bstar,
    EPHEMERIS_TYPE: 0,
    MEAN_MOTION_DOT: 0,
    MEAN_MOTION_DDOT: 0,
    ELEMENT_SET_NO: 999,
    REV_AT_EPOCH: 1,
    CLASSIFICATION_TYPE: 'U',
  } as OrbitalElements;
}
