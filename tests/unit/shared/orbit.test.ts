import { describe, expect, it } from 'vitest';
import { ORBITAL_ELEMENTS, type SatelliteId } from '../../../src/shared/elements.ts';
import {
  ecefToGeodetic,
  geodeticToEcef,
  greenwichSiderealTime,
  temeToEcef,
} from '../../../src/shared/orbit/frames.ts';
import { createPropagator, type Propagator } from '../../../src/shared/orbit/propagator.ts';
import { subsolarPoint } from '../../../src/shared/orbit/sun.ts';
import { degrees, epochMs, MS_PER_S, wrapLongitude } from '../../../src/shared/units.ts';
import positions from '../../reference/positions.json';
import sun from '../../reference/sun.json';

function propagatorOf(id: SatelliteId): Propagator {
  const propagator = createPropagator(ORBITAL_ELEMENTS[id]);
  if (!propagator.ok) throw new Error(propagator.message);
  return propagator.value;
}

/** Degrees between two longitudes, the short way round. */
const longitudeDifference = (a: number, b: number): number => Math.abs(wrapLongitude(degrees(a - b)));

describe.each([
  ['ISS', 'iss'],
  ['ORBITA-1', 'orbita'],
] as const)('%s against the reference', (name, id) => {
  const propagator = propagatorOf(id);
  const reference = positions.satellites.find((satellite) => satellite.name === name);
  const samples = reference?.samples ?? [];

  it('has samples to compare with', () => {
    expect(samples.length).toBeGreaterThan(50);
  });

  it.each(samples)('is where it should be at $utc', (sample) => {
    const time = epochMs(sample.timestamp * MS_PER_S);
    const state = propagator.stateAt(time);
    if (!state) throw new Error('no state');
    const { x, y, z } = state.positionTeme;
    const [temeX = 0, temeY = 0, temeZ = 0] = sample.teme_km;
    expect(Math.hypot(x - temeX, y - temeY, z - temeZ)).toBeLessThan(0.02);

    const place = ecefToGeodetic(temeToEcef(state.positionTeme, greenwichSiderealTime(time)));
    expect(Math.abs(place.latitude - sample.satlatitude)).toBeLessThan(0.005);
    expect(longitudeDifference(place.longitude, sample.satlongitude)).toBeLessThan(0.005);
    expect(Math.abs(place.altitudeKm - sample.sataltitude)).toBeLessThan(0.05);
  });
});

describe('elements', () => {
  it('that describe no orbit are refused with the satellite’s name', () => {
    const result = createPropagator({ ...ORBITAL_ELEMENTS.iss, ECCENTRICITY: 1.5 });
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining('ISS (ZARYA)') });
  });

  it('with an epoch that is no date are refused', () => {
    expect(createPropagator({ ...ORBITAL_ELEMENTS.iss, EPOCH: 'yesterday' }).ok).toBe(false);
  });

  it('keep the microseconds of their epoch', () => {
    expect(propagatorOf('iss').epoch).toBeCloseTo(Date.UTC(2026, 9, 6, 12, 44, 7) + 877.472, 2);
  });
});

describe('geodetic coordinates', () => {
  it.each([
    [0, 0, 0],
    [51.5, -0.1, 0.03],
    [-35.4, 148.98, 430],
    [89.999_999, 12, 430],
    [90, 0, 430],
    [-90, 0, 0],
    [12, 180, 36_000],
  ])('survive the way to ECEF and back at %d, %d, %d km', (latitude, longitude, altitudeKm) => {
    const back = ecefToGeodetic(
      geodeticToEcef({ latitude: degrees(latitude), longitude: degrees(longitude), altitudeKm }),
    );
    expect(back.latitude).toBeCloseTo(latitude, 8);
    expect(back.altitudeKm).toBeCloseTo(altitudeKm, 6);
    if (Math.abs(latitude) < 90) expect(longitudeDifference(back.longitude, longitude)).toBeLessThan(1e-6);
  });
});

describe('the Sun', () => {
  it.each(sun.samples)('stands in the zenith where it should at $utc', (sample) => {
    const { latitude, longitude } = subsolarPoint(epochMs(sample.timestamp * MS_PER_S));
    expect(Math.abs(latitude - sample.subsolar_latitude)).toBeLessThan(0.02);
    expect(longitudeDifference(longitude, sample.subsolar_longitude)).toBeLessThan(0.03);
  });
});
