import { describe, expect, it } from 'vitest';
import { GROUND_STATIONS } from '../../../../src/shared/entities/stations.ts';
import { coveredPart } from '../../../../src/ui/map/controls/covered.ts';
import { type Box, placeLabels } from '../../../../src/ui/map/geometry/label-placement.ts';
import { mapSize } from '../../../../src/ui/map/geometry/map-size.ts';
import { createProjector } from '../../../../src/ui/map/geometry/projector.ts';
import { WHOLE_PLANE } from '../../../../src/ui/map/geometry/view.ts';

describe('what the controls cover of a map', () => {
  it('is a share of its width and height, wherever the map is on the page', () => {
    const map = { left: 100, top: 50, width: 800, height: 400 };
    expect(coveredPart(map, { left: 700, top: 58, width: 180, height: 40 })).toEqual({
      x: 0.75,
      y: 0.02,
      width: 0.225,
      height: 0.1,
    });
  });

  it('is nothing before the page has laid them out', () => {
    const nothing = { left: 0, top: 0, width: 0, height: 0 };
    expect(coveredPart(nothing, nothing)).toBeUndefined();
    expect(coveredPart({ ...nothing, width: 800, height: 400 }, nothing)).toBeUndefined();
  });

  it('leaves the names of all ground stations of a phone readable', () => {
    const size = mapSize({ width: 2 * 356, height: 2 * 178, pixelRatio: 2 }, 16);
    const part = coveredPart(
      { left: 17, top: 263, width: 356, height: 178 },
      // Four buttons in the upper right corner.
      { left: 264, top: 271, width: 101, height: 26 },
    );
    if (!part) throw new Error('The controls cover nothing.');
    const controls: Box = {
      x: part.x * size.width,
      y: part.y * size.height,
      width: part.width * size.width,
      height: part.height * size.height,
    };
    const projector = createProjector(WHOLE_PLANE, size);
    const labels = placeLabels(
      GROUND_STATIONS.map(({ name, lat, lng }) => ({
        ...projector.place(lng, lat),
        radius: size.labelType / 2,
        label: { width: 0.65 * size.stationType * name.length, height: 1.3 * size.stationType },
      })),
      size,
      [],
      [],
      [controls],
    );
    expect(labels).toHaveLength(GROUND_STATIONS.length);
    for (const { isCovered, isCrowded, x, y, width, height } of labels) {
      expect([isCovered, isCrowded]).toEqual([false, false]);
      const isBelow = y >= controls.y + controls.height;
      const isBeside = x + width <= controls.x || x >= controls.x + controls.width;
      expect(isBelow || isBeside || y + height <= controls.y).toBe(true);
    }
  });
});
