import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epochMs, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { parseUtc, tidyUtcText, utcFieldText } from '../../../../src/shared/kit/utc-text.ts';

const NOON = epochMs(Date.UTC(2026, 10, 20, 12, 0, 0));

describe('an instant from its text', () => {
  it.each([
    ['2026-11-20T12:00', NOON],
    ['2026-11-20T12:00:00', NOON],
    ['2026-11-20T12:00:30', NOON + 30 * MS_PER_S],
    ['2026-11-20 12:00', NOON],
    ['2026-11-20T12:00Z', NOON],
    ['2026-11-20T12:00:00.999Z', NOON], // whole seconds: a fraction is dropped
    ['  2026-11-20T12:00\n', NOON],
    ['1970-01-01T00:00', 0],
    ['2199-12-31T23:59:59', Date.UTC(2199, 11, 31, 23, 59, 59)],
    ['2028-02-29T06:30', Date.UTC(2028, 1, 29, 6, 30)],
  ])('is read in UTC from %j', (text, time) => {
    expect(parseUtc(text)).toBe(time);
  });

  it.each([
    '',
    ' ',
    'tomorrow',
    '2026-11-20',
    '12:00',
    '1795176000000',
    '2026-11-20T12',
    '2026-11-20T12:0',
    '2026-11-20T12:00:60',
    '2026-11-20T24:00',
    '2026-11-20T12:60',
    '2026-13-01T00:00',
    '2026-00-01T00:00',
    '2026-02-29T00:00', // 2026 is no leap year
    '2100-02-29T00:00', // nor is 2100
    '2026-04-31T00:00',
    '0000-01-01T00:00',
    '0099-01-01T00:00',
    '1969-12-31T23:59',
    '2200-01-01T00:00',
    '9999-12-31T23:59',
    '20261-11-20T12:00',
    '+002026-11-20T12:00',
    '-002026-11-20T12:00',
    '2026-11-20T12:00+02:00',
    '2026-11-20T12:00 UTC',
    '2026/11/20 12:00',
    '20/11/2026 12:00',
    '２０２６-11-20T12:00',
    '2026-11-20T12:00\u0000',
    `2026-11-20T12:00${'0'.repeat(10_000)}`,
  ])('is not read from %j', (text) => {
    expect(parseUtc(text)).toBeUndefined();
  });

  it('comes back from every second of the years 1970 to 2199, written with seconds or, if whole, without', () => {
    const seconds = fc.integer({ min: 0, max: Date.UTC(2200, 0, 1) / MS_PER_S - 1 });
    fc.assert(
      fc.property(seconds, (second) => {
        const spelled = new Date(second * MS_PER_S).toISOString();
        expect(parseUtc(spelled)).toBe(second * MS_PER_S);
        expect(parseUtc(spelled.slice(0, 19))).toBe(second * MS_PER_S);
        expect(parseUtc(spelled.slice(0, 16))).toBe((second - (second % 60)) * MS_PER_S);
      }),
      { seed: 1 },
    );
  });

  it('is none or a whole second of those years for any text', () => {
    // Each part may slightly exceed its range, so that some are times and some are not.
    const nearlyATime = fc
      .tuple(fc.integer({ min: 1960, max: 2210 }), ...[13, 32, 25, 61].map((max) => fc.nat({ max })))
      .map(([year, ...parts]) => {
        const [month, day, hour, minute] = parts.map((part) => String(part).padStart(2, '0'));
        return `${year}-${month}-${day}T${hour}:${minute}`;
      });
    let read = 0;
    fc.assert(
      fc.property(fc.oneof(fc.string(), nearlyATime), (text) => {
        const time = parseUtc(text);
        if (time === undefined) return;
        read += 1;
        expect(time % MS_PER_S).toBe(0);
        expect(new Date(time).toISOString().slice(0, 16)).toBe(text.trim().slice(0, 16).replace(' ', 'T'));
      }),
      { numRuns: 1000, seed: 1 },
    );
    expect(read).toBeGreaterThan(100);
  });
});

describe('an instant as a field of date and time holds it', () => {
  it.each([
    [0, '2026-11-20 12:00'],
    [30, '2026-11-20 12:00:30'],
    [12 * 3600 + 60, '2026-11-21 00:01'],
  ])('%d s after noon is %s', (seconds, text) => {
    expect(utcFieldText(epochMs(NOON + seconds * MS_PER_S))).toBe(text);
  });

  it.each([
    ['14:30', '2026-11-20 14:30'],
    ['9:05', '2026-11-20 09:05'],
    ['2359', '2026-11-20 23:59'],
    ['2026-11-20T14:30', '2026-11-20 14:30'],
    ['2026-11-20 14:30:07Z', '2026-11-20 14:30:07'],
    ['25:00', '25:00'],
    ['tomorrow', 'tomorrow'],
    ['', ''],
  ])('tidies %j to %j', (typed, text) => {
    expect(tidyUtcText(typed, NOON)).toBe(text);
  });

  it('keeps a time alone while today is unknown', () => {
    expect(tidyUtcText('14:30', undefined)).toBe('14:30');
  });
});
