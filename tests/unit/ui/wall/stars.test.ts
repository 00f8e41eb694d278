import { describe, expect, it } from 'vitest';
import { addMs, degrees } from '../../../../src/shared/kit/units.ts';
import { siteOf } from '../../../../src/shared/orbit/observer.ts';
import { type StarDirection, starlight, starsOver } from '../../../../src/ui/wall/stars.ts';
import { T0 } from '../../../support/mission.ts';

const siteAt = (latitude: number, longitude: number) =>
  siteOf({ latitude: degrees(latitude), longitude: degrees(longitude), altitudeKm: 0 });
const HOUR_MS = 3_600_000;
const SIDEREAL_DAY_MS = 86_164_091;

/** Instants of a day, a quarter of an hour apart. */
const DAY = Array.from({ length: 96 }, (_, index) => addMs(T0, (index * HOUR_MS) / 4));

describe('the stars over a site', () => {
  it('has Polaris in the north, as high as the latitude, at any time', () => {
    for (const time of DAY) {
      const isPolaris = ({ azimuth, elevation }: StarDirection): boolean =>
        Math.abs(elevation - 60) < 1 && Math.min(azimuth, 360 - azimuth) < 3;
      expect(starsOver(siteAt(60, 20), time).some(isPolaris)).toBe(true);
    }
  });

  it('has Sirius, the brightest, as high in the south as its declination of -16.7° lets it be', () => {
    const sirius = DAY.map((time) => starsOver(siteAt(40, -4), time).find(({ magnitude }) => magnitude < -1));
    const top = sirius.reduce((a, b) => ((b?.elevation ?? 0) > (a?.elevation ?? 0) ? b : a));
    expect(top?.elevation).toBeCloseTo(90 - 40 - 16.7, 0);
    expect(Math.abs((top?.azimuth ?? 0) - 180)).toBeLessThan(3);
    expect(sirius).toContain(undefined);
  });

  it('is the same after a sidereal day', () => {
    const site = siteAt(0, 0);
    const now = starsOver(site, T0);
    const next = starsOver(site, addMs(T0, SIDEREAL_DAY_MS));
    expect(next.length).toBe(now.length);
    for (const [index, { elevation }] of next.entries()) {
      expect(elevation).toBeCloseTo(now[index]?.elevation ?? 0, 1);
    }
  });

  it('is a sky full of stars wherever and whenever it is looked at', () => {
    for (const latitude of [-80, -35, 0, 40, 80]) {
      for (const time of DAY) expect(starsOver(siteAt(latitude, 0), time).length).toBeGreaterThan(200);
    }
  });

  it('has Sabik, of magnitude 2.4, as high in the south as its declination of -15.7° lets it be', () => {
    const highest = DAY.flatMap((time) => starsOver(siteAt(40, -4), time))
      .filter(({ azimuth, magnitude }) => Math.abs(azimuth - 180) < 3 && magnitude === 2.4)
      .map(({ elevation }) => elevation);
    expect(highest.some((elevation) => Math.abs(elevation - (90 - 40 - 15.72)) < 0.5)).toBe(true);
  });

  it('has each star once', () => {
    const stars = starsOver(siteAt(30, 0), T0);
    const twins = stars.filter((a, index) =>
      stars.slice(index + 1).some((b) => Math.hypot(a.elevation - b.elevation, a.azimuth - b.azimuth) < 0.02),
    );
    expect(twins).toEqual([]);
  });

  it('has nothing below the horizon', () => {
    for (const time of DAY) {
      for (const { elevation } of starsOver(siteAt(-35, 149), time)) expect(elevation).toBeGreaterThan(0);
    }
  });
});

it('shows no stars by day, and all of them in the night', () => {
  expect([30, 0, -1].map(starlight)).toEqual([0, 0, 0]);
  expect(starlight(-6)).toBe(0.5);
  expect([-12, -60].map(starlight)).toEqual([1, 1]);
});
