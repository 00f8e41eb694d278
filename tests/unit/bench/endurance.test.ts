import { describe, expect, it } from 'vitest';
import { endure } from '../../../bench/endure.ts';
import { createEnvironments, endureUnattended } from '../../../bench/endure-unattended.ts';
import { T0 } from '../../support/mission.ts';

/** Small form of the part of `npm run endurance` without the ground. */
describe('the spacecraft, unattended for three days', () => {
  const environments = createEnvironments();
  const runs = Array.from({ length: 10 }, (_, index) => endureUnattended(index + 1, T0, 3, environments));

  it.each(runs)('is NOMINAL for 90 % of the time with seed $seed, and keeps its voltage', (run) => {
    expect(run.nominal).toBeGreaterThanOrEqual(0.9);
    expect(run.longestBelow20VMin).toBeLessThanOrEqual(60);
    expect(run.survivalMin).toBe(0);
  });

  it('includes stays in safe mode, of some hours at most', () => {
    const stays = runs.reduce((sum, { safeStays }) => sum + safeStays, 0);
    expect(stays).toBeGreaterThanOrEqual(2);
    const safeH = runs.reduce((sum, { nominal }) => sum + (1 - nominal) * 72, 0);
    expect(safeH / stays).toBeGreaterThan(1.4);
    expect(safeH / stays).toBeLessThan(4);
  });
});

/** Small form of `npm run endurance`: half a day of each. */
describe('a mission of half a day', () => {
  const alone = endure(2, T0, 0.5, false);
  const withCrew = endure(2, T0, 0.5, true);

  it('stays NOMINAL unattended, keeps its voltage and is recoverable by the ground', () => {
    expect(alone.nominal).toBeGreaterThanOrEqual(0.9);
    expect(alone.longestBelow20VMin).toBe(0);
    expect(alone.survivalMin).toBe(0);
    expect(alone.isRecoverable).toBe(true);
  });

  it('is NOMINAL nearly all the time with the duty crew, which responds within minutes', () => {
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
});
