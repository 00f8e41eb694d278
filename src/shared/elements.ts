import type { OrbitalElements } from './orbit/propagator.ts';

export const SATELLITE_IDS = ['iss', 'orbita'] as const;
export type SatelliteId = (typeof SATELLITE_IDS)[number];

export const SATELLITE_NAMES: Readonly<Record<SatelliteId, string>> = { iss: 'ISS', orbita: 'ORBITA-1' };

/**
 * Built-in orbital elements in OMM form (CCSDS 502.0-B), epochs in UTC.
 * ISS: CelesTrak general perturbations of 2026-10-06. ORBITA-1: fictional, without drag, so that it can be
 * propagated for years; its node stays far from that of the ISS in the weeks after its epoch.
 */
export const ORBITAL_ELEMENTS: Readonly<Record<SatelliteId, OrbitalElements>> = {
  iss: {
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
  orbita: {
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
};
