import { describe, expect, it } from 'vitest';
import { succeeded } from '../../../../../src/shared/kit/result.ts';
import { addMs, epochMs, MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../../../../../src/shared/kit/units.ts';
import { satelliteStatus } from '../../../../../src/ui/mission/fleet/satellite-status.ts';

const EPOCH = epochMs(Date.UTC(2026, 10, 20));
const textAfter = (ms: number): string => satelliteStatus(succeeded(EPOCH), true, addMs(EPOCH, ms)).text;

describe('the age of elements in the list', () => {
  it.each([
    [59 * MS_PER_MIN, 'Elements less than an hour old'],
    [MS_PER_H, 'Elements 1 hour old'],
    [MS_PER_DAY - 1, 'Elements 23 hours old'],
    [MS_PER_DAY, 'Elements 1 day old'],
    [100.5 * MS_PER_DAY, 'Elements 100 days old'],
    [-5 * MS_PER_H, 'Elements 5 hours newer than this time'],
    [-366 * MS_PER_DAY, 'Left out: elements are 366 days newer than this time'],
  ])('%d ms after the epoch reads "%s"', (ms, text) => expect(textAfter(ms)).toBe(text));
});
