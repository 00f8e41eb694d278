import type { Pass } from '../../shared/orbit/passes.ts';
import { type EpochMs, epochMs, MS_PER_H } from '../../shared/units.ts';

/** A stretch of time, `from` before `to`. */
export interface Span {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/**
 * What a strip shows: at least an hour back and a day ahead, on a grid of whole hours, so that the present moment moves
 * through it.
 */
export function stripSpan(now: EpochMs): Span {
  const from = epochMs(Math.floor((now - MS_PER_H) / MS_PER_H) * MS_PER_H);
  return { from, to: epochMs(from + 26 * MS_PER_H) };
}

/** The contacts of a list of passes inside a span, cut to it. */
export function contactsWithin(passes: readonly Pass[], { from, to }: Span): readonly Span[] {
  return passes
    .filter(({ aos, los }) => los > from && aos < to)
    .map(({ aos, los }) => ({ from: epochMs(Math.max(aos, from)), to: epochMs(Math.min(los, to)) }));
}

/** Contacts of several stations as one list: what overlaps is joined. */
export function joinContacts(contacts: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const contact of [...contacts].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (!last || contact.from > last.to) joined.push(contact);
    else joined[joined.length - 1] = { from: last.from, to: epochMs(Math.max(last.to, contact.to)) };
  }
  return joined;
}

/** The stretches in which two or more stations have contact at once. */
export function overlapsOf(contacts: readonly Span[]): readonly Span[] {
  const overlaps: Span[] = [];
  let reached = Number.NEGATIVE_INFINITY;
  for (const { from, to } of [...contacts].sort((a, b) => a.from - b.from)) {
    if (from < reached) overlaps.push({ from, to: epochMs(Math.min(reached, to)) });
    reached = Math.max(reached, to);
  }
  return joinContacts(overlaps);
}

/** The longest stretch of a span without contact; `undefined` when there is contact all the time. */
export function longestSilence(contacts: readonly Span[], span: Span): Span | undefined {
  let longest: Span | undefined;
  let silentFrom = span.from;
  for (const contact of [...joinContacts(contacts), { from: span.to, to: span.to }]) {
    const silence = { from: silentFrom, to: contact.from };
    if (silence.to - silence.from > (longest ? longest.to - longest.from : 0)) longest = silence;
    silentFrom = contact.to;
  }
  return longest;
}

/** Where an instant lies in a span, in percent of its length. */
export const percentOf = (time: EpochMs, { from, to }: Span): number => (100 * (time - from)) / (to - from);
