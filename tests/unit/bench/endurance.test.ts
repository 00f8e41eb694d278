import { describe, expect, it } from 'vitest';
import { endure } from '../../../bench/endure.ts';
import { createEnvironments, endureUnattended } from '../../../bench/endure-unattended.ts';
import { MS_PER_DAY } from '../../../src/shared/kit/units.ts';
import { later, T0 } from '../../support/mission.ts';

/** The part of `npm run endurance` without the ground, quick enough for every seed. */
describe('the spacecraft, unattended for three days', () => {
  const environments = createEnvironments();
  const runs = Array.from({ length: 30 }, (_, index) => endureUnattended(index + 1, T0, 3, environments));

  it.each(runs)('is NOMINAL for 90 % of the time with seed $seed, and keeps its voltage', (run) => {
    expect(run.nominal).toBeGreaterThanOrEqual(0.9);
    expect(run.longestBelow20VMin).toBeLessThanOrEqual(60);
    expect(run.survivalMin).toBe(0);
  });

  it('includes stays in safe mode, of some hours at most', () => {
    const stays = runs.reduce((sum, { safeStays }) => sum + safeStays, 0);
    expect(stays).toBeGreaterThanOrEqual(5);
    const safeH = runs.reduce((sum, { nominal }) => sum + (1 - nominal) * 72, 0);
    expect(safeH / stays).toBeGreaterThan(1.4);
    expect(safeH / stays).toBeLessThan(4);
  });
});

/** Small form of `npm run endurance`: a day of each, from different days of the season. */
describe('a mission that is left alone for a day', () => {
  const alone = endure(2, T0, 1, false);
  const withCrew = endure(2, T0, 1, true);

  it('stays NOMINAL, keeps its voltage and is recoverable by the ground', () => {
    expect(alone.nominal).toBeGreaterThanOrEqual(0.9);
    expect(alone.longestBelow20VMin).toBe(0);
    expect(alone.survivalMin).toBe(0);
    expect(alone.isRecoverable).toBe(true);
  });

  it('is NOMINAL nearly all day with the duty crew, which responds within minutes', () => {
    expect(withCrew.nominal).toBeGreaterThanOrEqual(0.97);
    expect(withCrew.slowestAnswerMin).toBeLessThanOrEqual(10);
  });

  it('has two to four faults an hour that need an operator', () => {
    for (const { worthAnsweringPerH } of [alone, withCrew]) {
      expect(worthAnsweringPerH).toBeGreaterThanOrEqual(1.5);
      expect(worthAnsweringPerH).toBeLessThanOrEqual(4.5);
    }
  });

  it('has better health, payload time and data volume with a good shift', () => {
    expect(withCrew.health).toBeGreaterThan(alone.health + 5);
    expect(withCrew.payload).toBeGreaterThan(alone.payload + 0.1);
    expect(withCrew.downlinkedMbPerDay).toBeGreaterThan(alone.downlinkedMbPerDay * 1.1);
  });

  it('is the same day with the same seed', () => {
    expect(endure(3, later(MS_PER_DAY), 0.1, true)).toEqual(endure(3, later(MS_PER_DAY), 0.1, true));
  });
});
