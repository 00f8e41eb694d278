import { describe, expect, it } from 'vitest';
import { degrees, type EpochMs, epochMs, toRadians } from '../../../../src/shared/kit/units.ts';
import { type SubsolarPoint, subsolarPoint } from '../../../../src/shared/orbit/sun.ts';
import { NIGHT_STEPS, nightArea } from '../../../../src/ui/map/geometry/night.ts';
import {
  covers,
  isClosed,
  isOnPlane,
  onPlane,
  PLANE_HEIGHT,
  PLANE_WIDTH,
  type Polyline,
  traced,
  widestSegment,
} from './polylines.ts';

/** Returns the Sun's elevation at a place in degrees, from the subsolar point. */
function sunElevation(sun: SubsolarPoint, latitude: number, longitude: number): number {
  const phi = toRadians(degrees(latitude));
  const delta = toRadians(sun.latitude);
  const hourAngle = toRadians(degrees(longitude - sun.longitude));
  const sine = Math.sin(phi) * Math.sin(delta) + Math.cos(phi) * Math.cos(delta) * Math.cos(hourAngle);
  return (Math.asin(sine) * 180) / Math.PI;
}

/** Returns a ring's outline except along the map's upper or lower edge, where a pole is one long line. */
const offTheEdges = (ring: Polyline): readonly Polyline[] =>
  ring.slice(1).flatMap((point, index): Polyline[] => {
    const before = ring[index] ?? point;
    const isOnEdge = [before, point].every(([, y]) => y < 0.01 || y > PLANE_HEIGHT - 0.01);
    return isOnEdge ? [] : [[before, point]];
  });

const at = (text: string): EpochMs => epochMs(Date.parse(text));
const sunOver = (latitude: number, longitude: number): SubsolarPoint => ({
  latitude: degrees(latitude),
  longitude: degrees(longitude),
});

const SUNS: readonly (readonly [string, SubsolarPoint])[] = [
  ['an ordinary autumn day', subsolarPoint(at('2026-11-20T15:12:07Z'))],
  ['an ordinary spring day, Sun over the Pacific', subsolarPoint(at('2027-04-11T00:30:00Z'))],
  ['the northern summer solstice', subsolarPoint(at('2027-06-21T14:11:00Z'))],
  ['the northern winter solstice', subsolarPoint(at('2026-12-21T20:50:00Z'))],
  ['about the equinox', subsolarPoint(at('2027-03-20T20:25:00Z'))],
  ['the equinox itself', sunOver(0, 12.3)],
  ['the equinox, Sun over 180°', sunOver(0, -180)],
  ['the equinox, Sun over the prime meridian', sunOver(0, 0)],
  ['a hair north of the equinox', sunOver(1e-9, 77)],
  ['a hair south of the equinox', sunOver(-1e-9, -77)],
];

describe.each(SUNS)('the night side: %s', (_, sun) => {
  it.each([0, 6, 12, 18])('is closed, on the plane and never torn at %i° below the horizon', (depression) => {
    const rings = traced(nightArea(sun, depression));
    expect(rings.length).toBeGreaterThan(0);
    expect(rings.every(isClosed)).toBe(true);
    expect(isOnPlane(rings)).toBe(true);
    expect(widestSegment(rings.flatMap(offTheEdges))).toBeLessThanOrEqual(PLANE_WIDTH / 2);
  });

  it.each([0, 6, 12, 18])(
    'covers exactly the places with the Sun lower than %i° below the horizon',
    (depression) => {
      const rings = traced(nightArea(sun, depression));
      const wrong: string[] = [];
      for (let latitude = -89; latitude <= 89; latitude += 3.7) {
        for (let longitude = -179.5; longitude <= 179.5; longitude += 4.3) {
          const elevation = sunElevation(sun, latitude, longitude);
          if (Math.abs(elevation + depression) < 0.1) continue;
          const isDark = covers(rings, ...onPlane(longitude, latitude));
          if (isDark !== elevation < -depression) wrong.push(`${latitude}, ${longitude}: ${elevation}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});

describe('the soft edge', () => {
  it('darkens from the terminator to the end of astronomical twilight, in fine steps', () => {
    expect(NIGHT_STEPS[0]?.depression).toBe(0);
    expect(NIGHT_STEPS.at(-1)?.depression).toBe(18);
    let light = 1;
    for (const { opacity } of NIGHT_STEPS) {
      expect(opacity).toBeGreaterThan(0);
      expect(opacity).toBeLessThan(0.2);
      light *= 1 - opacity;
    }
    expect(1 - light).toBeCloseTo(0.56, 6);
  });

  it('lies inside itself: darker steps are within lighter ones', () => {
    const sun = subsolarPoint(at('2027-06-21T14:11:00Z'));
    const nights = NIGHT_STEPS.map(({ depression }) => traced(nightArea(sun, depression)));
    const darkest = nights.at(-1) ?? [];
    let dark = 0;
    for (let x = 5; x < 800; x += 13) {
      for (let y = 5; y < 400; y += 13) {
        const covered = nights.map((night) => covers(night, x, y));
        expect(
          covered.toSorted((a, b) => Number(b) - Number(a)),
          `${x}, ${y}`,
        ).toEqual(covered);
        if (covers(darkest, x, y)) dark += 1;
      }
    }
    expect(dark).toBeGreaterThan(100);
  });
});
