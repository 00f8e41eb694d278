// Not prom-client: 16 kB (brotli) against 1, and nine Node modules, with which the edge module fails on Deno 2.1.

/** Prometheus's text format, version 0.0.4. */

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export type Labels = Readonly<Record<string, string>>;

export interface MetricSample {
  readonly labels: Labels;
  readonly value: number;
  /** Suffix of a histogram's samples after the family's name. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
}

export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly MetricSample[];
}

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const escapeValue = (text: string): string => escapeHelp(text).replaceAll('"', '\\"');

export function formatNumber(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  if (value === Number.NEGATIVE_INFINITY) return '-Inf';
  return String(value);
}

function line({ name }: Family, { labels, value, suffix }: MetricSample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeValue(text)}"`);
  const braced = pairs.length > 0 ? `{${pairs.join(',')}}` : '';
  return `${name}${suffix ?? ''}${braced} ${formatNumber(value)}\n`;
}

/** Renders families in the given order; one without samples still has its header. */
export function renderExposition(families: readonly Family[]): string {
  let text = '';
  for (const family of families) {
    text += `# HELP ${family.name} ${escapeHelp(family.help)}\n# TYPE ${family.name} ${family.type}\n`;
    for (const sample of family.samples) text += line(family, sample);
  }
  return text;
}
