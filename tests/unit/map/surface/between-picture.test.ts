import { describe, expect, it } from 'vitest';
import { degrees } from '../../../../src/shared/units.ts';
import { createProjector } from '../../../../src/ui/map/geometry/projector.ts';
import { type MapView, type Shares, scaleOf } from '../../../../src/ui/map/geometry/view.ts';
import { drawBetweenRows } from '../../../../src/ui/map/surface/between-picture.ts';
import { betweenExtent } from '../../../../src/ui/map/surface/between-projection.ts';
import { drawGlobeRows } from '../../../../src/ui/map/surface/globe-picture.ts';
import { covers, traced } from '../polylines.ts';

const EARTH_WIDTH = 2048;
const EARTH_HEIGHT = 1024;
const SIZE = { width: 900, height: 450 };
const SUN = { latitude: degrees(10), longitude: degrees(-30) };

const toWave = (angle: number): number => 128 + 100 * Math.sin((8 * angle * Math.PI) / 180);
/** Red and green of a place on the test Earth: eight waves along the equator and four along a meridian. */
const redAt = (longitude: number): number => toWave(longitude);
const greenAt = (latitude: number): number => toWave(latitude);

const earth = {
  width: EARTH_WIDTH,
  height: EARTH_HEIGHT,
  pixels: Uint32Array.from({ length: EARTH_WIDTH * EARTH_HEIGHT }, (_, i) => {
    const longitude = (((i % EARTH_WIDTH) + 0.5) * 360) / EARTH_WIDTH - 180;
    const latitude = 90 - ((Math.floor(i / EARTH_WIDTH) + 0.5) * 180) / EARTH_HEIGHT;
    return (0xff000000 | (Math.round(greenAt(latitude)) << 8) | Math.round(redAt(longitude))) >>> 0;
  }),
};

const viewOf = (
  globe: number,
  longitude: number,
  latitude: number,
  zoom: number,
  at: Shares = { x: 0.5, y: 0.5 },
): MapView => ({ globe, longitude: degrees(longitude), latitude: degrees(latitude), zoom, at });

function draw(view: MapView, from = 0, to = SIZE.height, target?: Uint32Array): Uint32Array {
  const pixels = target ?? new Uint32Array(SIZE.width * SIZE.height);
  const centre = { longitude: view.longitude, latitude: degrees(view.latitude * view.globe) };
  const { x, y } = createProjector(view, SIZE).place(centre.longitude, centre.latitude);
  const between = { centre, sun: SUN, globe: view.globe, scale: scaleOf(view, SIZE), x, y };
  drawBetweenRows(pixels, SIZE.width, earth, between, from, to);
  return pixels;
}

/** A channel between the centres of pixels. */
function channelAt(pixels: Uint32Array, x: number, y: number, shift: number): number {
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  const [toRight, toLower] = [x - 0.5 - left, y - 0.5 - top];
  const value = (dx: number, dy: number): number =>
    ((pixels[(top + dy) * SIZE.width + left + dx] ?? 0) >> shift) & 255;
  const upper = value(0, 0) * (1 - toRight) + value(1, 0) * toRight;
  const lower = value(0, 1) * (1 - toRight) + value(1, 1) * toRight;
  return upper * (1 - toLower) + lower * toLower;
}

const VIEWS: readonly (readonly [MapView, string])[] = [0.001, 0.1, 0.35, 0.6, 0.85, 0.97, 0.999].flatMap(
  (share) => [
    [viewOf(share, 0, 0, 1), `the whole Earth, globe ${share}`] as const,
    [viewOf(share, 172, 50, 1), `about 172° E, 50° N, globe ${share}`] as const,
    [viewOf(share, -60, -35, 4), `enlarged about 60° W, 35° S, globe ${share}`] as const,
    [viewOf(share, 20, 70, 1.3, { x: 0.3, y: 0.6 }), `beside the middle, globe ${share}`] as const,
  ],
);

describe('the Earth between plane and globe', () => {
  it.each(VIEWS)('shows places where the projector has them: %2$s', (view) => {
    const pixels = draw(view);
    const projector = createProjector(view, SIZE);
    const wrong: string[] = [];
    let compared = 0;
    for (let latitude = -76; latitude <= 76; latitude += 2) {
      for (let longitude = -179; longitude < 180; longitude += 3) {
        const { x, y, isVisible } = projector.place(longitude, latitude);
        const centreLatitude = view.latitude * view.globe;
        const up = cosineBetween(longitude, latitude, view.longitude, centreLatitude);
        // Nearer to the edge the air lies over the ground: hardly any on what is nearly a plane.
        const isClear = view.globe < 0.01 || up > 0.56;
        const isInside = x > 2 && x < SIZE.width - 2 && y > 2 && y < SIZE.height - 2;
        if (!isVisible || !isClear || !isInside) continue;
        compared += 1;
        const red = channelAt(pixels, x, y, 0) - redAt(longitude);
        const green = channelAt(pixels, x, y, 8) - greenAt(latitude);
        // Half a pixel, or what the waves lose between pixels.
        const perPixel = (8 * 100) / scaleOf(view, SIZE);
        const tolerance = 3 + perPixel / 2;
        const across = tolerance / Math.cos((latitude * Math.PI) / 180);
        if (Math.abs(red) > across || Math.abs(green) > tolerance) {
          wrong.push(`${latitude}° N ${longitude}° E: ${red.toFixed(1)}, ${green.toFixed(1)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(60);
  });

  it.each(VIEWS)('is opaque inside the outline of the ocean and transparent outside: %2$s', (view) => {
    const pixels = draw(view);
    const outline = traced({ type: 'Sphere' }, createProjector(view, SIZE));
    const wrong: string[] = [];
    let [inside, outside] = [0, 0];
    for (let y = 3; y < SIZE.height - 3; y += 5) {
      for (let x = 4; x < SIZE.width - 4; x += 7) {
        const corners = [
          [-1.5, 0],
          [1.5, 0],
          [0, -1.5],
          [0, 1.5],
        ].map(([dx = 0, dy = 0]) => covers(outline, x + 0.5 + dx, y + 0.5 + dy));
        const isInside = corners.every(Boolean);
        if (!isInside && corners.some(Boolean)) continue;
        const alpha = (pixels[y * SIZE.width + x] ?? 0) >>> 24;
        if (isInside) inside += 1;
        else outside += 1;
        if (alpha !== (isInside ? 255 : 0)) wrong.push(`${x}, ${y}: ${alpha}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(inside).toBeGreaterThan(2000);
    expect(inside + outside).toBeGreaterThan(9000);
  });

  it.each([0.001, 0.3, 0.6, 0.9, 0.999])('reaches as far as the outline of the ocean (%d)', (share) => {
    const view = viewOf(share, 20, 0, 1);
    const points = traced({ type: 'Sphere' }, createProjector(view, SIZE)).flat();
    const { across, up } = betweenExtent(share);
    const scale = scaleOf(view, SIZE);
    // The rim of the globe turns back by less than a pixel before its edge.
    expect(Math.abs(across * scale - (Math.max(...points.map(([x]) => x)) - 450))).toBeLessThan(0.7);
    expect(up * scale).toBeCloseTo(225 - Math.min(...points.map(([, y]) => y)), 1);
  });

  it('is the plane at the beginning, to its edges', () => {
    const pixels = draw(viewOf(1e-6, 40, 0, 1));
    const perDegree = SIZE.width / 360;
    const wrong: string[] = [];
    for (let y = 4; y < SIZE.height - 4; y++) {
      for (let x = 1; x < SIZE.width - 1; x++) {
        const word = pixels[y * SIZE.width + x] ?? 0;
        const longitude = 40 - 180 + (x + 0.5) / perDegree;
        const latitude = 90 - (y + 0.5) / perDegree;
        const [red, green] = [(word & 255) - redAt(longitude), ((word >> 8) & 255) - greenAt(latitude)];
        if (Math.abs(red) > 2 || Math.abs(green) > 2 || word >>> 24 !== 255) wrong.push(`${x}, ${y}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    [0, 0],
    [51.6, -170],
    [-80, 20],
  ])('is the globe with its air at the end, about %i° N %i° E', (latitude, longitude) => {
    const view = viewOf(1 - 1e-6, longitude, latitude, 1 / 0.94);
    const pixels = draw(view);
    const diameter = SIZE.height;
    const globe = new Uint32Array(diameter * diameter);
    const centre = { latitude: view.latitude, longitude: view.longitude };
    drawGlobeRows(globe, diameter, earth, { centre, sun: SUN }, 0, diameter);
    const differences: number[] = [];
    for (let y = 0; y < diameter; y++) {
      for (let x = 0; x < diameter; x++) {
        // At the limb a pixel shows many waves.
        if (Math.hypot(x + 0.5 - diameter / 2, y + 0.5 - diameter / 2) > 0.46 * diameter) continue;
        const [a, b] = [globe[y * diameter + x] ?? 0, pixels[y * SIZE.width + x + diameter / 2] ?? 0];
        differences.push(
          ...[0, 8, 16, 24].map((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255))),
        );
      }
    }
    const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
    expect(mean).toBeLessThan(0.3);
    expect(differences.filter((value) => value > 6).length).toBeLessThan(differences.length / 1000);
  });

  it('darkens towards its edge little by little from plane to globe', () => {
    const blueAtEdge = [0.05, 0.25, 0.45, 0.65, 0.85, 0.999].map((share) => {
      // The right edge is in daylight.
      const view = viewOf(share, -100, 0, 1);
      const pixels = draw(view);
      const row = (SIZE.height / 2) * SIZE.width;
      const blues = Array.from({ length: SIZE.width }, (_, x) => ((pixels[row + x] ?? 0) >> 16) & 255);
      return Math.max(...blues);
    });
    expect(blueAtEdge).toEqual(blueAtEdge.toSorted((a, b) => a - b));
    expect(blueAtEdge[0]).toBeLessThan(3);
    expect(blueAtEdge.at(-1)).toBeGreaterThan(50);
    const steps = blueAtEdge.slice(1).map((blue, index) => blue - (blueAtEdge[index] ?? 0));
    expect(Math.max(...steps)).toBeLessThan(50);
  });

  it('is drawn row by row as at once, over what was there', () => {
    const view = viewOf(0.45, 100, 25, 1);
    const target = new Uint32Array(SIZE.width * SIZE.height).fill(0xffffffff);
    for (let row = SIZE.height - 1; row >= 0; row--) draw(view, row, row + 1, target);
    expect(target).toEqual(draw(view));
  });
});

/** Cosine of the angle between two places. */
function cosineBetween(lng1: number, lat1: number, lng2: number, lat2: number): number {
  const radians = (angle: number): number => (angle * Math.PI) / 180;
  return (
    Math.sin(radians(lat1)) * Math.sin(radians(lat2)) +
    Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * Math.cos(radians(lng1 - lng2))
  );
}
