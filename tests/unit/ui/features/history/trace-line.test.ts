import { describe, expect, it } from 'vitest';
import {
  type LineFrame,
  type LineValues,
  traceLine,
} from '../../../../../src/ui/features/history/trace-line.ts';
import { createRandom } from '../../../../../src/worker/kit/random.ts';

/** Compares a chart's line with one through all points. */

const COLUMNS = 60;
const LINE_WIDTH = 2;
const MS = 1000;
/** A unit is 10 pixels; the value 0 is at y = 200. */
const FRAME: LineFrame = {
  left: 10,
  width: COLUMNS * LINE_WIDTH,
  from: 0,
  to: COLUMNS * MS,
  valueAtTop: 20,
  pixelsPerUnit: 10,
  lineWidth: LINE_WIDTH,
};

type Point = readonly [x: number, y: number];

/** Returns the parts of a line between gaps. */
function drawn(times: readonly number[], values: LineValues): readonly (readonly Point[])[] {
  const parts: Point[][] = [];
  traceLine(times, values, [0, times.length - 1], FRAME, {
    moveTo: (x, y) => void parts.push([[x, y]]),
    lineTo: (x, y) => void parts.at(-1)?.push([x, y]),
  });
  return parts;
}

/** Returns the same parts through each point. */
function throughAll(times: readonly number[], values: LineValues): readonly (readonly Point[])[] {
  const parts: Point[][] = [[]];
  times.forEach((time, index) => {
    const value = values[index];
    if (value === null || value === undefined) parts.push([]);
    else {
      const x = FRAME.left + ((time - FRAME.from) / (FRAME.to - FRAME.from)) * FRAME.width;
      parts.at(-1)?.push([x, (FRAME.valueAtTop - value) * FRAME.pixelsPerUnit]);
    }
  });
  return parts.filter(({ length }) => length > 0);
}

/** Larger than any y. */
const ROW = 1000;

/** Returns the pixels that lines pass, as `x * ROW + y`. */
const pixelsOf = (parts: readonly (readonly Point[])[]): ReadonlySet<number> =>
  new Set(
    parts.flatMap((part) =>
      part.flatMap(([x, y], index): readonly number[] => {
        const [toX, toY] = part[index + 1] ?? [x, y];
        const steps = Math.ceil(2 * Math.max(Math.abs(toX - x), Math.abs(toY - y), 0.5));
        return Array.from({ length: steps }, (_, step) => {
          const share = step / steps;
          return Math.round(x + (toX - x) * share) * ROW + Math.round(y + (toY - y) * share);
        });
      }),
    ),
  );

const REACH = Array.from({ length: 2 * LINE_WIDTH + 1 }, (_, index) => index - LINE_WIDTH);

/** Returns the pixels of one line that are further than the line width from another one. */
const farFrom = (one: ReadonlySet<number>, other: ReadonlySet<number>): readonly number[] =>
  [...one].filter((pixel) => !REACH.some((dx) => REACH.some((dy) => other.has(pixel + dx * ROW + dy))));

const PER_COLUMN = 40;
const TIMES = Array.from({ length: COLUMNS * PER_COLUMN }, (_, index) => (index * MS) / PER_COLUMN);
const random = createRandom(18);
const noise = (size: number): number => size * (random.next() - 0.5);

const SHAPES: Readonly<Record<string, (index: number) => number | null>> = {
  noise: () => 10 + noise(6),
  'a wave with noise': (index) => 10 + 5 * Math.sin(index / 160) + noise(0.6),
  'a steep wave': (index) => 10 + 8 * Math.sin(index / 30),
  'single peaks, up and down': (index) => (index % 331 === 7 ? 18 : index % 331 === 170 ? 1 : 10),
  'peaks on noise': (index) => (index % 331 === 7 ? 18 : 10) + noise(0.5),
  steps: (index) => (Math.floor(index / 517) % 2 === 0 ? 3 : 15) + noise(0.2),
  'a ramp': (index) => index / 130,
  gaps: (index) => (index % 700 < 90 ? null : 10 + noise(3)),
};

describe('a line through many points', () => {
  it.each(Object.entries(SHAPES))('covers the same pixels as through all of them: %s', (_, shape) => {
    const values = TIMES.map((_time, index) => shape(index));
    const [few, all] = [pixelsOf(drawn(TIMES, values)), pixelsOf(throughAll(TIMES, values))];
    expect(few.size).toBeGreaterThan(COLUMNS);
    expect([farFrom(few, all), farFrom(all, few)]).toEqual([[], []]);
  });

  it.each(Object.entries(SHAPES))('has the lowest and highest point of every column: %s', (_, shape) => {
    const values = TIMES.map((_time, index) => shape(index));
    const points = drawn(TIMES, values).flat();
    let columns = 0;
    for (let column = 0; column < COLUMNS; column += 1) {
      const inside = values
        .slice(column * PER_COLUMN, (column + 1) * PER_COLUMN)
        .filter((value) => value !== null);
      if (inside.length === 0) continue;
      columns += 1;
      const left = FRAME.left + column * LINE_WIDTH;
      const ys = points.filter(([x]) => x >= left && x < left + LINE_WIDTH).map(([, y]) => y);
      const yOf = (value: number): number => Math.round((FRAME.valueAtTop - value) * FRAME.pixelsPerUnit);
      expect([Math.min(...ys), Math.max(...ys)]).toEqual([
        yOf(Math.max(...inside)),
        yOf(Math.min(...inside)),
      ]);
    }
    expect(columns).toBeGreaterThan(50);
  });

  it('is as long for a hundred times the points', () => {
    const countOf = (perColumn: number): number => {
      const times = Array.from({ length: COLUMNS * perColumn }, (_, index) => (index * MS) / perColumn);
      return drawn(
        times,
        times.map(() => 10 + noise(6)),
      ).flat().length;
    };
    expect(countOf(4)).toBeGreaterThan(COLUMNS);
    expect(countOf(400)).toBeLessThanOrEqual(3 * COLUMNS);
  });
});

describe('a line through few points', () => {
  it('goes through each of them', () => {
    expect(drawn([0, 1500, 1600, 9000], [0, 10, 12, 20])).toEqual([
      [
        [10, 200],
        [13, 100],
        [13, 80],
        [28, 0],
      ],
    ]);
  });

  it('ends at a gap, and begins after it', () => {
    expect(drawn([0, 1000, 2000, 3000], [0, null, 10, 20])).toEqual([
      [[10, 200]],
      [
        [14, 100],
        [16, 0],
      ],
    ]);
  });

  it('passes an instant at which only the other line of the chart has a value', () => {
    expect(drawn([0, 1000, 2000], [0, undefined, 10])).toEqual([
      [
        [10, 200],
        [14, 100],
      ],
    ]);
  });

  it('is none without a value', () => {
    expect(drawn([0, 1000], [null, null])).toEqual([]);
  });
});
