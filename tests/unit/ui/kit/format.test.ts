import { describe, expect, it } from 'vitest';
import { MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { parseUtc } from '../../../../src/shared/kit/utc-text.ts';
import {
  formatBearing,
  formatCount,
  formatInstant,
  formatPeriod,
  toFieldTime,
  withUnitsJoined,
} from '../../../../src/ui/kit/format.ts';
import { later, T0 } from '../../../support/mission.ts';

/** Makes no-break spaces visible. */
const shown = (text: string): string => withUnitsJoined(text).replaceAll('\u00a0', '~');

describe('a text with units', () => {
  it.each([
    ['solar output back at 445 W.', 'solar output back at 445~W.'],
    ['by about 12:17 UTC. A reconfiguration', 'by about 12:17~UTC. A reconfiguration'],
    ['is 64.7 %, in limits', 'is 64.7~%, in limits'],
    ['in about 10 h 12 min', 'in about 10~h 12~min'],
    ['from −0.60 to +0.30 °C/min', 'from −0.60 to +0.30~°C/min'],
    ['17.1° N 8.5° E, sunlit', '17.1°~N 8.5°~E, sunlit'],
    ['4.0 points lower', '4.0~points lower'],
  ])('keeps a value with its unit: %s', (text, joined) => {
    expect(shown(text)).toBe(joined);
  });

  it.each(['the other 6 stations', '2 anomalies and 3 wheels', 'step 2 was', 'switches at 5° off'])(
    'breaks at all other spaces: %s',
    (text) => {
      expect(shown(text)).toBe(text);
    },
  );
});

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [20_000, '20,000'],
  [999_999, '999,999'],
  [1_234_567, '1,234,567'],
])('the count %d reads %j', (count, text) => {
  expect(formatCount(count)).toBe(text);
});

describe('times in UTC', () => {
  it.each([
    [0, '12:00'],
    [7000, '12:00:07'],
    [86_400_000, '2026-11-21 12:00'],
    [-86_400_000, '2026-11-19 12:00'],
  ])('%d ms from now are shown as %s', (ms, text) => {
    expect(formatInstant(later(ms), '2026-11-20')).toBe(text);
  });

  it.each([
    [0, 30.5, '2026-11-20', '12:00 – 12:30:30'],
    [660, 750, '2026-11-20', '23:00 – 2026-11-21 00:30'],
    [750, 780, '2026-11-20', '2026-11-21 00:30 – 01:00'],
    [750, 780, '2026-11-21', '00:30 – 01:00'],
    [660, 750, '2026-11-21', '2026-11-20 23:00 – 2026-11-21 00:30'],
  ])(
    'a period from %d to %d min has the dates that differ from today, %s, or from its start',
    (from, to, today, text) => {
      const { start, end } = formatPeriod(
        { from: later(from * MS_PER_MIN), to: later(to * MS_PER_MIN) },
        today,
      );
      expect(`${start} – ${end}`).toBe(text);
    },
  );

  it.each([
    [0, '2026-11-20 12:00', T0],
    [29_999, '2026-11-20 12:00', T0],
    [30_000, '2026-11-20 12:01', later(60_000)],
  ])('%d ms from now fill a field as %s, which the mission reads', (ms, text, read) => {
    expect(toFieldTime(later(ms))).toBe(text);
    expect(parseUtc(text)).toBe(read);
  });
});

it.each([
  [359.6, 0, '0°'],
  [359.4, 0, '359°'],
  [359.996, 2, '0.00°'],
  [0, 1, '0.0°'],
])('writes the bearing %d with %d decimals below 360°', (angle, decimals, text) => {
  expect(formatBearing(angle, decimals)).toBe(text);
});
