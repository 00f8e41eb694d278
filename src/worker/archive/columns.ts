import { addMs, type EpochMs } from '../../shared/units.ts';

/** Samples of a chunk: 85 minutes at 5 s. */
const CHUNK_LENGTH = 1024;
/** Samples of a block: the places of its lowest and highest are two nibbles. */
const BLOCK_LENGTH = 16;
const BLOCKS = CHUNK_LENGTH / BLOCK_LENGTH;
const LARGEST_OFFSET = 0xffff_ffff;

/** Values as whole steps or, if one is not, in full with a step of 1. */
interface Column {
  values: Int16Array | Float64Array;
  step: number;
}

/** Samples that archives can share: an entry is written once. */
interface Chunk {
  readonly start: EpochMs;
  /** Milliseconds since the start. */
  readonly offsets: Uint32Array;
  readonly columns: readonly Column[];
  /** Of each complete block of each column: place of the first lowest, and 16 times that of the first highest. */
  readonly extremes: Uint8Array;
}

/** The first samples of a chunk. */
interface Part {
  readonly chunk: Chunk;
  count: number;
  /** Number of samples in the parts before. */
  readonly base: number;
}

/** Indices of the first lowest and the first highest value. */
export interface Extremes {
  low: number;
  high: number;
}

/** Samples in order of time, in columns of numbers. A number comes back exactly as it was given. */
export interface Columns {
  count(): number;
  timeAt(index: number): EpochMs;
  valueAt(column: number, index: number): number;
  /** The first sample not before an instant, or `count()`. */
  indexFrom(time: EpochMs): number;
  /** The first sample after an instant, or `count()`. */
  indexAfter(time: EpochMs): number;
  /** Extremes of the samples from `begin` to before `end`, of which there is at least one. */
  findExtremes(column: number, begin: number, end: number, found: Extremes): void;
  /** Adds a sample, later than the others. */
  append(time: EpochMs, values: readonly number[]): void;
  dropAfter(time: EpochMs): void;
  /** Columns that share the samples up to an instant, and go on by themselves. */
  fork(time: EpochMs): Columns;
}

/** Smallest number from `begin` on that is accepted, with all after it; `end` if there is none. */
function firstThat(begin: number, end: number, accepts: (number: number) => boolean): number {
  let [low, high] = [begin, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (accepts(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

const offsetAt = ({ offsets }: Chunk, place: number): number => offsets[place] as number;
const timeIn = (chunk: Chunk, place: number): EpochMs => addMs(chunk.start, offsetAt(chunk, place));
const columnOf = ({ columns }: Chunk, column: number): Column => columns[column] as Column;
const valueIn = ({ values, step }: Column, place: number): number => (values[place] as number) * step;

/** @param steps resolution of each column's values; 0 if there is none */
const createChunk = (steps: readonly number[], start: EpochMs): Chunk => ({
  start,
  offsets: new Uint32Array(CHUNK_LENGTH),
  columns: steps.map((step) =>
    step > 0
      ? { values: new Int16Array(CHUNK_LENGTH), step }
      : { values: new Float64Array(CHUNK_LENGTH), step: 1 },
  ),
  extremes: new Uint8Array(BLOCKS * steps.length),
});

function write(column: Column, place: number, value: number): void {
  const { values, step } = column;
  values[place] = values instanceof Int16Array ? Math.round(value / step) : value;
  if (values instanceof Float64Array || valueIn(column, place) === value) return;
  // Not a whole step, or beyond 16 bits.
  column.values = Float64Array.from(values, (count) => count * step);
  column.values[place] = value;
  column.step = 1;
}

/** Finds extremes among values alone, and begins with those that it is given. */
function scan(values: Column['values'], begin: number, end: number, found: Extremes): void {
  let { low, high } = found;
  let [lowest, highest] = [values[low] as number, values[high] as number];
  for (let place = begin; place < end; place++) {
    const value = values[place] as number;
    if (value < lowest) [lowest, low] = [value, place];
    if (value > highest) [highest, high] = [value, place];
  }
  found.low = low;
  found.high = high;
}

/** Extremes of a range of a chunk, by its complete blocks. */
function scanChunk(chunk: Chunk, column: number, begin: number, end: number, found: Extremes): void {
  const { values } = columnOf(chunk, column);
  found.low = begin;
  found.high = begin;
  const firstBlock = Math.ceil(begin / BLOCK_LENGTH);
  const endBlock = Math.floor(end / BLOCK_LENGTH);
  if (firstBlock >= endBlock) {
    scan(values, begin, end, found);
    return;
  }
  scan(values, begin, firstBlock * BLOCK_LENGTH, found);
  for (let block = firstBlock; block < endBlock; block++) {
    const places = chunk.extremes[column * BLOCKS + block] as number;
    const low = block * BLOCK_LENGTH + (places & 15);
    const high = block * BLOCK_LENGTH + (places >> 4);
    if ((values[low] as number) < (values[found.low] as number)) found.low = low;
    if ((values[high] as number) > (values[found.high] as number)) found.high = high;
  }
  scan(values, endBlock * BLOCK_LENGTH, end, found);
}

/** Notes the extremes of the block that ends before a place. */
function closeBlock(chunk: Chunk, end: number): void {
  const begin = end - BLOCK_LENGTH;
  for (const [index, { values }] of chunk.columns.entries()) {
    const found = { low: begin, high: begin };
    scan(values, begin, end, found);
    chunk.extremes[index * BLOCKS + begin / BLOCK_LENGTH] = found.low - begin + 16 * (found.high - begin);
  }
}

/**
 * @param steps resolution of each column's values; 0 if there is none
 * @param parts samples that are shared, to begin with
 */
export function createColumns(steps: readonly number[], parts: readonly Part[] = []): Columns {
  let held: Part[] = [...parts];
  /** Whether the last chunk is ours to write: nobody else has what we may write next. */
  let isOpen = false;
  /** A query goes on where the last one was. */
  let recent: Part | undefined;

  const count = (): number => {
    const last = held.at(-1);
    return last ? last.base + last.count : 0;
  };

  function partOf(index: number): Part {
    if (recent && index >= recent.base && index < recent.base + recent.count) return recent;
    const place = firstThat(0, held.length, (number) => {
      const part = held[number] as Part;
      return part.base + part.count > index;
    });
    recent = held[place] as Part;
    return recent;
  }

  /** First sample whose time is accepted, with all after it. */
  function find(accepts: (time: number) => boolean): number {
    const place = firstThat(0, held.length, (number) => {
      const { chunk, count: length } = held[number] as Part;
      return accepts(timeIn(chunk, length - 1));
    });
    const part = held[place];
    if (!part) return count();
    const { chunk, base, count: length } = part;
    return base + firstThat(0, length - 1, (number) => accepts(timeIn(chunk, number)));
  }

  const indexAfter = (time: EpochMs): number => find((other) => other > time);

  const headUntil = (time: EpochMs): Part[] => {
    const end = indexAfter(time);
    return held
      .filter(({ base }) => base < end)
      .map((part) => ({ ...part, count: Math.min(part.count, end - part.base) }));
  };

  function partFor(time: EpochMs): Part {
    const last = held.at(-1);
    if (last && isOpen && last.count < CHUNK_LENGTH) {
      const offset = time - last.chunk.start;
      if (Number.isInteger(offset) && offset <= LARGEST_OFFSET) return last;
    }
    const part: Part = { chunk: createChunk(steps, time), count: 0, base: count() };
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
      let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      let [low, high] = [begin, begin];
      for (let index = begin; index < end; ) {
        const { chunk, base, count: length } = partOf(index);
        const next = Math.min(end, base + length);
        scanChunk(chunk, column, index - base, next - base, found);
        const values = columnOf(chunk, column);
        const [least, most] = [valueIn(values, found.low), valueIn(values, found.high)];
        if (least < lowest) [lowest, low] = [least, base + found.low];
        if (most > highest) [highest, high] = [most, base + found.high];
        index = next;
      }
      found.low = low;
      found.high = high;
    },
    append(time, values) {
      const part = partFor(time);
      const { chunk, count: place } = part;
      chunk.offsets[place] = time - chunk.start;
      for (const [index, column] of chunk.columns.entries()) write(column, place, values[index] as number);
      part.count = place + 1;
      if (part.count % BLOCK_LENGTH === 0) closeBlock(chunk, part.count);
    },
    dropAfter(time) {
      held = headUntil(time);
      isOpen = false;
      recent = undefined;
    },
    fork: (time) => createColumns(steps, headUntil(time)),
  };
}
