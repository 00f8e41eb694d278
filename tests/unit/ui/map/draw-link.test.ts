import { describe, expect, it } from 'vitest';
import { degrees } from '../../../../src/shared/kit/units.ts';
import { drawLink, drawRelayLink } from '../../../../src/ui/map/draw/draw-link.ts';
import { mapSize } from '../../../../src/ui/map/geometry/map-size.ts';
import { createProjector, type Position } from '../../../../src/ui/map/geometry/projector.ts';
import { type MapView, WHOLE_PLANE } from '../../../../src/ui/map/geometry/view.ts';

const SIZE = mapSize({ width: 1600, height: 800, pixelRatio: 1 }, 16);
const MADRID = [-3.7, 40.4] as const;
const OVER_ITALY = [12, 43] as const;

/** Returns the first and last point of each stroke. */
function strokesOf(view: MapView, draw = drawLink, end: Position = MADRID) {
  const strokes: {
    readonly from: readonly number[];
    readonly to: readonly number[];
    readonly width: number;
    readonly alpha: number;
  }[] = [];
  let points: number[][] = [];
  draw(
    {
      beginPath() {
        points = [];
      },
      moveTo: (x, y) => points.push([x, y]),
      lineTo: (x, y) => points.push([x, y]),
      closePath() {},
      stroke: ({ width = 0, alpha = 1 }) =>
        strokes.push({ from: points[0] ?? [], to: points.at(-1) ?? [], width, alpha }),
      fill() {},
    },
    OVER_ITALY,
    end,
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

describe('a link over a relay', () => {
  const RELAY: Position = [75, 0];
  const projector = createProjector(WHOLE_PLANE, SIZE);
  const at = ([longitude, latitude]: Position) => {
    const { x, y } = projector.place(longitude, latitude);
    return [x, y];
  };

  it('goes from the satellite to the place below the relay, in one line', () => {
    const beam = strokesOf(WHOLE_PLANE, drawRelayLink, RELAY).slice(0, -1);
    expect(beam.length).toBeGreaterThan(2);
    const distance = (a: readonly number[], b: readonly number[]) =>
      Math.hypot((a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0));
    expect(distance(beam[0]?.from ?? [], at(OVER_ITALY))).toBeLessThan(1);
    expect(distance(beam.at(-1)?.to ?? [], at(RELAY))).toBeLessThan(1);
    beam.slice(1).forEach(({ from }, index) => {
      expect(distance(from, beam[index]?.to ?? [])).toBeLessThan(1);
    });
  });

  it('fades towards the relay, which is far above the map', () => {
    const alphas = strokesOf(WHOLE_PLANE, drawRelayLink, RELAY)
      .slice(0, -1)
      .map(({ alpha }) => alpha);
    expect(alphas).toEqual(alphas.toSorted((a, b) => b - a));
    expect(new Set(alphas).size).toBe(alphas.length);
  });

  it('has no mark of a relay behind the globe', () => {
    const america: MapView = { globe: 1, longitude: degrees(-60), latitude: degrees(40), zoom: 1 };
    const behind = strokesOf(america, drawRelayLink, RELAY);
    const before = strokesOf(america, drawRelayLink, [-45, 0]);
    expect(behind.length).toBeLessThan(before.length);
  });
});
