import { describe, expect, it } from 'vitest';
import { dashPeriodMs } from '../../../../src/ui/map/draw/draw-tracks.ts';
import { mapSize } from '../../../../src/ui/map/geometry/map-size.ts';
import { createProjector } from '../../../../src/ui/map/geometry/projector.ts';
import { WHOLE_PLANE } from '../../../../src/ui/map/geometry/view.ts';

const sizeOf = (cssWidth: number, pixelRatio: number, rootTypePx = 16) =>
  mapSize({ width: cssWidth * pixelRatio, height: (cssWidth * pixelRatio) / 2, pixelRatio }, rootTypePx);

describe('the map on the screen', () => {
  it.each([
    [380, 1, 16, 13],
    [380, 3, 16, 39],
    [800, 1, 16, 13],
    [1400, 1, 16, 13],
    [3000, 1, 16, 28],
    [1900, 1, 32, 26],
  ])(
    '%i CSS pixels wide at ×%i with %i px root type has labels of %i device pixels',
    (width, ratio, root, type) => {
      expect(sizeOf(width, ratio, root).labelType).toBe(type);
    },
  );

  it.each([0.02, 0.5, 16])(
    'has no type without pixels at a root type of %f px, however small the window',
    (root) => {
      const { labelType, stationType, graticuleType, markType } = sizeOf(1, 1, root);
      for (const type of [labelType, stationType, graticuleType, markType])
        expect(type).toBeGreaterThanOrEqual(1);
    },
  );

  it('has no degree labels if none are requested', () => {
    const without = { labelRem: 1, stationShare: 1, graticuleShare: 0, markShare: 1 };
    expect(mapSize({ width: 800, height: 400, pixelRatio: 1 }, 16, without).graticuleType).toBe(0);
  });

  it('shortens the dashes as there is room', () => {
    const periods = [380, 800, 1400, 2400, 3840].map((width) => {
      const size = sizeOf(width, 1);
      return dashPeriodMs(size, createProjector(WHOLE_PLANE, size));
    });
    expect(periods.toSorted((a, b) => b - a)).toEqual(periods);
    expect(new Set(periods).size).toBeGreaterThan(2);
  });
});
