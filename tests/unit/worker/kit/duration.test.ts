import { expect, it } from 'vitest';
import { MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../../../../src/shared/units.ts';
import { formatDuration } from '../../../../src/worker/kit/duration.ts';

it.each([
  [0, '0 s'],
  [999, '0 s'],
  [4000, '4 s'],
  [MS_PER_MIN - 1, '59 s'],
  [MS_PER_MIN, '1 min 0 s'],
  [12 * MS_PER_MIN + 5000, '12 min 5 s'],
  [MS_PER_H - 1, '59 min 59 s'],
  [MS_PER_H, '1 h 0 min'],
  [8 * MS_PER_H + 30_000, '8 h 0 min'],
  [3 * MS_PER_DAY + 17 * MS_PER_MIN, '72 h 17 min'],
])('a duration of %d ms reads %j', (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text);
});
