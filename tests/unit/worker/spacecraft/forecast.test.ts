import { describe, expect, it } from 'vitest';
import { type EpochMs, MS_PER_MIN } from '../../../../src/shared/units.ts';
import type { Environment } from '../../../../src/worker/spacecraft/environment.ts';
import { injectFault } from '../../../../src/worker/spacecraft/faults.ts';
import { forecastLimits, type LimitCrossing } from '../../../../src/worker/spacecraft/forecast.ts';
import {
  type ActiveFault,
  INITIAL_SPACECRAFT,
  type SpacecraftState,
} from '../../../../src/worker/spacecraft/model.ts';
import { SUNLIT } from '../../../support/environment.ts';
import { later, T0 } from '../../../support/mission.ts';

const HOUR_MS = 60 * MS_PER_MIN;

interface Ahead {
  readonly horizonMs?: number;
  readonly isLast?: (crossing: LimitCrossing) => boolean;
  readonly orbitEndsS?: number;
}

/** What is foreseen in steady light, and for which seconds it was flown ahead. */
function foresee(
  told: Partial<SpacecraftState>,
  { horizonMs = HOUR_MS, isLast, orbitEndsS = Number.POSITIVE_INFINITY }: Ahead = {},
) {
  const asked: number[] = [];
  const environmentAt = (time: EpochMs): Environment | undefined => {
    asked.push((time - T0) / 1000);
    return time - T0 > orbitEndsS * 1000 ? undefined : SUNLIT;
  };
  const state = { ...INITIAL_SPACECRAFT, ...told };
  return { crossings: forecastLimits(state, environmentAt, T0, horizonMs, isLast ? { isLast } : {}), asked };
}

const fault = (name: ActiveFault['name']): Partial<SpacecraftState> => ({
  faults: injectFault(INITIAL_SPACECRAFT, 'anomaly-1', name, T0).faults,
});
const crossing = (
  channel: LimitCrossing['channel'],
  level: LimitCrossing['level'],
  limit: number,
  isBelow: boolean,
  atS = 0,
): LimitCrossing => ({ channel, level, limit, isBelow, time: later(atS * 1000) });

describe('channels out of limits now', () => {
  const now = (told: Partial<SpacecraftState>) => foresee(told, { horizonMs: 0 }).crossings;

  it('are reported immediately, with side and level', () => {
    expect(now({ busVoltage: 21.9 })).toEqual([crossing('batteryVoltage', 'warning', 22, true)]);
    expect(now({ busVoltage: 19.9 })).toEqual([
      crossing('batteryVoltage', 'warning', 22, true),
      crossing('batteryVoltage', 'critical', 20, true),
    ]);
    expect(now({ signalStrength: 45 })).toEqual([crossing('signalStrength', 'warning', 50, true)]);
    expect(now({ busTemperature: -25 })).toEqual([crossing('temperature', 'warning', -20, true)]);
    expect(now({ busTemperature: 61 })).toEqual([
      crossing('temperature', 'warning', 40, false),
      crossing('temperature', 'critical', 60, false),
    ]);
    expect(now({ attitudeError: 2 })).toEqual([crossing('attitudeStability', 'warning', 1.5, false)]);
  });

  it('are none at a limit itself', () => {
    expect(now({ busVoltage: 22, signalStrength: 50, busTemperature: 40, attitudeError: 1.5 })).toEqual([]);
    expect(now({ busTemperature: -20 })).toEqual([]);
    expect(now({})).toEqual([]);
  });
});

describe('future limit violations', () => {
  it('are forecast to five seconds in the first five minutes', () => {
    // From 0.3° to 3.7° with τ = 120 s: at 1.5° after 52 s, at 3° after 189 s.
    expect(foresee(fault('wheel-failing')).crossings).toEqual([
      crossing('attitudeStability', 'warning', 1.5, false, 55),
      crossing('attitudeStability', 'critical', 3, false, 190),
    ]);
  });

  it('are forecast to a minute after that, in order of time', () => {
    // Both heaters take the bus from 38 °C towards 54 °C with τ = 2700 s: at 40 °C after 360.5 s.
    const hot = { ...fault('heater-stuck-on'), busTemperature: 38 };
    expect(foresee(hot).crossings).toEqual([crossing('temperature', 'warning', 40, false, 420)]);
    const both = { ...hot, faults: [hot, fault('wheel-failing')].flatMap(({ faults = [] }) => faults) };
    expect(foresee(both).crossings.map(({ channel, level }) => `${channel} ${level}`)).toEqual([
      'attitudeStability warning',
      'attitudeStability critical',
      'temperature warning',
    ]);
  });

  it('are none for a healthy spacecraft', () => {
    expect(foresee({}).crossings).toEqual([]);
  });
});

describe('the forecast propagation', () => {
  const close = Array.from({ length: 60 }, (_, index) => 5 * (index + 1));

  it('uses the model’s steps for five minutes, then minutes, to the horizon', () => {
    expect(foresee({}, { horizonMs: 7 * MS_PER_MIN }).asked).toEqual([...close, 360, 420]);
    expect(foresee({}, { horizonMs: 30_000 }).asked).toEqual(close.slice(0, 6));
    expect(foresee({}, { horizonMs: 0 }).asked).toEqual([]);
  });

  it('ends with the requested violation', () => {
    const isWarning = ({ level }: LimitCrossing) => level === 'warning';
    const { crossings, asked } = foresee(fault('wheel-failing'), { isLast: isWarning });
    expect(crossings).toEqual([crossing('attitudeStability', 'warning', 1.5, false, 55)]);
    expect(asked.at(-1)).toBe(55);
    expect(foresee({ attitudeError: 2 }, { isLast: isWarning }).asked).toEqual([]);
  });

  it('ends with the orbit', () => {
    const { crossings, asked } = foresee(fault('wheel-failing'), { orbitEndsS: 100 });
    expect(crossings).toEqual([crossing('attitudeStability', 'warning', 1.5, false, 55)]);
    expect(asked.at(-1)).toBe(105);
  });

  it('does not change the spacecraft', () => {
    const state = { ...INITIAL_SPACECRAFT, ...fault('wheel-failing') };
    const before = structuredClone(state);
    forecastLimits(state, () => SUNLIT, T0, HOUR_MS);
    expect(state).toEqual(before);
  });
});
