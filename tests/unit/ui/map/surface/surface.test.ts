import { describe, expect, it } from 'vitest';
import { type Degrees, degrees } from '../../../../../src/shared/kit/units.ts';
import { lightAt } from '../../../../../src/ui/map/surface/light.ts';
import { cityColour, EXPOSURE, lightRows } from '../../../../../src/ui/map/surface/surface.ts';
import { expectEqual } from '../../../../support/equal.ts';

const WIDTH = 720;
const HEIGHT = 360;
const DAY = [96, 128, 160] as const;

const earth = (lights = 0) => ({
  width: WIDTH,
  height: HEIGHT,
  texels: new Uint32Array(WIDTH * HEIGHT).fill(
    ((lights << 24) | (DAY[2] << 16) | (DAY[1] << 8) | DAY[0]) >>> 0,
  ),
});
const sunAt = (latitude: number, longitude: number) => ({
  latitude: degrees(latitude),
  longitude: degrees(longitude),
});

function light(sun: ReturnType<typeof sunAt>, lights = 0): Uint32Array {
  const target = new Uint32Array(WIDTH * HEIGHT);
  lightRows(target, earth(lights), sun, 0, HEIGHT);
  return target;
}

const bytes = (word: number): readonly number[] => [word & 255, (word >> 8) & 255, (word >> 16) & 255];

/** Returns the pixel index of a place at the centre of its pixel. */
const indexOf = (latitude: number, longitude: number): number =>
  Math.floor((90 - latitude) * (HEIGHT / 180)) * WIDTH + Math.floor((longitude + 180) * (WIDTH / 360));

/** Computes the Sun's altitude from the angle between two directions in space. */
function altitudeAt(latitude: number, longitude: number, sun: ReturnType<typeof sunAt>): Degrees {
  const direction = (lat: number, lon: number): readonly [number, number, number] => {
    const [phi, lambda] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
  };
  const [a, b] = [direction(latitude, longitude), direction(sun.latitude, sun.longitude)];
  const distance = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  return degrees(90 - (2 * Math.asin(distance / 2) * 180) / Math.PI);
}

function expected(altitude: Degrees, lights = 0): readonly number[] {
  const { factor, glow, cities } = lightAt(altitude);
  const city = cityColour(lights / 255);
  return DAY.map(
    (value, i) => (value * (factor[i] ?? 0)) / EXPOSURE + (glow[i] ?? 0) + cities * (city[i] ?? 0),
  );
}

describe('the light of the Sun’s altitude', () => {
  it('is full above 12°, and the same below −18°', () => {
    expect(lightAt(degrees(12)).factor).toEqual([1, 1, 1]);
    expect(lightAt(degrees(60))).toEqual(lightAt(degrees(12)));
    expect(lightAt(degrees(-40))).toEqual({ ...lightAt(degrees(-18)) });
  });

  it('falls without a step or a rise from day to night', () => {
    for (let altitude = 14; altitude > -20; altitude -= 0.1) {
      const [here, lower] = [lightAt(degrees(altitude)), lightAt(degrees(altitude - 0.1))];
      here.factor.forEach((value, channel) => {
        const fall = value - (lower.factor[channel] ?? 0);
        expect(fall).toBeGreaterThanOrEqual(0);
        expect(fall).toBeLessThan(0.006);
      });
    }
  });

  it('rests at the ends of civil and nautical twilight', () => {
    const slopeAt = (altitude: number): number =>
      (lightAt(degrees(altitude + 0.2)).factor[1] - lightAt(degrees(altitude - 0.2)).factor[1]) / 0.4;
    expect(slopeAt(-6)).toBeLessThan(slopeAt(-3));
    expect(slopeAt(-6)).toBeLessThan(slopeAt(-9));
    expect(slopeAt(-12)).toBeLessThan(slopeAt(-15));
  });

  it('has city lights from −2° to −10°', () => {
    expect([-2, -6, -10].map((altitude) => lightAt(degrees(altitude)).cities)).toEqual([0, 0.5, 1]);
  });

  it('is warm at the terminator only', () => {
    expect(lightAt(degrees(-1.5)).glow[0]).toBeGreaterThan(8);
    expect(lightAt(degrees(12)).glow).toEqual([0, 0, 0]);
    expect(lightAt(degrees(-18)).glow).toEqual([0, 0, 0]);
  });
});

describe('the lit picture', () => {
  const places = [
    ['below the Sun', 20.25, 30.25],
    ['at the terminator', 20.25, 112.25],
    ['in civil twilight', 20.25, 122.25],
    ['in nautical twilight', 20.25, 128.25],
    ['in astronomical twilight', 20.25, 135.25],
    ['at midnight', -20.25, -149.75],
    ['in the polar night', -85.25, 30.25],
    ['in the polar day', 85.25, -149.75],
    ['at the western edge', 0.25, -179.75],
    ['at the eastern edge', 0.25, 179.75],
  ] as const;

  it.each(places)('is what the formula says %s', (_, latitude, longitude) => {
    const sun = sunAt(23.4, 30);
    const altitude = altitudeAt(latitude, longitude, sun);
    for (const lights of [0, 200]) {
      const shown = bytes(light(sun, lights)[indexOf(latitude, longitude)] ?? 0);
      expected(altitude, lights).forEach((value, channel) => {
        expect(Math.abs((shown[channel] ?? 0) - value)).toBeLessThan(1.6);
      });
    }
  });

  it('is lit row by row as at once', () => {
    const sun = sunAt(-12, -170);
    const target = new Uint32Array(WIDTH * HEIGHT);
    for (let row = HEIGHT - 1; row >= 0; row--) lightRows(target, earth(120), sun, row, row + 1);
    expectEqual(target, light(sun, 120));
  });

  it.each([
    ['16 minutes before, over the date line', sunAt(23.4, -178), sunAt(23.4, 178)],
    ['half a minute before', sunAt(-10, 3), sunAt(-10, 2.9)],
    ['half a year and half a day before', sunAt(-23.4, 20), sunAt(23.4, -160)],
    ['the same instant', sunAt(0, 0), sunAt(0, 0)],
  ])('is the same on a picture that was lit for %s', (_when, earlier, sun) => {
    const target = light(earlier, 120);
    lightRows(target, earth(120), sun, 0, HEIGHT, earlier);
    expectEqual(target, light(sun, 120));
  });

  it('keeps most of its pixels when the Sun has moved by 4°', () => {
    const [earlier, sun] = [sunAt(-20, 0), sunAt(-20, 356)];
    const unwritten = new Uint32Array(WIDTH * HEIGHT);
    lightRows(unwritten, earth(), sun, 0, HEIGHT, earlier);
    const kept = unwritten.filter((word) => word === 0).length / unwritten.length;
    expect(kept).toBeGreaterThan(0.5);
  });

  it('stays within its rows', () => {
    const target = new Uint32Array(WIDTH * HEIGHT);
    lightRows(target, earth(), sunAt(0, 0), 10, 12);
    expect(target.findIndex((word) => word !== 0)).toBe(10 * WIDTH);
    expect(target.findLastIndex((word) => word !== 0)).toBe(12 * WIDTH - 1);
  });

  it('has no overflow of the brightest pixel from one channel into the next', () => {
    const texels = new Uint32Array(WIDTH * HEIGHT).fill(0xffffffff);
    const target = new Uint32Array(WIDTH * HEIGHT);
    lightRows(target, { width: WIDTH, height: HEIGHT, texels }, sunAt(23.4, 0), 0, HEIGHT);
    for (const word of new Set(target)) {
      const [red = 0, green = 0, blue = 0] = bytes(word);
      expect(Math.min(red, green, blue)).toBeGreaterThan(90);
      expect(word >>> 24).toBe(255);
    }
  });

  it('is dithered to the value between two steps', () => {
    const target = light(sunAt(0, 0));
    const mean = (channel: number): number => {
      let sum = 0;
      for (let y = 0; y < 8; y++) {
        for (let x = 0; x < 8; x++) {
          sum += bytes(target[(HEIGHT / 2 + y) * WIDTH + WIDTH / 2 + x] ?? 0)[channel] ?? 0;
        }
      }
      return sum / 64;
    };
    DAY.forEach((value, channel) => {
      expect(mean(channel)).toBeCloseTo(value / EXPOSURE, 1);
    });
  });
});
