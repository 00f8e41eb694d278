import { describe, expect, it } from 'vitest';
import { anomalyLabel, healthLabel, signalLabel } from '../../../../src/shared/entities/constants.ts';

describe('labels (spec §9)', () => {
  it.each([
    [100, 'Excellent'],
    [90, 'Excellent'],
    [89.9, 'Good'],
    [80, 'Good'],
    [79.9, 'Fair'],
    [70, 'Fair'],
    [69.9, 'Poor'],
    [0, 'Poor'],
  ])('call a health of %d percent %s', (health, label) => {
    expect(healthLabel(health)).toBe(label);
  });

  it('calls a signal above 70 % strong, otherwise weak', () => {
    expect(signalLabel(70.1)).toBe('Strong');
    expect(signalLabel(70)).toBe('Weak');
  });

  it('calls fewer than three anomalies low, otherwise high', () => {
    expect(anomalyLabel(2)).toBe('Low');
    expect(anomalyLabel(3)).toBe('High');
  });
});
