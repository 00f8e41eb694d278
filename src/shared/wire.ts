import type { MissionUpdate } from './mission-control.ts';

/**
 * Updates as they cross from worker to page: the same data in fewer bytes. A list of records with the same properties
 * becomes columns, and numbers become as short as they are exact. What has no shorter form stays as it is.
 */

interface Columns {
  readonly packed: 'columns';
  readonly count: number;
  readonly names: readonly string[];
  readonly columns: readonly unknown[];
}

interface ShortNumbers {
  readonly packed: 'numbers';
  /** In units of `STEP`, or single precision. */
  readonly numbers: Int32Array | Float32Array;
}

/** Step of numbers sent as integers: positions in kilometres are on it (`src/worker/orbit/ephemerides.ts`). */
export const STEP = 1 / 262_144;

/** Fewer records are not worth their columns. */
const LEAST_RECORDS = 3;

type PlainRecord = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is PlainRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);

const mapValues = (record: PlainRecord, map: (value: unknown) => unknown): PlainRecord =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));

function packNumbers(numbers: Float64Array): Float64Array | ShortNumbers {
  const steps = Int32Array.from(numbers, (number) => number / STEP);
  const isExact = (short: Int32Array | Float32Array, scale: number) =>
    numbers.every((number, index) => Object.is((short[index] ?? 0) * scale, number));
  if (isExact(steps, STEP)) return { packed: 'numbers', numbers: steps };
  const singles = Float32Array.from(numbers);
  return isExact(singles, 1) ? { packed: 'numbers', numbers: singles } : numbers;
}

/** The names of columns by their text: a list that an update has twice crosses once. */
type Headings = Map<string, readonly string[]>;

function packList(list: readonly unknown[], headings: Headings): readonly unknown[] | Columns {
  const [first] = list;
  const packAll = (values: readonly unknown[]) => values.map((value) => pack(value, headings));
  if (list.length < LEAST_RECORDS || !isRecord(first)) return packAll(list);
  const keys = Object.keys(first);
  const heading = keys.join();
  const isAlike = (entry: unknown): entry is PlainRecord =>
    isRecord(entry) && Object.keys(entry).join() === heading;
  if (!list.every(isAlike)) return packAll(list);
  const names = headings.get(heading) ?? keys;
  headings.set(heading, names);
  const columns = names.map((name) => {
    const column = list.map((entry) => entry[name]);
    const isNumeric = column.every((value) => typeof value === 'number');
    return pack(isNumeric ? Float64Array.from(column) : column, headings);
  });
  return { packed: 'columns', count: list.length, names, columns };
}

function pack(value: unknown, headings: Headings): unknown {
  if (value instanceof Float64Array) return packNumbers(value);
  if (Array.isArray(value)) return packList(value, headings);
  return isRecord(value) ? mapValues(value, (each) => pack(each, headings)) : value;
}

function unpackColumns({ count, names, columns }: Columns): readonly unknown[] {
  const lists = columns.map((column) => unpack(column) as readonly unknown[]);
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(names.map((name, at) => [name, lists[at]?.[index]])),
  );
}

function unpack(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpack);
  if (!isRecord(value)) return value;
  if (value.packed === 'columns') return unpackColumns(value as unknown as Columns);
  if (value.packed === 'numbers') {
    const { numbers } = value as unknown as ShortNumbers;
    const scale = numbers instanceof Int32Array ? STEP : 1;
    return Float64Array.from(numbers, (number) => number * scale);
  }
  return mapValues(value, unpack);
}

/** An update to send. */
export const packUpdate = (update: MissionUpdate): MissionUpdate => ({
  ...update,
  slices: pack(update.slices, new Map()) as MissionUpdate['slices'],
});

/** The update as it was; one that was not packed stays the same. */
export const unpackUpdate = (update: MissionUpdate): MissionUpdate => ({
  ...update,
  slices: unpack(update.slices) as MissionUpdate['slices'],
});
