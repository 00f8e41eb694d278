import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinContacts } from '../../../../../src/shared/contract/contact-plan.ts';
import type { TimeRange } from '../../../../../src/shared/kit/units.ts';
import { degrees, epochMs, MS_PER_H } from '../../../../../src/shared/kit/units.ts';
import type { Pass } from '../../../../../src/shared/orbit/passes.ts';
import {
  contactsWithin,
  longestSilence,
  overlapsOf,
  percentOf,
  stripSpan,
} from '../../../../../src/ui/mission/contacts/contact-strip.ts';
import { later, T0 } from '../../../../support/mission.ts';

const span = (from: number, to: number): TimeRange => ({ from: epochMs(from), to: epochMs(to) });

const pass = (aos: number, los: number): Pass => ({
  aos: epochMs(aos),
  tca: epochMs((aos + los) / 2),
  los: epochMs(los),
  maxElevation: degrees(30),
  aosAzimuth: degrees(0),
  tcaAzimuth: degrees(90),
  losAzimuth: degrees(180),
  startsBefore: false,
  endsAfter: false,
});

const spans = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 990 }), fc.integer({ min: 1, max: 40 })), { maxLength: 12 })
  .map((pairs) => pairs.map(([from, length]) => span(from, Math.min(from + length, 1000))));

const countAt = (list: readonly TimeRange[], time: number): number =>
  list.filter(({ from, to }) => time >= from && time < to).length;

/** Returns the instants at which anything changes; the state is constant in between. */
const edgesOf = (...lists: readonly (readonly TimeRange[])[]): readonly number[] =>
  [...new Set([0, 1000, ...lists.flat().flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b);

describe('the strip', () => {
  it('spans at least a day ahead and an hour back, on whole hours', () => {
    const { from, to } = stripSpan(later(40 * 60_000));
    expect(from).toBe(T0 - MS_PER_H);
    expect(to).toBeGreaterThanOrEqual(later(40 * 60_000) + 24 * MS_PER_H);
  });

  it('clips passes to its span and omits others', () => {
    const passes = [pass(-50, -10), pass(-5, 10), pass(40, 50), pass(95, 120), pass(100, 130)];
    expect(contactsWithin(passes, span(0, 100))).toEqual([span(0, 10), span(40, 50), span(95, 100)]);
  });

  it('maps an instant to its position', () => {
    expect(percentOf(epochMs(25), span(0, 100))).toBe(25);
  });
});

describe('contacts of several stations', () => {
  it('are joined and overlap as counted by brute force at every edge', () => {
    fc.assert(
      fc.property(spans, (contacts) => {
        const [joined, overlaps] = [joinContacts(contacts), overlapsOf(contacts)];
        const edges = edgesOf(contacts, joined, overlaps);
        const counts = edges.map((time) => countAt(contacts, time));
        expect(edges.map((time) => countAt(joined, time))).toEqual(counts.map((n) => (n > 0 ? 1 : 0)));
        expect(edges.map((time) => countAt(overlaps, time))).toEqual(counts.map((n) => (n > 1 ? 1 : 0)));
      }),
      { numRuns: 200, seed: 4 },
    );
  });

  it('have the longest gap that brute force finds from edge to edge', () => {
    fc.assert(
      fc.property(spans, (contacts) => {
        let [longest, silent] = [0, 0];
        const edges = edgesOf(contacts);
        for (const [index, time] of edges.entries()) {
          silent = countAt(contacts, time) > 0 ? 0 : silent + ((edges[index + 1] ?? time) - time);
          longest = Math.max(longest, silent);
        }
        const silence = longestSilence(contacts, span(0, 1000));
        expect(silence ? silence.to - silence.from : 0).toBe(longest);
      }),
      { numRuns: 200, seed: 5 },
    );
  });
});
