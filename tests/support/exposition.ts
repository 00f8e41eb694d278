/** A strict parser of Prometheus's text format 0.0.4: anything a scraper might reject is an error here. */

export interface ReadSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface ReadFamily {
  readonly type: string;
  readonly help: string;
  readonly samples: ReadSample[];
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const VALUE = /^(?:[+-]?Inf|NaN|[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)$/;
const TYPES = ['counter', 'gauge', 'histogram', 'summary', 'untyped'];

function readValue(text: string): number {
  if (!VALUE.test(text)) throw new Error(`"${text}" is no value`);
  return Number(text.replace('Inf', 'Infinity'));
}

/** Reads the labels between the braces: names, and values with exactly the three valid escapes. */
function readLabels(text: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {};
  let rest = text;
  while (rest !== '') {
    const match = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/.exec(rest);
    const [whole = '', name = '', value = ''] = match ?? [];
    if (whole === '' || name in labels) throw new Error(`labels are malformed or repeated: ${rest}`);
    labels[name] = value.replaceAll('\\n', '\n').replaceAll('\\"', '"').replaceAll('\\\\', '\\');
    rest = rest.slice(whole.length);
  }
  return labels;
}

function readSample(line: string): ReadSample {
  const match = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`).exec(line);
  const [, name, labels = '', value = ''] = match ?? [];
  if (name === undefined) throw new Error(`no sample: ${line}`);
  return { name, labels: readLabels(labels), value: readValue(value) };
}

function belongsTo(name: string, family: string, type: string): boolean {
  if (type !== 'histogram') return name === family;
  return ['_bucket', '_sum', '_count'].some((suffix) => name === family + suffix);
}

function checkHistogram(name: string, samples: readonly ReadSample[]): void {
  const bySeries = new Map<string, ReadSample[]>();
  for (const sample of samples) {
    const { le: _, ...labels } = sample.labels;
    const series = JSON.stringify(labels);
    bySeries.set(series, [...(bySeries.get(series) ?? []), sample]);
  }
  for (const [series, own] of bySeries) {
    const buckets = own.filter((one) => one.name.endsWith('_bucket'));
    const bounds = buckets.map(({ labels }) => readValue(labels.le ?? ''));
    const counts = buckets.map(({ value }) => value);
    const isAscending = (values: readonly number[], least: number) =>
      values.every((value, index) => index === 0 || value - (values[index - 1] ?? 0) >= least);
    const count = own.find((one) => one.name.endsWith('_count'))?.value;
    const isSound =
      isAscending(bounds, Number.MIN_VALUE) &&
      isAscending(counts, 0) &&
      bounds.at(-1) === Number.POSITIVE_INFINITY &&
      counts.at(-1) === count &&
      own.some((one) => one.name.endsWith('_sum'));
    if (!isSound) throw new Error(`the histogram ${name} ${series} does not add up`);
  }
}

export function readExposition(text: string): ReadonlyMap<string, ReadFamily> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const families = new Map<string, ReadFamily>();
  const seen = new Set<string>();
  let help: { readonly name: string; readonly text: string } | undefined;
  let current: (ReadFamily & { readonly name: string }) | undefined;
  for (const line of text.slice(0, -1).split('\n')) {
    const [, kind, name = '', rest = ''] = new RegExp(`^# (HELP|TYPE) (${NAME}) (.*)$`).exec(line) ?? [];
    if (kind === 'HELP') help = { name, text: rest };
    else if (kind === 'TYPE') {
      if (help?.name !== name || !TYPES.includes(rest) || families.has(name))
        throw new Error(`${name} is announced badly or twice`);
      current = { name, type: rest, help: help.text, samples: [] };
      families.set(name, current);
    } else {
      const sample = readSample(line);
      const key = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`;
      if (!current || !belongsTo(sample.name, current.name, current.type))
        throw new Error(`${sample.name} stands under another name`);
      if (seen.has(key)) throw new Error(`${key} is told twice`);
      seen.add(key);
      current.samples.push(sample);
    }
  }
  for (const [name, { type, samples }] of families) {
    if (type === 'histogram') checkHistogram(name, samples);
    const isNegative = samples.some(({ value }) => value < 0 || Number.isNaN(value));
    if (type === 'counter' && (isNegative || !name.endsWith('_total')))
      throw new Error(`${name} is no counter`);
  }
  return families;
}
