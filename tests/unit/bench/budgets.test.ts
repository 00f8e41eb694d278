import { describe, expect, it } from 'vitest';
import { overBudget } from '../../../bench/budgets.ts';
import type { Comparison } from '../../../bench/measure.ts';
import { startNode } from '../../browser/node-process.ts';

describe('the product', () => {
  it('is within the budgets that hold on every machine', async () => {
    // Bundled, like the product: separate modules would call each other indirectly.
    const { code, stdout, stderr } = await startNode('bench/run.mjs', {}, ['gates']).ended;
    expect(stdout + stderr).toMatch(/^2 h of mission, .*within its budget$/m);
    expect(code, stdout + stderr).toBe(0);
  });
});

describe('a budget', () => {
  const comparison: Comparison = {
    id: 'passes',
    name: '',
    unit: 'ms',
    measured: [30],
    floor: [2],
    against: '',
  };

  it('is exceeded by a ratio above its maximum, and by one that is not a number', () => {
    expect(overBudget(comparison)).toBe('15.00 × its floor, at most 12');
    expect(overBudget({ ...comparison, measured: [] })).toMatch(/^NaN/);
    expect(overBudget({ ...comparison, measured: [10] })).toBeUndefined();
  });

  it('is exceeded by a ratio below its minimum, and by a value above its maximum', () => {
    expect(overBudget({ ...comparison, id: 'gateway-position', measured: [1] })).toBe(
      '0.50 × its floor, at least 0.8',
    );
    expect(overBudget({ ...comparison, id: 'update-first', unit: 'bytes', measured: [120_001] })).toBe(
      '120001 bytes, at most 120000',
    );
  });
});
