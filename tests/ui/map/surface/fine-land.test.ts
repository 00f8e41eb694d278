import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import type { FetchAsset } from '../../../../src/ui/map/surface/fetch-asset.ts';
import { loadBorders, loadFineLand } from '../../../../src/ui/map/surface/fine-land.ts';

/** Serves the development server's addresses from the project's folder. */
const fromProject: FetchAsset = async (url) => {
  const text = await readFile(join(import.meta.dirname, '../../../..', url), 'utf8');
  return { ok: true, status: 200, json: async () => JSON.parse(text) } as Response;
};

const fine = await loadFineLand(fromProject);

/** True if a line passes within a distance of a place, in degrees. */
const isNear = (lines: readonly Position[][], [x0, y0]: readonly [number, number], reach: number): boolean =>
  lines.flat().some(([x = 0, y = 0]) => Math.hypot(x - x0, y - y0) < reach);

describe('the coasts at 1 : 50 million', () => {
  it('have the shores of lakes', () => {
    expect(isNear(fine.coasts.coordinates, [33, 0.3], 0.6)).toBe(true); // Victoria
    expect(isNear(fine.coasts.coordinates, [-87.6, 41.9], 0.4)).toBe(true); // Michigan
    expect(isNear(fine.coasts.coordinates, [22, 25], 3)).toBe(false); // the Sahara
  });

  it('has coasts without a cut along 180° or through the South Pole', () => {
    const isCut = ([x0 = 0]: Position, [x1 = 0, y1 = 0]: Position): boolean =>
      (Math.abs(x0) > 179.99 && Math.abs(x1) > 179.99) || y1 < -89;
    const cuts = fine.coasts.coordinates.filter((line) =>
      line.slice(1).some((point, index) => isCut(line[index] ?? [], point)),
    );
    expect(cuts).toEqual([]);
  });

  it('has borders between countries, and no coast among them', async () => {
    const coarse = await loadBorders(fromProject);
    for (const { coordinates } of [fine.borders, coarse]) {
      // The Pyrenees have a border, the British coast has none.
      expect(isNear(coordinates, [0.7, 42.7], 1.2)).toBe(true);
      expect(isNear(coordinates, [0, 53], 2)).toBe(false);
    }
    expect(fine.borders.coordinates.flat().length).toBeGreaterThan(5 * coarse.coordinates.flat().length);
  });
});
