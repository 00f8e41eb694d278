import { describe, expect, it } from 'vitest';
import type { WallShape } from '../../../../src/ui/wall/geometry.ts';
import { mapCovers, type Rect, wallLayout } from '../../../../src/ui/wall/layout.ts';
import { WALL_SCENES, type WallScene } from '../../../../src/ui/wall/scenes.ts';

const SCENES: readonly WallScene[] = [...WALL_SCENES, 'sky', 'anomaly', 'lapse'];
const STAGES: readonly (readonly [WallShape, number, number])[] = [
  ['wide', 41.7, 23.5],
  ['wide', 41.7, 33.4],
  ['broad', 55.6, 23.5],
  ['tall', 23.5, 41.7],
  ['tall', 23.5, 50.8],
];

const overlap = (a: Rect, b: Rect): boolean =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height;

describe.each(STAGES)('the layout of a %s wall of %d × %d rem', (shape, width, height) => {
  it.each(SCENES)('has room for everything, and a free part of the map: %s', (scene) => {
    const { header, panel, tiles, footline, free } = wallLayout({ width, height }, shape, scene);
    const boxes = [header, tiles, footline, free, ...(panel ? [panel] : [])];
    boxes.forEach((box, index) => {
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.top).toBeGreaterThanOrEqual(0);
      expect(box.left + box.width).toBeLessThanOrEqual(width);
      expect(box.top + box.height).toBeLessThanOrEqual(height);
      for (const other of boxes.slice(index + 1)) expect(overlap(box, other)).toBe(false);
    });
    expect(free.height).toBeGreaterThan(5);
    expect(free.width).toBeGreaterThan(20);
    expect(panel === undefined).toBe(scene === 'spacecraft' || scene === 'lapse');
  });

  it('has tiles that grow into charts', () => {
    const tilesOf = (scene: WallScene) => wallLayout({ width, height }, shape, scene).tiles;
    expect(tilesOf('spacecraft').height).toBeGreaterThan(2 * tilesOf('orbit').height);
    expect(tilesOf('spacecraft').top + tilesOf('spacecraft').height).toBeCloseTo(
      tilesOf('orbit').top + tilesOf('orbit').height,
    );
  });
});

it('has its panel beside the map, or below it on a tall wall', () => {
  const wide = wallLayout({ width: 41.7, height: 23.5 }, 'wide', 'orbit');
  expect(wide.panel?.top).toBe(wide.free.top);
  const tall = wallLayout({ width: 23.5, height: 41.7 }, 'tall', 'orbit');
  expect(tall.panel?.top).toBeGreaterThan(tall.free.top + tall.free.height);
});

it('keeps names on the map clear of the time that is shown, if that is not the present', () => {
  const stage = { width: 41.7, height: 23.5 };
  const coversAt = (hasTime: boolean) =>
    mapCovers(wallLayout(stage, 'wide', 'orbit', false, hasTime), stage).filter(
      ({ x, y, width, height }) => x < 0.1 && 0.1 < x + width && y < 0.11 && 0.11 < y + height,
    );
  expect(coversAt(false)).toHaveLength(0);
  expect(coversAt(true)).toHaveLength(1);
});
