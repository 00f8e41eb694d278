import { expect, it } from 'vitest';
import { drawLines, LIT_LINES } from '../../../../src/ui/map/draw/draw-base.ts';
import type { MapPalette } from '../../../../src/ui/map/draw/palette.ts';
import type { DrawingContext } from '../../../../src/ui/map/draw/paths.ts';
import { mapSize } from '../../../../src/ui/map/geometry/map-size.ts';
import { createProjector, type Shape } from '../../../../src/ui/map/geometry/projector.ts';
import { WHOLE_PLANE } from '../../../../src/ui/map/geometry/view.ts';

const SIZE = mapSize({ width: 800, height: 400, pixelRatio: 1 }, 16);
const COAST: Shape = {
  type: 'LineString',
  coordinates: [
    [-5, 48],
    [0, 50],
  ],
};

/** Opacity of the coasts on the lit surface, which are the last line drawn. */
function coastOpacity(zoom: number): number | undefined {
  const opacities: number[] = [];
  const context = {
    globalAlpha: 1,
    beginPath() {},
    moveTo() {},
    lineTo() {},
    closePath() {},
    stroke() {
      opacities.push(this.globalAlpha);
    },
  };
  const projector = createProjector({ ...WHOLE_PLANE, zoom }, SIZE);
  const palette = { coast: '#fff', graticule: '#fff' } as MapPalette;
  drawLines(context as unknown as DrawingContext, SIZE, projector, COAST, LIT_LINES, palette);
  return opacities.at(-1);
}

it('draws coasts over the lit surface quietly, and in full where the surface is too coarse to show them', () => {
  const whole = coastOpacity(1);
  expect(whole).toBeLessThan(0.6);
  expect(coastOpacity(1.8)).toBe(whole);
  expect(coastOpacity(5)).toBeGreaterThan(whole ?? 1);
  expect(coastOpacity(5)).toBeLessThan(1);
  expect([8, 20].map(coastOpacity)).toEqual([coastOpacity(8), coastOpacity(8)]);
  expect(coastOpacity(20)).toBeGreaterThan(0.85);
});
