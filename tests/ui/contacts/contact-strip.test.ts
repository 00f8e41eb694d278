import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pass } from '../../../src/shared/orbit/passes.ts';
import { degrees, epochMs, MS_PER_H } from '../../../src/shared/units.ts';
import {
  contactsWithin,
  joinContacts,
  longestSilence,
  overlapsOf,
  percentOf,
  type Span,
  stripSpan,
} from '../../../src/ui/contacts/contact-strip.ts';
import { later, T0 } from '../../support/mission.ts';

const span = (from: number, to: number): Span => ({ from: epochMs(from), to: epochMs(to) });

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

const covers = (list: readonly Span[], time: number) =>
  list.filter(({ from, to }) => time >= from && time < to);

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
  it('are joined and overlap as counted by brute force', () => {
    fc.assert(
      fc.property(spans, (contacts) => {
        const [joined, overlaps] = [joinContacts(contacts), overlapsOf(contacts)];
        for (let time = 0; time < 1000; time += 1) {
          const count = covers(contacts, time).length;
          expect(covers(joined, time)).toHaveLength(count > 0 ? 1 : 0);
          expect(covers(overlaps, time)).toHaveLength(count > 1 ? 1 : 0);
        }
      }),
      { numRuns: 40, seed: 4 },
    );
  });

  it('have the longest gap that brute force finds', () => {
    fc.assert(
      fc.property(spans, (contacts) => {
        let [longest, silent] = [0, 0];
        for (let time = 0; time < 1000; time += 1) {
          silent = covers(contacts, time).length > 0 ? 0 : silent + 1;
          longest = Math.max(longest, silent);
        }
        const silence = longestSilence(contacts, span(0, 1000));
        expect(silence ? silence.to - silence.from : 0).toBe(longest);
      }),
      { numRuns: 60, seed: 5 },
    );
  });
});
