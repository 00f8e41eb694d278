import { expect, it } from 'vitest';
import { formatDuration, formatList } from '../../../../src/shared/kit/quantity-text.ts';
import { MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';

it.each([
  [-5, '0 s'],
  [0, '0 s'],
  [999, '0 s'],
  [4000, '4 s'],
  [MS_PER_MIN - 1, '59 s'],
  [MS_PER_MIN, '1 min'],
  [12 * MS_PER_MIN + 5000, '12 min 5 s'],
  [MS_PER_H - 1, '59 min 59 s'],
  [MS_PER_H, '1 h'],
  [8 * MS_PER_H + 30_000, '8 h'],
  [8 * MS_PER_H + 2 * MS_PER_MIN, '8 h 2 min'],
  [3 * MS_PER_DAY + 17 * MS_PER_MIN, '3 d'],
])('a duration of %d ms reads %j in two units', (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text);
});

it('a duration reads in as many units as asked for', () => {
  expect(formatDuration(MS_PER_DAY + 2 * MS_PER_H + 30 * MS_PER_MIN + 5000, 4)).toBe('1 d 2 h 30 min 5 s');
  expect(formatDuration(MS_PER_DAY + 30 * MS_PER_MIN, 4)).toBe('1 d 30 min');
});

it.each([
  [[], ''],
  [['ORBITA-1'], 'ORBITA-1'],
  [['ORBITA-1', 'the ISS'], 'ORBITA-1 and the ISS'],
  [['Svalbard', 'Kiruna', 'Canberra'], 'Svalbard, Kiruna and Canberra'],
])('the list %j reads %j', (words, text) => {
  expect(formatList(words)).toBe(text);
  expect(formatList(words, 'or')).toBe(text.replace(' and ', ' or '));
});
