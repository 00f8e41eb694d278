import { describe, expect, it } from 'vitest';
import { readWallSetting, wallScale } from '../../../../src/ui/wall/geometry.ts';

const setting = (query = '') => readWallSetting(new URLSearchParams(query));

/** A capital of B612 is three quarters of its font size; a 55-inch screen is 1217.6 mm wide. */
const arcMinutes = (rootPx: number, stageWidth: number, distanceM: number, widthMm = 1217.6): number => {
  const heightMm = 0.75 * rootPx * (widthMm / stageWidth);
  return 2 * Math.atan(heightMm / 2 / (1000 * distanceM)) * (180 / Math.PI) * 60;
};

describe('the setting of a wall', () => {
  it.each([
    ['', 5, 55],
    ['distance=8&diagonal=75', 8, 75],
    ['distance=8.5', 8.5, 55],
    ['distance=', 5, 55],
    ['distance=far&diagonal=NaN', 5, 55],
    ['distance=0&diagonal=-3', 0.5, 10],
    ['distance=1e9&diagonal=Infinity', 30, 55],
    ['distance=100&diagonal=1000', 30, 300],
  ])('from %j is %d m and %d inches', (query, distanceM, diagonalInches) => {
    expect(setting(query)).toEqual({ distanceM, diagonalInches });
  });
});

describe('the scale of a wall', () => {
  it.each([
    [1920, 1080, 'wide'],
    [3840, 2160, 'wide'],
    [2560, 1080, 'broad'],
    [1080, 1920, 'tall'],
  ])(
    'of %i × %i has a smallest type of 15 minutes of arc at 5 m, and hardly more: %s',
    (width, height, form) => {
      const { shape, rootPx } = wallScale(setting(), { width, height });
      const box = Math.min(Math.max(width, height), (Math.min(width, height) * 16) / 9);
      expect(shape).toBe(form);
      expect(arcMinutes(rootPx, box, 5)).toBeGreaterThanOrEqual(15);
      expect(arcMinutes(rootPx, box, 5)).toBeLessThan(15.3);
    },
  );

  it('follows the distance and the screen as far as there is room', () => {
    const rootOf = (query: string) => wallScale(setting(query), { width: 3840, height: 2160 }).rootPx;
    expect(arcMinutes(rootOf('distance=4'), 3840, 4)).toBeGreaterThanOrEqual(15);
    expect(rootOf('distance=4')).toBeLessThan(rootOf('distance=5'));
    expect(arcMinutes(rootOf('distance=8&diagonal=98'), 3840, 8, (1217.6 * 98) / 55)).toBeGreaterThanOrEqual(
      15,
    );
    expect(rootOf('distance=30')).toBe(rootOf('distance=20'));
    expect(rootOf('distance=30')).toBeLessThan(1.02 * rootOf('distance=5'));
    expect(rootOf('distance=0.5')).toBe(rootOf('distance=1'));
  });

  it.each([
    [1280, 720, 1280],
    [1280, 1024, 1280],
    [2560, 1080, 1920],
    [390, 844, 693],
  ])('is of the largest 16 : 9 box in %i × %i, upright or lying: %i long', (width, height, length) => {
    const { rootPx } = wallScale(setting(), { width, height });
    expect(length / rootPx).toBeGreaterThanOrEqual(41.4);
    expect(length / rootPx).toBeLessThan(42);
  });
});
