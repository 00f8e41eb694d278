import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SPECIFIED_NETWORK } from '../../../../src/shared/contract/network.ts';
import { GROUND_STATIONS } from '../../../../src/shared/entities/stations.ts';
import { degrees } from '../../../../src/shared/kit/units.ts';
import {
  type Box,
  LABEL_SIDES,
  type LabelledMarker,
  markerBox,
  placeLabel,
  placeLabels,
  placeName,
} from '../../../../src/ui/map/geometry/label-placement.ts';
import { mapSize } from '../../../../src/ui/map/geometry/map-size.ts';
import { createProjector } from '../../../../src/ui/map/geometry/projector.ts';
import { siteBoxes } from '../../../../src/ui/map/geometry/site-boxes.ts';
import { type MapView, WHOLE_PLANE } from '../../../../src/ui/map/geometry/view.ts';

const PLANE = { width: 800, height: 400 };

const markerAt = (x: number, y: number, direction = 0.8): LabelledMarker => ({
  x,
  y,
  radius: 10,
  direction,
  label: { width: 70, height: 17 },
});

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const isInside = ({ x, y, width, height }: Box): boolean =>
  x >= 0 && y >= 0 && x + width <= PLANE.width && y + height <= PLANE.height;

/** Returns the middle of the marker, where its shape is. */
const core = ({ x, y, radius }: LabelledMarker): Box => ({
  x: x - radius * 0.7,
  y: y - radius * 0.7,
  width: radius * 1.4,
  height: radius * 1.4,
});

/** Up to 70° north and south: in a corner there is no room for two names. */
const anywhere = fc.record({
  x: fc.double({ min: 0, max: PLANE.width, noNaN: true }),
  y: fc.double({ min: 45, max: PLANE.height - 45, noNaN: true }),
  direction: fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
});

describe('placing a label', () => {
  it('keeps it on the map and off its marker, wherever the marker is', () => {
    fc.assert(
      fc.property(anywhere, fc.option(fc.nat(7), { nil: undefined }), ({ x, y, direction }, side) => {
        const marker = markerAt(x, y, direction);
        const label = placeLabel(marker, PLANE, [], side);
        return isInside(label) && !overlaps(label, core(marker));
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('keeps two labels and two markers apart, wherever they are', () => {
    fc.assert(
      fc.property(anywhere, anywhere, (a, b) => {
        const [first, second] = [markerAt(a.x, a.y, a.direction), markerAt(b.x, b.y, b.direction)];
        const one = placeLabel(first, PLANE, [markerBox(second)], undefined);
        const two = placeLabel(second, PLANE, [markerBox(first), one], undefined);
        return isInside(one) && isInside(two) && !overlaps(one, two) && !overlaps(two, core(first));
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('flips to the other side near an edge', () => {
    expect(placeLabel(markerAt(795, 200, 0), PLANE, [], undefined).x).toBeLessThan(730);
    expect(placeLabel(markerAt(5, 200, 0), PLANE, [], undefined).x).toBeGreaterThan(5);
  });

  it('is beside the track, not on it', () => {
    const northEast = placeLabel(markerAt(400, 200, Math.PI / 4), PLANE, [], undefined);
    expect([2, 6]).toContain(northEast.side);
    const east = placeLabel(markerAt(400, 200, Math.PI / 2), PLANE, [], undefined);
    expect([3, 7]).toContain(east.side);
  });

  it('stays on its side while that is nearly as good as the best', () => {
    let side: number | undefined;
    let changes = -1;
    for (let step = 0; step < 1000; step++) {
      const marker = markerAt(
        100 + step / 2,
        200 + 20 * Math.sin(step / 200),
        0.75 + 0.1 * Math.sin(step / 3),
      );
      const next = placeLabel(marker, PLANE, [], side).side;
      if (next !== side) changes += 1;
      side = next;
    }
    expect(changes).toBe(0);
  });

  it('is clear of a mark below it where only a corner at the edge is, however large its own marker', () => {
    for (let radius = 5; radius < 30; radius += 0.1) {
      const marker = { ...markerAt(50, 200), radius };
      const obstacles = [
        { x: 75, y: 0, width: 30, height: 400 },
        { x: 0, y: 0, width: 90, height: 200 },
      ];
      expect(placeLabel(marker, PLANE, obstacles, 3), `a marker of ${radius}`).toMatchObject({
        x: 0,
        isCrowded: false,
      });
    }
  });

  it('touches a mark rather than hide one where every side is taken', () => {
    const marker = { ...markerAt(60, 200), label: { width: 110, height: 17 } };
    const marks = [
      { x: 108, y: 212, width: 8, height: 8 },
      { x: 86, y: 179, width: 8, height: 8 },
      { x: 146, y: 196, width: 8, height: 8 },
    ];
    const label = placeLabel(marker, PLANE, marks, undefined);
    expect(label.isCrowded).toBe(true);
    expect(label.x + label.width).toBeLessThan(112);
    expect(label.y).toBeGreaterThan(200);
  });

  it('tries every side once', () => {
    expect(LABEL_SIDES).toHaveLength(8);
    expect(new Set(LABEL_SIDES.map(String)).size).toBe(8);
  });
});

describe.each([
  [330, 1],
  [660, 2],
  [1400, 1],
  [2860, 1],
])('the names of the ground stations on a map of %i pixels at ratio %i', (width, pixelRatio) => {
  const size = mapSize({ width, height: width / 2, pixelRatio }, 16);
  const stations = GROUND_STATIONS.map(
    ({ name, lat, lng }): LabelledMarker => ({
      ...createProjector(WHOLE_PLANE, size).place(lng, lat),
      radius: size.labelType / 2,
      label: { width: 0.65 * size.labelType * name.length, height: 1.2 * size.labelType },
    }),
  );
  const isOnMap = ({ x, y, width: w, height: h }: Box) =>
    x >= 0 && y >= 0 && x + w <= size.width && y + h <= size.height;

  it('are on the map and do not overlap, with a satellite anywhere', () => {
    const satellite = fc.record({
      x: fc.double({ min: 0, max: size.width, noNaN: true }),
      y: fc.double({ min: 0, max: size.height, noNaN: true }),
    });
    fc.assert(
      fc.property(satellite, ({ x, y }) => {
        const marker: LabelledMarker = {
          x,
          y,
          radius: 0.8 * size.labelType,
          direction: 0.8,
          label: { width: 5.2 * size.labelType, height: 1.3 * size.labelType },
        };
        const taken = [markerBox(marker), placeLabel(marker, size, [], undefined)];
        const labels = placeLabels(stations, size, taken, []);
        return labels.every(
          (label, index) =>
            isOnMap(label) &&
            !labels.slice(0, index).some((other) => overlaps(label, other)) &&
            !taken.some((box) => overlaps(label, box)),
        );
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

describe.each([
  ['plane', WHOLE_PLANE],
  ['globe', { globe: 1, longitude: degrees(20), latitude: degrees(40), zoom: 1 }],
  ['zoomed globe', { globe: 1, longitude: degrees(-95), latitude: degrees(30), zoom: 6 }],
] as const satisfies readonly (readonly [string, MapView])[])('a name on the %s', (_name, view) => {
  const projector = createProjector(view, PLANE);
  const stations = siteBoxes(SPECIFIED_NETWORK, 8, projector, PLANE, 8);
  const near = fc.record({
    station: fc.nat(SPECIFIED_NETWORK.length - 1),
    dx: fc.integer({ min: -90, max: 90 }),
    dy: fc.integer({ min: -40, max: 40 }),
    direction: fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
  });
  /** Returns a symbol near a station on the picture. */
  const aboutStation = ({ station, dx, dy }: { station: number; dx: number; dy: number }) => {
    const box = stations[station % stations.length];
    if (!box) throw new Error('There is no station on the picture.');
    return { x: box.x + box.width / 2 + dx, y: box.y + box.height / 2 + dy };
  };

  it('of a satellite of the mission is on no marker of a ground station', () => {
    fc.assert(
      fc.property(near, (at) => {
        const { x, y } = aboutStation(at);
        const marker = markerAt(x, y, at.direction);
        const label = placeLabel(marker, PLANE, stations, undefined);
        return stations.every((station) => !overlaps(label, station));
      }),
      { seed: 1, numRuns: 1000 },
    );
  });

  it('of an added satellite is on no marker of a ground station', () => {
    const isTaken = (box: Box) => stations.some((station) => overlaps(box, station));
    let placed = 0;
    fc.assert(
      fc.property(near, fc.boolean(), (at, isFlexible) => {
        const symbol = { ...aboutStation(at), radius: 6, label: { width: 70, height: 17 } };
        const box = placeName(symbol, PLANE, isTaken, isFlexible);
        if (box) placed += 1;
        return box === undefined || (isInside(box) && !isTaken(box));
      }),
      { seed: 1, numRuns: 1000 },
    );
    expect(placed).toBeGreaterThan(500);
  });
});

describe('the name of an added satellite', () => {
  const symbol = { x: 400, y: 200, radius: 6, label: { width: 70, height: 17 } };
  const taken =
    (...boxes: readonly Box[]) =>
    (box: Box) =>
      boxes.some((one) => overlaps(box, one));
  const right = { x: 400, y: 197, width: 100, height: 6 };
  const left = { x: 300, y: 197, width: 100, height: 6 };

  it('is right of it, or else left', () => {
    expect(placeName(symbol, PLANE, taken(), false)).toMatchObject({ x: 406 });
    expect(placeName(symbol, PLANE, taken(right), false)).toMatchObject({ x: 324 });
    expect(placeName(symbol, PLANE, taken(right, left), false)).toBeUndefined();
  });

  it('is above or below it where it must be shown', () => {
    expect(placeName(symbol, PLANE, taken(right, left), true)).toMatchObject({ x: 365, y: 177 });
    const above = { x: 300, y: 170, width: 200, height: 20 };
    expect(placeName(symbol, PLANE, taken(right, left, above), true)).toMatchObject({ y: 206 });
  });

  it('is found a place even on the marker of a station', () => {
    const station = { x: 392, y: 192, width: 16, height: 16 };
    const box = placeName(symbol, PLANE, taken(station), true);
    if (!box) throw new Error('There is no place.');
    expect(overlaps(box, station)).toBe(false);
    expect(placeName(symbol, PLANE, taken(station), false)).toBeUndefined();
  });
});

describe('something that covers the map', () => {
  const panel: Box = { x: 500, y: 0, width: 300, height: 400 };

  it('keeps every name of a marker beside it clear of it', () => {
    let beside = 0;
    fc.assert(
      fc.property(anywhere, fc.option(fc.nat(7), { nil: undefined }), ({ x, y, direction }, side) => {
        fc.pre(x < panel.x);
        beside += 1;
        const label = placeLabel(markerAt(x, y, direction), PLANE, [], side, [panel]);
        return !label.isCovered && !overlaps(label, panel);
      }),
      { seed: 5, numRuns: 1000 },
    );
    expect(beside).toBe(1000);
  });

  it('hides the name of a marker below it, even if there is room beside it', () => {
    expect(placeLabel(markerAt(505, 200), PLANE, [], undefined, [panel]).isCovered).toBe(true);
    expect(placeLabel(markerAt(495, 200), PLANE, [], undefined, [panel]).isCovered).toBe(false);
  });

  it('hides a name that has no room beside it', () => {
    const strip: Box = { x: 0, y: 0, width: 800, height: 190 };
    const other: Box = { x: 0, y: 202, width: 800, height: 198 };
    expect(placeLabel(markerAt(300, 196), PLANE, [], undefined, [strip, other]).isCovered).toBe(true);
  });

  it('gives the room of a hidden name to another one', () => {
    const [hidden, shown] = placeLabels([markerAt(505, 200), markerAt(400, 200)], PLANE, [], [], [panel]);
    const alone = placeLabel(markerAt(400, 200), PLANE, [markerBox(markerAt(505, 200))], undefined, [panel]);
    expect(hidden?.isCovered).toBe(true);
    expect(shown).toEqual(alone);
  });

  it('leaves a later name, which has no other place, the room of an earlier one', () => {
    const hemmed = markerAt(490, 200);
    const { width, height } = hemmed.label;
    // Walls above and below leave no room there.
    const walls = [-1, 1].map(
      (side): Box => ({ x: 300, y: 200 + side * 0.9 * height - height / 4, width: 200, height: height / 2 }),
    );
    const neighbour = markerAt(490 - width - 2 * hemmed.radius - 10, 200);
    const labels = placeLabels([neighbour, hemmed], PLANE, walls, [], [panel]);
    expect(labels.map(({ isCovered, isCrowded }) => isCovered || isCrowded)).toEqual([false, false]);
    expect(overlaps(labels[0] as Box, labels[1] as Box)).toBe(false);
  });

  it('hides a name that would be on another one', () => {
    const walls: Box[] = [0, 210].map((y) => ({ x: 0, y, width: 800, height: 190 }));
    // There is room only to the left and right.
    const labels = placeLabels(
      [markerAt(300, 200), markerAt(301, 200), markerAt(302, 200)],
      PLANE,
      walls,
      [],
    );
    expect(labels.filter(({ isCrowded }) => !isCrowded)).toHaveLength(2);
  });
});
