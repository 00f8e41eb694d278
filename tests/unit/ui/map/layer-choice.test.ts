import { expect, it } from 'vitest';
import { layersOf } from '../../../../src/ui/map/geometry/layer-choice.ts';

const size = (width: number, pixelRatio = 1) => ({ width, pixelRatio });

it('large maps show the surface without being asked, others and those that save data do not', () => {
  expect(layersOf({}, size(1000), false).surface).toBe(true);
  expect(layersOf({}, size(800), false).surface).toBe(false);
  expect(layersOf({}, size(1170, 3), false).surface).toBe(false);
  expect(layersOf({}, size(1000), true).surface).toBe(false);
});

it('a choice counts, whatever the size', () => {
  const small = layersOf({ surface: true, bodies: false }, size(400), true);
  expect(small).toEqual({ surface: true, borders: false, bodies: false, anomaly: false });
  expect(layersOf({ surface: false }, size(2000), false).surface).toBe(false);
});
