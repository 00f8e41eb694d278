import { geoOrthographic } from 'd3-geo';
import { describe, expect, it } from 'vitest';
import { degrees } from '../../../../../src/shared/kit/units.ts';
import { drawGlobeRows } from '../../../../../src/ui/map/surface/globe-picture.ts';
import { expectEqual } from '../../../../support/equal.ts';

const WIDTH = 2048;
const HEIGHT = 1024;

/** A picture whose red rises with the longitude and whose green falls with the latitude. */
const chart = {
  width: WIDTH,
  height: HEIGHT,
  pixels: Uint32Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const longitude = (((i % WIDTH) + 0.5) * 360) / WIDTH - 180;
    const latitude = 90 - ((Math.floor(i / WIDTH) + 0.5) * 180) / HEIGHT;
    const red = Math.round(128 + 100 * Math.sin((longitude * Math.PI) / 180));
    const green = Math.round(128 + (latitude * 100) / 90);
    return (0xff000000 | (green << 8) | red) >>> 0;
  }),
};

const view = (latitude: number, longitude: number) => ({
  centre: { latitude: degrees(latitude), longitude: degrees(longitude) },
  sun: { latitude: degrees(0), longitude: degrees(0) },
});

function draw(diameter: number, at: ReturnType<typeof view>): Uint32Array {
  const target = new Uint32Array(diameter * diameter);
  drawGlobeRows(target, diameter, chart, at, 0, diameter);
  return target;
}

describe('the globe', () => {
  it.each([
    [640, 0, 0],
    [640, 51.6, -170],
    [640, -89, 20],
    [200, 30, 179.5],
    [900, 12, 90],
  ])('of %i pixels shows each place where d3 has it, from %i° N %i° E', (diameter, latitude, longitude) => {
    const projection = geoOrthographic()
      .translate([diameter / 2, diameter / 2])
      .scale(diameter / 2)
      .rotate([-longitude, -latitude]);
    const target = draw(diameter, view(latitude, longitude));
    let compared = 0;
    for (let y = 3; y < diameter; y += 7) {
      for (let x = 2; x < diameter; x += 5) {
        // Nearer to the limb the atmosphere covers the ground.
        if (Math.hypot(x + 0.5 - diameter / 2, y + 0.5 - diameter / 2) > 0.4 * diameter) continue;
        const place = projection.invert?.([x + 0.5, y + 0.5]);
        if (!place) throw new Error('Inside the globe every pixel is a place.');
        const word = target[y * diameter + x] ?? 0;
        compared += 1;
        expect(Math.abs((word & 255) - (128 + 100 * Math.sin((place[0] * Math.PI) / 180)))).toBeLessThan(
          // At the pole all longitudes meet in one pixel.
          Math.abs(place[1]) > 88 ? 8 : 1.6,
        );
        expect(Math.abs(((word >> 8) & 255) - (128 + (place[1] * 100) / 90))).toBeLessThan(1.6);
      }
    }
    expect(compared).toBeGreaterThan(500);
  });

  it('is round, opaque inside and transparent outside, with one soft pixel at the limb', () => {
    const diameter = 300;
    const target = draw(diameter, view(20, 40));
    const wrong: string[] = [];
    for (let y = 0; y < diameter; y++) {
      for (let x = 0; x < diameter; x++) {
        const distance = Math.hypot(x + 0.5 - diameter / 2, y + 0.5 - diameter / 2);
        const alpha = (target[y * diameter + x] ?? 0) >>> 24;
        const inside = Math.min(1, Math.max(0, diameter / 2 + 0.5 - distance));
        const tolerance = inside > 0 && inside < 1 ? 2 : Number.MIN_VALUE;
        if (!(Math.abs(alpha - 255 * inside) < tolerance)) wrong.push(`${x}, ${y}: ${alpha}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is drawn row by row as at once, over what was there', () => {
    const diameter = 128;
    const target = new Uint32Array(diameter * diameter).fill(0xffffffff);
    for (let row = diameter - 1; row >= 0; row--) {
      drawGlobeRows(target, diameter, chart, view(-35, 10), row, row + 1);
    }
    expectEqual(target, draw(diameter, view(-35, 10)));
  });

  it('has bluer air at the limb by day than at night', () => {
    const diameter = 400;
    const target = draw(diameter, view(0, -90));
    const blueAt = (x: number): number => ((target[(diameter / 2) * diameter + x] ?? 0) >> 16) & 255;
    expect(blueAt(diameter - 2)).toBeGreaterThan(60);
    expect(blueAt(1)).toBeLessThan(20);
    expect(blueAt(diameter / 2)).toBe(0);
  });
});
