import type uPlot from 'uplot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawLine } from '../../../../src/ui/features/history/draw-line.ts';

type Point = readonly [x: number, y: number];
type Path = readonly (readonly Point[])[];
/** A rectangle: its corner and its size. */
type Box = readonly [left: number, top: number, width: number, height: number];

/** A path that consists of a rectangle. */
class BoxPath {
  box: Box = [0, 0, 0, 0];
  rect(...box: Box) {
    this.box = box;
  }
}

/** A filled or stroked path, with the clipping rectangles of the canvas. */
interface Drawn {
  readonly path: Path;
  readonly clips: readonly Box[];
  readonly lineWidth: number;
}

beforeEach(() => void vi.stubGlobal('Path2D', BoxPath));
afterEach(() => void vi.unstubAllGlobals());

/** Creates a canvas context that records what is drawn into it. */
function createContext() {
  const [filled, stroked]: [Drawn[], Drawn[]] = [[], []];
  const kept: (readonly Box[])[] = [];
  let clips: readonly Box[] = [];
  let path: Point[][] = [];
  const context = {
    lineWidth: 1,
    save: () => void kept.push(clips),
    restore() {
      clips = kept.pop() ?? [];
    },
    clip({ box }: BoxPath) {
      clips = [...clips, box];
    },
    beginPath() {
      path = [];
    },
    moveTo: (x: number, y: number) => void path.push([[x, y]]),
    lineTo: (x: number, y: number) => void path.at(-1)?.push([x, y]),
    fill: () => void filled.push({ path: path.map((part) => [...part]), clips, lineWidth: 0 }),
    stroke: () =>
      void stroked.push({ path: path.map((part) => [...part]), clips, lineWidth: context.lineWidth }),
    translate: (x: number, y: number) => expect([x, y]).toEqual([0, 0]),
    setLineDash() {},
  };
  return { context, filled, stroked };
}

/** As on a canvas, a negative size extends to the other side. */
const isBetween = (value: number, from: number, size: number): boolean =>
  value > Math.min(from, from + size) && value < Math.max(from, from + size);

const isInside = (clips: readonly Box[], [x, y]: Point): boolean =>
  clips.every(([left, top, width, height]) => isBetween(x, left, width) && isBetween(y, top, height));

/** Returns the edges of a path, including the closing ones if it is filled. */
const edgesOf = (path: Path, isClosed: boolean): readonly (readonly [Point, Point])[] =>
  path.flatMap((part) =>
    part.flatMap((point, index) => {
      const next = part[index + 1] ?? (isClosed ? part[0] : undefined);
      return next ? [[point, next] as const] : [];
    }),
  );

/** Returns the winding number of a filled path around a point. */
function turnsAround(path: Path, [x, y]: Point): number {
  let turns = 0;
  for (const [[fromX, fromY], [toX, toY]] of edgesOf(path, true)) {
    if (fromY > y === toY > y) continue;
    if (fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX) > x) turns += toY > fromY ? 1 : -1;
  }
  return turns;
}

/** Returns the distance of an edge from a point beside it; infinite beyond its ends. */
function distanceTo([[fromX, fromY], [toX, toY]]: readonly [Point, Point], [x, y]: Point): number {
  const [alongX, alongY] = [toX - fromX, toY - fromY];
  const length = Math.hypot(alongX, alongY);
  const share = ((x - fromX) * alongX + (y - fromY) * alongY) / length ** 2;
  if (!(share >= 0 && share <= 1)) return Number.POSITIVE_INFINITY;
  return Math.abs((x - fromX) * alongY - (y - fromY) * alongX) / length;
}

/** Draws a plot of 100 by 100 pixels for times from 0 to 100, with its corner at 10, 20. One unit is a pixel. */
function draw(
  times: readonly number[],
  values: readonly (number | null)[],
  { fill = 'violet', lowest = 0 }: { fill?: string; lowest?: number } = {},
) {
  const { context, filled, stroked } = createContext();
  const plot = {
    data: [times, values],
    bbox: { left: 10, top: 20, width: 100, height: 100 },
    scales: { x: { min: 0, max: 100 }, y: { min: lowest, max: lowest + 100 } },
    series: [{}, { width: 2, stroke: 'white', fill }],
    ctx: context,
  } as unknown as uPlot;
  expect(drawLine(plot, 1, 0, times.length - 1)).toBeNull();
  const at = (time: number, value: number): Point => [10 + time, 120 + lowest - value];
  return {
    isFilled: (time: number, value: number): boolean =>
      filled.some(
        ({ path, clips }) => isInside(clips, at(time, value)) && turnsAround(path, at(time, value)) !== 0,
      ),
    isLine: (time: number, value: number): boolean =>
      stroked.some(
        ({ path, clips, lineWidth }) =>
          isInside(clips, at(time, value)) &&
          edgesOf(path, false).some((edge) => distanceTo(edge, at(time, value)) < lineWidth / 2),
      ),
  };
}

const EVERYWHERE = Array.from({ length: 120 }, (_, index) => index - 9.5);

/** Returns the sampled values at a time that a line or an area covers. */
const covered = (isCovered: (time: number, value: number) => boolean, time: number): readonly number[] =>
  EVERYWHERE.filter((value) => isCovered(time, value));

const halves = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, index) => from + index + 0.5);

describe('the line of a chart', () => {
  it('goes through its points, with the area between it and 0', () => {
    const { isFilled, isLine } = draw([0, 50, 100], [20, 60, 60]);
    expect(covered(isLine, 75)).toEqual([59.5, 60.5]);
    expect(covered(isFilled, 75)).toEqual(halves(0, 60));
    expect(isLine(25, 40)).toBe(true);
    expect(covered(isFilled, 25)).toEqual(halves(0, 40));
  });

  it('has no other edge: not at its ends, nor at 0', () => {
    const { isFilled, isLine } = draw([20, 80], [60, 60]);
    expect(EVERYWHERE.filter((time) => isLine(time, 60))).toEqual(halves(20, 80));
    for (const value of [-0.5, 0.5, 30.5, 58.5, 61.5, 99.5]) {
      expect(EVERYWHERE.filter((time) => isLine(time, value))).toEqual([]);
    }
    expect(EVERYWHERE.filter((time) => isFilled(time, 30))).toEqual(halves(20, 80));
  });

  it('stays inside its plot, with what comes before and after', () => {
    const { isFilled, isLine } = draw([-5, 50, 105], [50, 50, 50], { lowest: 10 });
    expect(EVERYWHERE.filter((time) => isLine(time, 50))).toEqual(halves(-1, 101));
    expect(covered(isFilled, 50)).toEqual(halves(9, 50));
  });

  it('has its area above it where it is below 0', () => {
    const { isFilled, isLine } = draw([0, 100], [-40, -40], { lowest: -80 });
    expect([isFilled(50, -1), isFilled(50, -39), isFilled(50, -41), isFilled(50, 1)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([isLine(50, -40.5), isLine(50, -0.5)]).toEqual([true, false]);
  });

  it('has its area on both sides of 0', () => {
    const { isFilled, isLine } = draw([0, 100], [-40, 40], { lowest: -50 });
    expect(covered(isFilled, 90)).toEqual(halves(0, 32));
    expect([isFilled(10, -10), isFilled(10, -35), isFilled(10, 10)]).toEqual([true, false, false]);
    expect([isLine(75, 20), isLine(75, 0)]).toEqual([true, false]);
  });

  it('has nothing in a gap, neither line nor area', () => {
    const { isFilled, isLine } = draw([0, 20, 40, 60, 80], [20, 20, null, 50, 50]);
    expect(EVERYWHERE.filter((time) => isLine(time, 20))).toEqual(halves(0, 20));
    expect(EVERYWHERE.filter((time) => isLine(time, 50))).toEqual(halves(60, 80));
    expect(EVERYWHERE.filter((time) => isFilled(time, 10))).toEqual([...halves(0, 20), ...halves(60, 80)]);
    expect(covered(isLine, 40)).toEqual([]);
  });

  it.each([[[-6]], [[-9, -6]], [[106, 109]]])(
    'is nothing beside the plot with points at %j alone',
    (times) => {
      const { isFilled, isLine } = draw(
        times,
        times.map(() => 50),
      );
      const shown = EVERYWHERE.filter(
        (time) => covered(isLine, time).length + covered(isFilled, time).length > 0,
      );
      expect(shown).toEqual([]);
    },
  );

  it('has no area where nothing is filled', () => {
    const { isFilled, isLine } = draw([0, 100], [60, 60], { fill: '' });
    expect([isLine(50, 60.5), isFilled(50, 30)]).toEqual([true, false]);
  });
});
