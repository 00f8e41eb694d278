import { MS_PER_DAY, MS_PER_H, MS_PER_MIN, MS_PER_S } from './units.ts';

/** Numbers, durations and lists as text for people, in the worker's texts and on the page. */

/** Formats a number with fixed decimals and a minus sign (U+2212), which is as wide as a plus; never `−0`. */
export function formatNumber(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  if (!text.startsWith('-')) return text;
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
}

const UNITS = [
  [MS_PER_DAY, 'd'],
  [MS_PER_H, 'h'],
  [MS_PER_MIN, 'min'],
  [MS_PER_S, 's'],
] as const;

/**
 * Formats a duration in its largest unit and the units below it, without zeros: `8 h`, `12 min 5 s`, `2 d 3 h`; `0 s`
 * below one second.
 * @param unitCount maximum number of units, from the largest down
 */
export function formatDuration(durationMs: number, unitCount = 2): string {
  const parts: string[] = [];
  const first = UNITS.findIndex(([unitMs]) => durationMs >= unitMs);
  let rest = durationMs;
  for (const [unitMs, unit] of first < 0 ? [] : UNITS.slice(first, first + unitCount)) {
    const count = Math.floor(rest / unitMs);
    rest -= count * unitMs;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return parts.join(' ') || '0 s';
}

/** Lists words in a sentence: `a`, `a and b`, `a, b and c`. */
export const formatList = (words: readonly string[], conjunction: 'and' | 'or' = 'and'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
