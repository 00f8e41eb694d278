import { Body, Observer, SearchRiseSet } from 'astronomy-engine';
import { describe, expect, it } from 'vitest';
import {
  addMs,
  degrees,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../../src/shared/kit/units.ts';
import { nightAt, sunBelow, sunElevationAt } from '../../../../src/shared/orbit/night.ts';
import { siteAt } from './flights.ts';

const utc = (text: string): EpochMs => epochMs(Date.parse(`${text}Z`));

/** Computes sunrise and sunset with another library, which has an exact Sun. */
function almanac(latitude: number, longitude: number, from: EpochMs, direction: 1 | -1): number {
  const found = SearchRiseSet(Body.Sun, new Observer(latitude, longitude, 0), direction, new Date(from), 2);
  if (!found) throw new Error('The Sun does not cross the horizon.');
  return found.date.getTime();
}

describe('tonight', () => {
  const PLACES: readonly (readonly [number, number])[] = [
    [51.4769, 0],
    [40.7128, -74.006],
    [-35.4, 148.98],
    [0, 180],
    [-17, -179.9],
    [65, 25],
  ];

  it.each(PLACES)(
    'is from sunset to sunrise, by day the next night and by night the present one: %d, %d',
    (latitude, longitude) => {
      const noon = addMs(utc('2026-11-20T12:00'), (-longitude / 15) * MS_PER_H);
      const sunset = almanac(latitude, longitude, noon, -1);
      const sunrise = almanac(latitude, longitude, epochMs(sunset), 1);
      const times = [noon, sunset - MS_PER_H, sunset + MS_PER_H, (sunset + sunrise) / 2, sunrise - MS_PER_H];
      for (const time of times) {
        const night = nightAt(siteAt(latitude, longitude), epochMs(time));
        if (night.kind !== 'night') throw new Error(night.kind);
        expect(Math.abs(night.sunset - sunset)).toBeLessThan(30 * MS_PER_S);
        expect(Math.abs(night.sunrise - sunrise)).toBeLessThan(30 * MS_PER_S);
      }
      const next = nightAt(siteAt(latitude, longitude), epochMs(sunrise + MS_PER_H));
      expect(next).toMatchObject({
        kind: 'night',
        sunset: expect.toSatisfy((time: number) => time > sunrise),
      });
    },
  );

  it.each([
    ['north pole in June', 90, '2026-06-21T12:00', 'polar day'],
    ['north pole in December', 90, '2026-12-21T12:00', 'polar night'],
    ['south pole in June', -90, '2026-06-21T12:00', 'polar night'],
    ['south pole in December', -90, '2026-12-21T12:00', 'polar day'],
    ['Tromsø in June', 69.65, '2026-06-21T12:00', 'polar day'],
    ['Tromsø in December', 69.65, '2026-12-21T12:00', 'polar night'],
    ['Tromsø in March', 69.65, '2026-03-21T12:00', 'night'],
  ])('%s', (_, latitude, now, kind) => {
    expect(nightAt(siteAt(latitude, 18.96), utc(now)).kind).toBe(kind);
  });
});

describe('the dark', () => {
  it('is where the Sun is below the elevation, minute by minute', () => {
    const site = siteAt(52.52, 13.405);
    const from = utc('2026-06-20T12:00');
    const to = addMs(from, MS_PER_DAY);
    const dark = sunBelow(site, degrees(-6), { from, to });
    let [inside, outside] = [0, 0];
    for (let time = addMs(from, 1); time < to; time = addMs(time, MS_PER_MIN)) {
      const isDark = sunElevationAt(site, time) < -6;
      if (isDark) inside += 1;
      else outside += 1;
      expect(dark.some(({ start, end }) => start <= time && time <= end)).toBe(isDark);
    }
    expect(Math.min(inside, outside)).toBeGreaterThan(0);
  });
});
