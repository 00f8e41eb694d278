import { describe, expect, it } from 'vitest';
import { applyDeadband, initialState } from '../../../../../src/worker/ground/telemetry/limit-deadband.ts';

describe('a level with deadband', () => {
  it('begins with the plain level, and as nominal without a reading', () => {
    expect(initialState('temperature', 41)).toBe('warning');
    expect(initialState('batteryVoltage', 19)).toBe('critical');
    expect(initialState('temperature', Number.NaN)).toBe('nominal');
  });

  it.each([
    ['temperature', 'nominal', 40.1, 'warning'], // worse: changes at once
    ['temperature', 'warning', 39.8, 'warning'], // inside by less than half a degree
    ['temperature', 'warning', 39.4, 'nominal'],
    ['temperature', 'warning', -19.8, 'warning'], // at the lower limit
    ['temperature', 'warning', -19.4, 'nominal'],
    ['temperature', 'critical', 59.8, 'critical'],
    ['temperature', 'critical', 59, 'warning'],
    ['temperature', 'critical', 39.8, 'warning'],
    ['temperature', 'critical', 20, 'nominal'],
    ['temperature', 'critical', Number.NaN, 'critical'],
    ['batteryVoltage', 'warning', 22.1, 'warning'],
    ['batteryVoltage', 'warning', 22.2, 'nominal'],
    ['attitudeStability', 'warning', 1.4, 'warning'],
    ['attitudeStability', 'warning', 1.2, 'nominal'],
  ] as const)('takes %s from %s, at %d, to %s', (channel, held, value, level) => {
    expect(applyDeadband(channel, held, value)).toBe(level);
  });
});
