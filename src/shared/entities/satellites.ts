import { degrees, type EpochMs, epochMs } from '../kit/units.ts';
import type { OrbitalElements } from '../orbit/elements.ts';
import type { Ephemeris } from '../orbit/ephemeris.ts';
import type { Place } from './place.ts';

/** Marker shapes of satellites on the map. */
export type Marker = 'wings' | 'dart';

/**
 * Definition of a satellite: one table for the worker and the page, from which `mapSatellites` derives all values per
 * satellite; the colours are `--<id>` and `--map-<id>` in `tokens.css`.
 */
interface SatelliteDefinition {
  readonly name: string;
  /** Name within a sentence. */
  readonly phrase: string;
  /** Reference for its azimuth, elevation and passes. */
  readonly observer: Place;
  /** Shape on the map. */
  readonly marker: Marker;
  /** Fixed value of its tracking card (spec §9); not computed. */
  readonly velocityKmPerS: number;
  /** Built-in orbital elements in OMM form (CCSDS 502.0-B), epoch in UTC. */
  readonly elements: OrbitalElements;
}

const DEFINITIONS = {
  iss: {
    name: 'ISS',
    phrase: 'the ISS',
    /** Spec §7. */
    observer: {
      id: 'specified-iss',
      name: 'New York City',
      latitude: degrees(40.7128),
      longitude: degrees(-74.006),
      altitudeKm: 0,
      mask: degrees(0),
    },
    marker: 'wings',
    velocityKmPerS: 7.66,
    /** CelesTrak general perturbations of 2026-10-06. */
    elements: {
      OBJECT_NAME: 'ISS (ZARYA)',
      OBJECT_ID: '1998-067A',
      EPOCH: '2026-10-06T12:44:07.877472',
      MEAN_MOTION: 15.48752789,
      ECCENTRICITY: 0.00068694,
      INCLINATION: 51.6312,
      RA_OF_ASC_NODE: 109.0734,
      ARG_OF_PERICENTER: 229.798,
      MEAN_ANOMALY: 130.2407,
      EPHEMERIS_TYPE: 0,
      CLASSIFICATION_TYPE: 'U',
      NORAD_CAT_ID: 25544,
      ELEMENT_SET_NO: 999,
      REV_AT_EPOCH: 58901,
      BSTAR: 9.4937468e-5,
      MEAN_MOTION_DOT: 4.741e-5,
      MEAN_MOTION_DDOT: 0,
    },
  },
  orbita: {
    name: 'ORBITA-1',
    phrase: 'ORBITA-1',
    /** Spec §9. */
    observer: {
      id: 'specified-orbita',
      name: 'London',
      latitude: degrees(51.5074),
      longitude: degrees(-0.1278),
      altitudeKm: 0,
      mask: degrees(0),
    },
    marker: 'dart',
    velocityKmPerS: 7.58,
    /**
     * Fictional, without drag, so that they can be propagated for years; the node stays far from that of the ISS
     * in the weeks after the epoch.
     */
    elements: {
      OBJECT_NAME: 'ORBITA-1',
      OBJECT_ID: '2026-999A',
      EPOCH: '2026-11-01T00:00:00.000000',
      MEAN_MOTION: 15.4506,
      ECCENTRICITY: 0.00037,
      INCLINATION: 51.6,
      RA_OF_ASC_NODE: 222.0,
      ARG_OF_PERICENTER: 90.0,
      MEAN_ANOMALY: 120.0,
      EPHEMERIS_TYPE: 0,
      CLASSIFICATION_TYPE: 'U',
      NORAD_CAT_ID: 99999,
      ELEMENT_SET_NO: 999,
      REV_AT_EPOCH: 1,
      BSTAR: 0,
      MEAN_MOTION_DOT: 0,
      MEAN_MOTION_DDOT: 0,
    },
  },
} as const satisfies Readonly<Record<string, SatelliteDefinition>>;

export type SatelliteId = keyof typeof DEFINITIONS;

export const SATELLITES: Readonly<Record<SatelliteId, SatelliteDefinition>> = DEFINITIONS;

/** In the order of the sub-tabs; the first is open by default. */
export const SATELLITE_IDS = Object.keys(DEFINITIONS) as readonly string[] as readonly [
  SatelliteId,
  ...SatelliteId[],
];

/** The simulated spacecraft, with telemetry and commands. */
export const SPACECRAFT = 'orbita' satisfies SatelliteId;

/** The satellite that follows live data if there are any. */
export const LIVE_SATELLITE = 'iss' satisfies SatelliteId;

export function mapSatellites<Value>(
  compute: (id: SatelliteId) => Value,
): Readonly<Record<SatelliteId, Value>> {
  const values = {} as Record<SatelliteId, Value>;
  for (const id of SATELLITE_IDS) values[id] = compute(id);
  return values;
}

/** Returns all satellites, beginning with the given one. */
export const satellitesFrom = (first: SatelliteId): readonly SatelliteId[] => [
  first,
  ...SATELLITE_IDS.filter((id) => id !== first),
];

export const ORBITAL_ELEMENTS = mapSatellites((id) => SATELLITES[id].elements);

/**
 * True if elements belong to a satellite of the mission that exists. The number of the fictional one is a common
 * placeholder and identifies nothing.
 */
export const isOfMission = ({ NORAD_CAT_ID: id }: OrbitalElements): boolean =>
  SATELLITE_IDS.some(
    (one) => one !== SPACECRAFT && Number(id) === Number(ORBITAL_ELEMENTS[one].NORAD_CAT_ID),
  );

/** Epochs of the built-in elements. */
export const ELEMENTS_EPOCHS: Readonly<Record<SatelliteId, EpochMs>> = mapSatellites((id) =>
  epochMs(Date.parse(`${ORBITAL_ELEMENTS[id].EPOCH}Z`)),
);

/** The windows of motion of the mission's satellites. */
export type Ephemerides = Readonly<Record<SatelliteId, Ephemeris>>;
