import { describe, expect, it } from 'vitest';
import { formatLimit, type TelemetryChannel } from '../../../../../src/shared/entities/telemetry-channels.ts';
import { formatNumber } from '../../../../../src/shared/kit/quantity-text.ts';
import { epochMs, MS_PER_H, MS_PER_MIN } from '../../../../../src/shared/kit/units.ts';
import {
  capitalize,
  channelName,
  formatAmount,
  formatBeyond,
  formatChange,
  formatReading,
  formatSize,
  formatSpan,
  formatUtcMinute,
  formatUtcTime,
  passedLimit,
} from '../../../../../src/worker/ground/telemetry/telemetry-text.ts';

describe('the text of a channel', () => {
  const TEXT = {
    batteryVoltage: ['battery voltage', '12.35 V', '12.35 V', '12 V'],
    solarOutput: ['solar output', '12 W', '12 W', '12 W'],
    signalStrength: ['signal strength', '12.3 %', '12.3 points', '12 points'],
    temperature: ['bus temperature', '12.3 °C', '12.3 °C', '12 °C'],
    attitudeStability: ['attitude deviation', '12.35°', '12.35°', '12°'],
  } as const satisfies Partial<Record<TelemetryChannel, readonly string[]>>;

  it.each(Object.keys(TEXT) as (keyof typeof TEXT)[])(
    'name %s, a reading of it, a change and an amount',
    (channel) => {
      expect([
        channelName(channel),
        formatReading(channel, 12.346),
        formatSize(channel, 12.346),
        formatAmount(channel, 12),
      ]).toEqual(TEXT[channel]);
    },
  );

  it('begins a sentence with a capital', () => {
    expect(capitalize('bus temperature')).toBe('Bus temperature');
    expect(capitalize('')).toBe('');
  });
});

describe('the text of a number', () => {
  it('has a real minus sign, and zero has none', () => {
    expect(formatNumber(-4.5678, 2)).toBe('−4.57');
    expect(formatNumber(4.2678, 0)).toBe('4');
    expect(formatNumber(-0.004, 2)).toBe('0.00');
    expect(formatNumber(-0.006, 2)).toBe('−0.01');
  });

  it('of a change has its sign, of its size none', () => {
    expect(formatChange('attitudeStability', -0.3)).toBe('−0.30°');
    expect(formatChange('solarOutput', 38)).toBe('+38 W');
    expect(formatChange('solarOutput', 0)).toBe('+0 W');
    expect(formatSize('solarOutput', -38)).toBe('38 W');
  });

  it('of a limit is as in the specification', () => {
    expect(formatLimit('temperature', -20)).toBe('−20 °C');
    expect(formatLimit('attitudeStability', 1.5)).toBe('1.5°');
  });

  it('beyond a limit is rounded away from it', () => {
    expect(formatBeyond('batteryVoltage', 21.996, 22)).toBe('21.99 V');
    expect(formatBeyond('temperature', 40.01, 40)).toBe('40.1 °C');
    expect(formatBeyond('temperature', -20.01, -20)).toBe('−20.1 °C');
    expect(formatBeyond('batteryVoltage', 22, 22)).toBe('22.00 V');
  });
});

describe('a violated limit', () => {
  it('is the one on the side of the value', () => {
    expect(passedLimit('temperature', 'warning', 41)).toBe(40);
    expect(passedLimit('temperature', 'warning', -21)).toBe(-20);
    expect(passedLimit('temperature', 'critical', 41)).toBeUndefined();
    expect(passedLimit('batteryVoltage', 'critical', 19)).toBe(20);
    expect(passedLimit('batteryVoltage', 'warning', 99)).toBeUndefined();
    expect(passedLimit('attitudeStability', 'warning', -5)).toBeUndefined();
    expect(passedLimit('solarOutput', 'warning', -5)).toBeUndefined();
  });

  it('is none at the limit itself', () => {
    for (const value of [40, -20]) expect(passedLimit('temperature', 'warning', value)).toBeUndefined();
  });
});

describe('the text of a time', () => {
  it.each([
    [-5000, '0 s'],
    [44_600, '45 s'],
    [2 * MS_PER_MIN - 1, '120 s'],
    [2 * MS_PER_MIN, '2 min'],
    [1.5 * MS_PER_H - 1, '90 min'],
    [1.5 * MS_PER_H, '2 h'],
    [10.4 * MS_PER_H, '10 h'],
  ])('of %d ms is %s', (durationMs, text) => {
    expect(formatSpan(durationMs)).toBe(text);
  });

  it('of the day is in UTC, to the second or the minute', () => {
    const time = epochMs(Date.UTC(2026, 10, 20, 9, 3, 10, 999));
    expect(formatUtcTime(time)).toBe('09:03:10 UTC');
    expect(formatUtcMinute(time)).toBe('09:03 UTC');
  });
});
