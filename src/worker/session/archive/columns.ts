import { TELEMETRY_PERIOD_MS } from '../../../shared/entities/constants.ts';
import { addMs, type EpochMs } from '../../../shared/kit/units.ts';

/** Samples per chunk: 85 minutes at 5 s. */
const CHUNK_LENGTH = 1024;
const MOST_PERIODS = 0xffff;

/** Values as whole steps or, if one is not a whole step, as floats with a step of 1. */
interface Column {
  values: Int16Array | Float64Array;
  step: number;
}

/** Samples that archives can share: each entry is written once. */
interface Chunk {
  readonly start: EpochMs;
  /** Whole sample periods since the start: samples lie on a grid of time. */
  readonly periods: Uint16Array;
  readonly columns: readonly Column[];
}

/** The first samples of a chunk. */
interface ChunkPart {
  readonly chunk: Chunk;
  count: number;
  /** Number of samples in the preceding parts. */
  readonly base: number;
}

/** Lowest and highest value, each with the index of its first occurrence. */
export interface Extremes {
  lowest: number;
  low: number;
  highest: number;
  high: number;
}

/** Samples in order of time, in columns of finite numbers that are returned exactly as given. */
export interface Columns {
  count(): number;
  timeAt(index: number): EpochMs;
  valueAt(column: number, index: number): number;
  /** Returns the index of the first sample not before an instant, or `count()`. */
  indexFrom(time: EpochMs): number;
  /** Returns the index of the first sample after an instant, or `count()`. */
  indexAfter(time: EpochMs): number;
  /** Finds the extremes of the samples from `begin` to before `end`. */
  findExtremes(column: number, begin: number, end: number, found: Extremes): void;
  /** Adds a sample, later than the others. */
  append(time: EpochMs, values: readonly number[]): void;
  dropAfter(time: EpochMs): void;
  /**
   * Drops whole chunks that end before an instant; older samples of the next chunk stay. The first kept sample gets
   * index 0.
   */
  dropBefore(time: EpochMs): void;
  /** Returns columns that share the samples up to an instant, and continue independently. */
  fork(time: EpochMs): Columns;
}

/** Returns the first number from 0 on that is accepted, as are all after it; `end` if none is. */
function firstThat(end: number, accepts: (candidate: number) => boolean): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (accepts(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

const timeIn = ({ start, periods }: Chunk, place: number): EpochMs =>
  addMs(start, (periods[place] as number) * TELEMETRY_PERIOD_MS);
const columnOf = ({ columns }: Chunk, column: number): Column => columns[column] as Column;
const valueIn = ({ values, step }: Column, place: number): number => (values[place] as number) * step;

/** @param steps resolution of each column's values; 0 if there is none */
const createChunk = (steps: readonly number[], start: EpochMs): Chunk => ({
  start,
  periods: new Uint16Array(CHUNK_LENGTH),
  columns: steps.map((step) =>
    step > 0
      ? { values: new Int16Array(CHUNK_LENGTH), step }
      : { values: new Float64Array(CHUNK_LENGTH), step: 1 },
  ),
});

function write(column: Column, place: number, value: number): void {
  const { values, step } = column;
  if (values instanceof Int16Array) {
    values[place] = Math.round(value / step);
    if (valueIn(column, place) === value) return;
    // Not a whole step, or beyond 16 bits.
    column.values = Float64Array.from(values, (steps) => steps * step);
    column.step = 1;
  }
  column.values[place] = value;
}

/** Continues a search for extremes through a range of a chunk whose first sample has the index `base`. */
function search(
  { columns }: Chunk,
  column: number,
  begin: number,
  end: number,
  base: number,
  found: Extremes,
): void {
  const { values, step } = columns[column] as Column;
  // Raw values are compared: one product for a range instead of one for each sample.
  let low = begin;
  let high = begin;
  let lowest = values[begin] as number;
  let highest = lowest;
  for (let place = begin + 1; place < end; place++) {
    const value = values[place] as number;
    if (value < lowest) {
      lowest = value;
      low = place;
    } else if (value > highest) {
      highest = value;
      high = place;
    }
  }
  if (lowest * step < found.lowest) {
    found.lowest = lowest * step;
    found.low = base + low;
  }
  if (highest * step > found.highest) {
    found.highest = highest * step;
    found.high = base + high;
  }
}

/**
 * @param steps resolution of each column's values; 0 if there is none
 * @param parts shared samples to begin with
 */
export function createColumns(steps: readonly number[], parts: readonly ChunkPart[] = []): Columns {
  let held: ChunkPart[] = [...parts];
  /** True while the last chunk is writable: nothing else shares its next entries. */
  let isOpen = false;
  /** Part of the last query, where the next one often continues. */
  let recent: ChunkPart | undefined;

  const count = (): number => {
    const last = held.at(-1);
    return last ? last.base + last.count : 0;
  };

  function partOf(index: number): ChunkPart {
    if (recent && index >= recent.base && index < recent.base + recent.count) return recent;
    const place = firstThat(held.length, (candidate) => {
      const part = held[candidate] as ChunkPart;
      return part.base + part.count > index;
    });
    recent = held[place] as ChunkPart;
    return recent;
  }

  /** Returns the index of the first sample whose time is accepted, as are all after it. */
  function find(accepts: (time: number) => boolean): number {
    const place = firstThat(held.length, (candidate) => {
      const { chunk, count: length } = held[candidate] as ChunkPart;
      return accepts(timeIn(chunk, length - 1));
    });
    const part = held[place];
    if (!part) return count();
    const { chunk, base, count: length } = part;
    return base + firstThat(length - 1, (place) => accepts(timeIn(chunk, place)));
  }

  const indexAfter = (time: EpochMs): number => find((other) => other > time);

  const headUntil = (time: EpochMs): ChunkPart[] => {
    const end = indexAfter(time);
    return held
      .filter(({ base }) => base < end)
      .map((part) => ({ ...part, count: Math.min(part.count, end - part.base) }));
  };

  function partFor(time: EpochMs): ChunkPart {
    const last = held.at(-1);
    if (last && isOpen && last.count < CHUNK_LENGTH) {
      const periods = (time - last.chunk.start) / TELEMETRY_PERIOD_MS;
      if (Number.isInteger(periods) && periods <= MOST_PERIODS) return last;
    }
    const part: ChunkPart = { chunk: createChunk(steps, time), count: 0, base: count() };
    held.push(part);
    isOpen = true;
    return part;
  }

  return {
    count,
    timeAt(index) {
      const { chunk, base } = partOf(index);
      return timeIn(chunk, index - base);
    },
    valueAt(column, index) {
      const { chunk, base } = partOf(index);
      return valueIn(columnOf(chunk, column), index - base);
    },
    indexFrom: (time) => find((other) => other >= time),
    indexAfter,
    findExtremes(column, begin, end, found) {
      found.lowest = Number.POSITIVE_INFINITY;
      found.highest = Number.NEGATIVE_INFINITY;
      for (let index = begin; index < end; ) {
        const { chunk, base, count: length } = partOf(index);
        const next = Math.min(end, base + length);
        search(chunk, column, index - base, next - base, base, found);
        index = next;
      }
    },
    append(time, values) {
      const part = partFor(time);
      const { chunk, count: place } = part;
      chunk.periods[place] = (time - chunk.start) / TELEMETRY_PERIOD_MS;
      for (let column = 0; column < steps.length; column++) {
        write(columnOf(chunk, column), place, values[column] as number);
      }
      part.count = place + 1;
    },
    dropAfter(time) {
      held = headUntil(time);
      isOpen = false;
      recent = undefined;
    },
    dropBefore(time) {
      const isOld = ({ chunk, count: length }: ChunkPart): boolean => timeIn(chunk, length - 1) < time;
      const dropped = held.findIndex((part) => !isOld(part));
      if (dropped <= 0) return;
      const base = held[dropped]?.base ?? 0;
      held = held.slice(dropped).map((part) => ({ ...part, base: part.base - base }));
      recent = undefined;
    },
    fork: (time) => createColumns(steps, headUntil(time)),
  };
}
