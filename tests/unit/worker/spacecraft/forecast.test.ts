import { describe, expect, it } from 'vitest';
import { degrees, type EpochMs, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import type { Environment } from '../../../../src/worker/spacecraft/environment.ts';
import { injectFault } from '../../../../src/worker/spacecraft/faults.ts';
import { foresee, type LimitCrossing } from '../../../../src/worker/spacecraft/forecast.ts';
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
  readonly orbitEndsS?: number;
  /** Light as a function of seconds. */
  readonly lightAt?: (atS: number) => number;
}

/** Returns the forecast, in steady light by default, and the seconds for which it was simulated. */
function fly(
  told: Partial<SpacecraftState>,
  { horizonMs = HOUR_MS, orbitEndsS = Number.POSITIVE_INFINITY, lightAt = () => 1 }: Ahead = {},
) {
  const asked: number[] = [];
  const environmentAt = (time: EpochMs): Environment | undefined => {
    const atS = (time - T0) / 1000;
    asked.push(atS);
    return atS > orbitEndsS ? undefined : { ...SUNLIT, light: lightAt(atS) };
  };
  const state = { ...INITIAL_SPACECRAFT, ...told };
  return { foresight: foresee(state, environmentAt, T0, horizonMs), asked };
}

const fault = (name: ActiveFault['name']): Partial<SpacecraftState> => ({
  faults: injectFault(INITIAL_SPACECRAFT, 'anomaly-1', name, T0).faults,
});

/** Returns the violated limits as text, with their passages. */
const limitsOf = (told: Partial<SpacecraftState>, ahead?: Ahead) =>
  fly(told, ahead).foresight.limits.map(({ channel, value, turns, near }) => ({
    limit: `${channel} ${value}`,
    turns: turns.map(({ to }) => to),
    isNear: near !== undefined,
  }));
const minutes = ({ from, until }: LimitCrossing) =>
  [(from - T0) / MS_PER_MIN, (until - T0) / MS_PER_MIN] as const;

describe('a channel out of limits now', () => {
  const now = (told: Partial<SpacecraftState>) => limitsOf(told, { horizonMs: 0 });
  const out = (limit: string) => ({ limit, turns: [], isNear: false });

  it('is beyond them without a turn', () => {
    expect(now({ busVoltage: 21.8 })).toEqual([out('batteryVoltage 22')]);
    expect(now({ busVoltage: 19.8 })).toEqual([out('batteryVoltage 22'), out('batteryVoltage 20')]);
    expect(now({ signalStrength: 45 })).toEqual([out('signalStrength 50')]);
    expect(now({ busTemperature: -25 })).toEqual([out('temperature -20')]);
    expect(now({ busTemperature: 61 })).toEqual([out('temperature 40'), out('temperature 60')]);
    expect(now({ attitudeError: 2 })).toEqual([out('attitudeStability 1.5')]);
  });

  it('is near them within its noise, and otherwise needs no mention', () => {
    const near = (limit: string) => ({ limit, turns: [], isNear: true });
    expect(now({ busVoltage: 22.1, busTemperature: 39.6 })).toEqual([
      near('batteryVoltage 22'),
      near('temperature 40'),
    ]);
    expect(now({ signalStrength: 51 })).toEqual([near('signalStrength 50')]);
    expect(now({})).toEqual([]);
  });

  it('is nearer to a limit of the signal the more that swings with the attitude', () => {
    const near = [{ limit: 'signalStrength 50', turns: [], isNear: true }];
    const isNear = (told: Partial<SpacecraftState>) => now({ signalStrength: 53.5, ...told });
    expect(isNear({})).toEqual([]);
    // 10° off its target over a station: 9.2 points per degree, of which the loop's noise makes 0.1°, or 0.3° in SAFE.
    expect(isNear({ misalignment: degrees(10), link: 'relay' })).toEqual([]);
    expect(isNear({ misalignment: degrees(10), link: 'station' })).toEqual(near);
    expect(isNear({ misalignment: degrees(10), link: 'relay', mode: 'SAFE' })).toEqual(
      expect.arrayContaining(near),
    );
  });

  it('may pass at once a limit that it soon leaves behind', () => {
    expect(limitsOf({ signalStrength: 51 })).toEqual([
      { limit: 'signalStrength 50', turns: [], isNear: true },
    ]);
  });
});

describe('the end of a forecast', () => {
  const safe = { mode: 'SAFE', soc: 0.9, safeHoldS: 1200, attitudeError: 2 } as const;
  const minutesOf = (told: Partial<SpacecraftState>) =>
    (fly(told, { horizonMs: 6 * HOUR_MS }).foresight.until - T0) / MS_PER_MIN;

  it('comes where noise decides when safe mode ends, and not where it surely ends', () => {
    // The stuck drive's torque brings the deviation, 2° in safe mode, so close to 3° that noise exceeds it.
    expect(minutesOf({ ...safe, ...fault('drive-stuck') })).toBeLessThanOrEqual(20);
    expect(minutesOf({ ...safe, ...fault('drive-stuck'), mode: 'NOMINAL' })).toBeGreaterThan(120);
    expect(minutesOf(safe)).toBe(360);
    expect(fly(safe, { horizonMs: 6 * HOUR_MS }).foresight.mode?.mode).toBe('NOMINAL');
  });
});

describe('a limit that will be passed', () => {
  it('has the band of its time, to five seconds in the first five minutes', () => {
    // From 0.3° to 3.7° with τ = 120 s: at 1.5° after 52 s, at 3° after 189 s.
    const { limits } = fly(fault('wheel-failing')).foresight;
    const [warning, critical] = limits.map(({ turns: [turn] }) => turn);
    if (!warning || !critical) throw new Error('no turns');
    expect([warning.to, critical.to]).toEqual(['out', 'out']);
    for (const [turn, atMin] of [
      [warning, 52 / 60],
      [critical, 189 / 60],
    ] as const) {
      const [from, until] = minutes(turn);
      expect(from).toBeLessThanOrEqual(atMin);
      expect(until).toBeGreaterThanOrEqual(atMin);
      expect(until - from).toBeLessThan(4);
    }
  });

  it('has a band of some minutes after that, around the crossing without noise', () => {
    // Both heaters take the bus from 38 °C towards 54 °C with τ = 2700 s: at 40 °C after 360.5 s.
    const [limit] = fly({ ...fault('heater-stuck-on'), busTemperature: 38 }).foresight.limits;
    const [turn] = limit?.turns ?? [];
    if (!turn) throw new Error('no turn');
    const [from, until] = minutes(turn);
    expect(limit).toMatchObject({ channel: 'temperature', value: 40 });
    expect(from).toBeGreaterThan(2);
    expect(from).toBeLessThan(6);
    expect(until).toBeGreaterThan(6);
    expect(until).toBeLessThan(10);
  });

  it('is followed back in, and from outside in and out again', () => {
    // Two hours in the dark drain the battery, two in the light charge it.
    const ahead = { horizonMs: 12 * HOUR_MS, lightAt: (atS: number) => 1 - (Math.floor(atS / 7200) % 2) };
    const charged = limitsOf(fault('heater-stuck-on'), ahead);
    expect(charged).toContainEqual({ limit: 'batteryVoltage 22', turns: ['out', 'in'], isNear: false });
    const drained = limitsOf({ ...fault('heater-stuck-on'), soc: 0.05, busVoltage: 21 }, ahead);
    expect(drained).toContainEqual({ limit: 'batteryVoltage 22', turns: ['in', 'out'], isNear: false });
  });

  it('is none for a healthy spacecraft', () => {
    expect(limitsOf({})).toEqual([]);
  });
});

describe('the mode that a forecast leads to', () => {
  it('is flown through, and the limits that follow from it are foreseen', () => {
    // Below 22 V for five minutes the spacecraft enters SAFE, in which it points only to 2°.
    const { limits, mode } = fly({ soc: 0.05 }, { lightAt: () => 0 }).foresight;
    expect(mode?.mode).toMatch(/SAFE|SURVIVAL/);
    expect(limits.map(({ channel }) => channel)).toContain('attitudeStability');
    const [turn] = limits.find(({ channel }) => channel === 'attitudeStability')?.turns ?? [];
    expect(turn?.to).toBe('out');
    expect(turn?.until).toBeGreaterThan(mode?.from ?? Number.POSITIVE_INFINITY);
  });
});

it('the mode ahead is SAFE or SURVIVAL where the forecast cannot tell which comes first', () => {
  const ahead = (soc: number) => fly({ soc }, { lightAt: () => 0 }).foresight.mode;
  expect(ahead(0.1)).toMatchObject({ mode: 'SAFE', isOrSurvival: true });
  expect(ahead(0.05)?.mode).toBe('SURVIVAL');
  expect(ahead(0.05)).not.toHaveProperty('isOrSurvival');
});

describe('the forecast propagation', () => {
  const close = Array.from({ length: 60 }, (_, index) => 5 * (index + 1));

  it('uses the model’s steps for five minutes, then minutes, to the horizon', () => {
    expect(fly({}, { horizonMs: 7 * MS_PER_MIN }).asked).toEqual([0, ...close, 360, 420]);
    expect(fly({}, { horizonMs: 30_000 }).asked).toEqual([0, ...close.slice(0, 6)]);
    expect(fly({}, { horizonMs: 0 }).asked).toEqual([0]);
  });

  it('takes shorter steps while the Sun sets', () => {
    const lightAt = (atS: number) => (atS < 370 ? 1 : 0);
    const { asked } = fly({}, { horizonMs: 8 * MS_PER_MIN, lightAt });
    expect(asked.filter((atS) => atS > 300)).toEqual([360, 420, 380, 440, 500]);
  });

  it('takes shorter steps while the mode may change', () => {
    const { asked } = fly({ soc: 0.1 }, { horizonMs: 8 * MS_PER_MIN, lightAt: () => 0 });
    const late = asked.filter((atS) => atS > 300);
    expect(late.slice(0, 4)).toEqual([360, 320, 380, 340]);
  });

  it('ends with the orbit', () => {
    const { foresight, asked } = fly(fault('wheel-failing'), { orbitEndsS: 100 });
    expect(asked.at(-1)).toBe(105);
    expect(foresight.until).toBe(later(100_000));
  });

  it('does not change the spacecraft', () => {
    const state = { ...INITIAL_SPACECRAFT, ...fault('wheel-failing') };
    const before = structuredClone(state);
    foresee(state, () => SUNLIT, T0, HOUR_MS);
    expect(state).toEqual(before);
  });
});
