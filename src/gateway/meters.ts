import { type Family, formatNumber, type Labels, type Sample } from './exposition.ts';

/** Series that one meter keeps; values beyond them are counted together under "other", so memory stays bounded. */
const MOST_SERIES = 200;
const OTHER = 'other';

interface Series<T> {
  readonly labels: Labels;
  readonly state: T;
}

/** The states of a meter by their labels' values, in the order of `names`. */
function createSeries<T>(names: readonly string[], create: () => T) {
  const series = new Map<string, Series<T>>();
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
    all: (): readonly Series<T>[] => [...series.values()],
  };
}

export interface Counter {
  /** One more, under these values of the labels. */
  add(...values: string[]): void;
  read(): Family;
}

export function createCounter(name: string, help: string, labels: readonly string[]): Counter {
  const series = createSeries(labels, () => ({ count: 0 }));
  return {
    add(...values) {
      series.of(values).count += 1;
    },
    read: () => ({
      name,
      help,
      type: 'counter',
      samples: series.all().map((one) => ({ labels: one.labels, value: one.state.count })),
    }),
  };
}

export interface Histogram {
  observe(seconds: number, ...values: string[]): void;
  read(): Family;
}

interface Distribution {
  /** How many fell below each bound and above the one before; the last has no bound. */
  readonly counts: number[];
  sum: number;
}

/** `bounds` in seconds, ascending. */
export function createHistogram(
  name: string,
  help: string,
  labels: readonly string[],
  bounds: readonly number[],
): Histogram {
  const series = createSeries<Distribution>(labels, () => ({
    counts: Array.from({ length: bounds.length + 1 }, () => 0),
    sum: 0,
  }));
  const samplesOf = ({ labels: own, state }: Series<Distribution>): readonly Sample[] => {
    let total = 0;
    const buckets = state.counts.map((count, index): Sample => {
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
    observe(seconds, ...values) {
      const state = series.of(values);
      const above = bounds.findIndex((bound) => seconds <= bound);
      const index = above < 0 ? bounds.length : above;
      state.counts[index] = (state.counts[index] ?? 0) + 1;
      state.sum += seconds;
    },
    read: () => ({ name, help, type: 'histogram', samples: series.all().flatMap(samplesOf) }),
  };
}
