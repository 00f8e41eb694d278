import { describe, expect, it } from 'vitest';
import { satellitePosition } from '../../../../src/shared/entities/satellite-position.ts';
import { degrees, toRadians } from '../../../../src/shared/kit/units.ts';
import { greenwichSiderealTime, stateToEcef } from '../../../../src/shared/orbit/frames.ts';
import { lookAngles } from '../../../../src/shared/orbit/observer.ts';
import type { Propagator } from '../../../../src/shared/orbit/propagator.ts';
import positions from '../../../reference/positions.json';
import { angleApart, FLIGHTS, named, siteAt, unixTime } from '../orbit/flights.ts';

const cosine = (angle: number): number => Math.cos(toRadians(degrees(angle)));

describe.each(FLIGHTS)('$name from its $form against the reference', ({ name, propagator }) => {
  const { observer, samples } = named(positions.satellites, name);
  const site = siteAt(observer.latitude, observer.longitude, observer.altitude_m / 1000);

  it('has reference samples, in sunlight and in eclipse', () => {
    expect(samples.length).toBeGreaterThan(50);
    expect(samples.filter((sample) => sample.eclipsed && !sample.borderline).length).toBeGreaterThan(5);
    expect(samples.filter((sample) => !sample.eclipsed && !sample.borderline).length).toBeGreaterThan(5);
  });

  it.each(samples)('has the reference look angles at $utc', (sample) => {
    const time = unixTime(sample.timestamp);
    const position = satellitePosition(propagator, site, time);
    if (!position) throw new Error('no position');

    expect(position.timestamp).toBe(time);
    expect(Math.abs(position.satlatitude - sample.satlatitude)).toBeLessThan(0.005);
    expect(angleApart(position.satlongitude, sample.satlongitude)).toBeLessThan(0.005);
    expect(Math.abs(position.sataltitude - sample.sataltitude)).toBeLessThan(0.05);

    expect(Math.abs(position.elevation - sample.elevation)).toBeLessThan(0.01);
    const azimuthError = angleApart(position.azimuth, sample.azimuth) * cosine(sample.elevation);
    expect(azimuthError).toBeLessThan(0.01);

    const raError = angleApart(position.ra, sample.ra_j2000) * cosine(sample.dec_j2000);
    expect(Math.hypot(raError, position.dec - sample.dec_j2000)).toBeLessThan(0.01);

    if (!sample.borderline) expect(position.eclipsed).toBe(sample.eclipsed);
  });

  it.each(samples)('has the reference range and range rate at $utc', (sample) => {
    const time = unixTime(sample.timestamp);
    const state = propagator.stateAt(time);
    if (!state) throw new Error('no state');
    const { rangeKm, rangeRateKmPerS } = lookAngles(site, stateToEcef(state, greenwichSiderealTime(time)));
    expect(Math.abs(rangeKm - sample.range_km)).toBeLessThan(0.1);
    // At 10 m of error along the track, a thousandth of an orbital second, the rate error is smaller than this.
    expect(Math.abs(rangeRateKmPerS - sample.range_rate_km_s)).toBeLessThan(0.001);
  });

  it('stays in the ranges that the specification gives its fields', () => {
    for (const { timestamp } of samples) {
      const position = satellitePosition(propagator, site, unixTime(timestamp));
      if (!position) throw new Error('no position');
      for (const angle of [position.azimuth, position.ra]) {
        expect(angle).toBeGreaterThanOrEqual(0);
        expect(angle).toBeLessThan(360);
      }
      expect(Math.abs(position.satlongitude)).toBeLessThanOrEqual(180);
    }
  });
});

describe('a satellite whose orbit has ended', () => {
  it('has no position', () => {
    const ended: Propagator = { epoch: unixTime(0), stateAt: () => undefined };
    expect(satellitePosition(ended, siteAt(0, 0), unixTime(0))).toBeUndefined();
  });
});
