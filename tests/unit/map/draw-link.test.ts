import { expect, it } from 'vitest';
import { degrees } from '../../../src/shared/units.ts';
import { drawLink } from '../../../src/ui/map/draw/draw-link.ts';
import { mapSize } from '../../../src/ui/map/geometry/map-size.ts';
import { createProjector } from '../../../src/ui/map/geometry/projector.ts';
import { type MapView, WHOLE_PLANE } from '../../../src/ui/map/geometry/view.ts';

const SIZE = mapSize({ width: 1600, height: 800, pixelRatio: 1 }, 16);
const MADRID = [-3.7, 40.4] as const;
const OVER_ITALY = [12, 43] as const;

/** First and last point of each stroke. */
function strokesOf(view: MapView) {
  const strokes: {
    readonly from: readonly number[];
    readonly to: readonly number[];
    readonly width: number;
  }[] = [];
  let points: number[][] = [];
  drawLink(
    {
      beginPath() {
        points = [];
      },
      moveTo: (x, y) => points.push([x, y]),
      lineTo: (x, y) => points.push([x, y]),
      closePath() {},
      stroke: ({ width = 0 }) => strokes.push({ from: points[0] ?? [], to: points.at(-1) ?? [], width }),
      fill() {},
    },
    OVER_ITALY,
    MADRID,
    SIZE,
    createProjector(view, SIZE),
    '#fff',
  );
  return strokes;
}

it('goes from the satellite to the station, narrower above than below', () => {
  const projector = createProjector(WHOLE_PLANE, SIZE);
  const strokes = strokesOf(WHOLE_PLANE);
  expect(strokes.length).toBeGreaterThan(1);
  for (const { from, to } of strokes) {
    const [satellite, station] = [projector.place(...OVER_ITALY), projector.place(...MADRID)];
    expect(Math.hypot((from[0] ?? 0) - satellite.x, (from[1] ?? 0) - satellite.y)).toBeLessThan(1);
    expect(Math.hypot((to[0] ?? 0) - station.x, (to[1] ?? 0) - station.y)).toBeLessThan(1);
  }
  const widths = strokes.map(({ width }) => width);
  expect(widths).toEqual(widths.toSorted((a, b) => b - a));
});

it('is left out on the far side of the globe', () => {
  expect(strokesOf({ globe: 1, longitude: degrees(180), latitude: degrees(-40), zoom: 1 })).toEqual([]);
});
