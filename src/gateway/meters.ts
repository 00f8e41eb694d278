import { type Family, formatNumber, type Labels, type MetricSample } from './exposition.ts';

/** Cap on the series of one meter; further values count as "other", which bounds memory. */
const MOST_SERIES = 200;
const OTHER = 'other';

interface MeterSeries<T> {
  readonly labels: Labels;
  readonly state: T;
}

/** States of a meter by the values of its labels, in the order of `names`. */
function createSeries<T>(names: readonly string[], create: () => T) {
  const series = new Map<string, MeterSeries<T>>();
  const add = (key: string, values: readonly string[]): T => {
    const labels = Object.fromEntries(names.map((name, index) => [name, values[index] ?? OTHER]));
    const state = create();
    series.set(key, { labels, state });
    return state;
  };
  return {
    of(values: readonly string[]): T {
      const key = values.join('\0');
      const known = series.get(key);
      if (known) return known.state;
      if (series.size < MOST_SERIES) return add(key, values);
      const others = names.map(() => OTHER);
      return series.get(others.join('\0'))?.state ?? add(others.join('\0'), others);
    },
    all: (): readonly MeterSeries<T>[] => [...series.values()],
  };
}

/** One series of a counter. */
export interface Tally {
  count: number;
}

export interface Counter {
  /** Returns the series of these label values. Frequent callers keep it. */
  of(...values: string[]): Tally;
  read(): Family;
}

export function createCounter(name: string, help: string, labels: readonly string[]): Counter {
  const series = createSeries<Tally>(labels, () => ({ count: 0 }));
  return {
    of: (...values) => series.of(values),
    read: () => ({
      name,
      help,
      type: 'counter',
      samples: series.all().map((one) => ({ labels: one.labels, value: one.state.count })),
    }),
  };
}

/** One series of a histogram. */
export interface Observer {
  observe(seconds: number): void;
}

export interface Histogram {
  of(...values: string[]): Observer;
  read(): Family;
}

interface Distribution extends Observer {
  /** Counts between each bound and the one before; the last has no bound. */
  readonly counts: number[];
  sum: number;
}

function createDistribution(bounds: readonly number[]): Distribution {
  const counts = Array.from({ length: bounds.length + 1 }, () => 0);
  return {
    counts,
    sum: 0,
    observe(seconds) {
      let index = 0;
      while (index < bounds.length && seconds > (bounds[index] ?? 0)) index += 1;
      counts[index] = (counts[index] ?? 0) + 1;
      this.sum += seconds;
    },
  };
}

/** `bounds` in seconds, ascending. */
export function createHistogram(
  name: string,
  help: string,
  labels: readonly string[],
  bounds: readonly number[],
): Histogram {
  const series = createSeries(labels, () => createDistribution(bounds));
  const samplesOf = ({ labels: own, state }: MeterSeries<Distribution>): readonly MetricSample[] => {
    let total = 0;
    const buckets = state.counts.map((count, index): MetricSample => {
      total += count;
      const le = formatNumber(bounds[index] ?? Number.POSITIVE_INFINITY);
      return { suffix: '_bucket', labels: { ...own, le }, value: total };
    });
    return [
      ...buckets,
      { suffix: '_sum', labels: own, value: state.sum },
      { suffix: '_count', labels: own, value: total },
    ];
  };
  return {
    of: (...values) => series.of(values),
    read: () => ({ name, help, type: 'histogram', samples: series.all().flatMap(samplesOf) }),
  };
}
