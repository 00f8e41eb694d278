import { joinContacts } from '../../../shared/contract/contact-plan.ts';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { type EpochMs, epochMs, MS_PER_H } from '../../../shared/kit/units.ts';
import type { Pass } from '../../../shared/orbit/passes.ts';

/**
 * Returns the span of a strip: at least an hour back and a day ahead, on a whole-hour grid through which the
 * current time moves.
 */
export function stripSpan(now: EpochMs): TimeRange {
  const from = epochMs(Math.floor((now - MS_PER_H) / MS_PER_H) * MS_PER_H);
  return { from, to: epochMs(from + 26 * MS_PER_H) };
}

/** Returns the contacts of a list of passes, clipped to a span. */
export function contactsWithin(
  passes: readonly Pick<Pass, 'aos' | 'los'>[],
  { from, to }: TimeRange,
): readonly TimeRange[] {
  return passes
    .filter(({ aos, los }) => los > from && aos < to)
    .map(({ aos, los }) => ({ from: epochMs(Math.max(aos, from)), to: epochMs(Math.min(los, to)) }));
}

/** Returns the intervals in which two or more stations have contact at once. */
export function overlapsOf(contacts: readonly TimeRange[]): readonly TimeRange[] {
  const overlaps: TimeRange[] = [];
  let reached = Number.NEGATIVE_INFINITY;
  for (const { from, to } of [...contacts].sort((a, b) => a.from - b.from)) {
    if (from < reached) overlaps.push({ from, to: epochMs(Math.min(reached, to)) });
    reached = Math.max(reached, to);
  }
  return joinContacts(overlaps);
}

/** Returns the longest interval of a span without contact; `undefined` if there is none. */
export function longestSilence(contacts: readonly TimeRange[], span: TimeRange): TimeRange | undefined {
  let longest: TimeRange | undefined;
  let silentFrom = span.from;
  for (const contact of [...joinContacts(contacts), { from: span.to, to: span.to }]) {
    const silence = { from: silentFrom, to: contact.from };
    if (silence.to - silence.from > (longest ? longest.to - longest.from : 0)) longest = silence;
    silentFrom = contact.to;
  }
  return longest;
}

/** Returns the position of an instant in a span, in percent. */
export const percentOf = (time: EpochMs, { from, to }: TimeRange): number =>
  (100 * (time - from)) / (to - from);
