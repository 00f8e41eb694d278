import { expect, it } from 'vitest';
import { movingResolution } from '../../../../src/ui/map/geometry/moving-resolution.ts';

it.each([
  [3840, 2160],
  [2160, 3840],
  [7680, 1080],
])('has no more pixels than a screen of 1920 × 1080 while it moves: %i × %i', (width, height) => {
  const resolution = movingResolution({ width, height });
  expect(width * resolution * height * resolution).toBeCloseTo(1920 * 1080, 0);
});

it.each([
  [1920, 1080],
  [390, 195],
])('is as sharp as the screen where that is fast enough: %i × %i', (width, height) => {
  expect(movingResolution({ width, height })).toBe(1);
});
