import { describe, expect, it } from 'vitest';
import { addMs, type EpochMs, epochMs, MS_PER_H, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { createMission } from '../../../../src/worker/mission/mission.ts';
import { forecastEclipse } from '../../../../src/worker/spacecraft/eclipse-forecast.ts';
import type { Environment } from '../../../../src/worker/spacecraft/environment.ts';
import { INITIAL_SPACECRAFT } from '../../../../src/worker/spacecraft/model.ts';
import {
  type PropagatedSpacecraft,
  propagateSpacecraft,
  STEP_MS,
} from '../../../../src/worker/spacecraft/propagate.ts';
import { DARK, SUNLIT } from '../../../support/environment.ts';
import { GROUNDED, later, startUneventfulMission, T0 } from '../../../support/mission.ts';

/** Returns light that is dark between two instants, in minutes from `T0`. */
const shadow =
  (from: number, until: number) =>
  (time: EpochMs): Environment =>
    time >= later(from * MS_PER_MIN) && time < later(until * MS_PER_MIN) ? DARK : SUNLIT;

describe('the forecast of the eclipse', () => {
  it('finds both edges of the next one to a second, and less charge at its end', () => {
    const forecast = forecastEclipse(INITIAL_SPACECRAFT, shadow(11.4, 46.7), T0);
    expect(forecast?.time).toBe(T0);
    expect(Math.abs((forecast?.eclipse?.startTime ?? 0) - later(11.4 * MS_PER_MIN))).toBeLessThanOrEqual(
      1000,
    );
    expect(Math.abs((forecast?.eclipse?.endTime ?? 0) - later(46.7 * MS_PER_MIN))).toBeLessThanOrEqual(1000);
    expect(forecast?.eclipse?.socAtEnd).toBeLessThan(INITIAL_SPACECRAFT.soc);
    expect(forecast?.eclipse?.socAtEnd).toBeGreaterThan(0.4);
  });

  it('counts the one in progress from now on', () => {
    const forecast = forecastEclipse(INITIAL_SPACECRAFT, shadow(-5, 12), T0);
    expect(forecast?.eclipse?.startTime).toBe(T0);
    expect(Math.abs((forecast?.eclipse?.endTime ?? 0) - later(12 * MS_PER_MIN))).toBeLessThanOrEqual(1000);
  });

  it.each([11, 11.3, 11.6, 11.98])(
    'has the charge of a flight in steps of five seconds, with a sunset after %s min',
    (from) => {
      const environmentAt = shadow(from, 46);
      let flown: PropagatedSpacecraft = { spacecraft: INITIAL_SPACECRAFT, time: T0 };
      while (flown.time < later(46 * MS_PER_MIN)) {
        flown = propagateSpacecraft(flown, addMs(flown.time, STEP_MS), environmentAt);
      }
      const { socAtEnd = 0 } = forecastEclipse(INITIAL_SPACECRAFT, environmentAt, T0)?.eclipse ?? {};
      expect(Math.abs(socAtEnd - flown.spacecraft.soc)).toBeLessThan(0.002);
    },
  );

  it('lets nothing be charged before sunrise, also in the last minute', () => {
    const forecast = forecastEclipse(INITIAL_SPACECRAFT, shadow(-5, 0.9), T0);
    expect(forecast?.eclipse?.socAtEnd).toBeLessThan(INITIAL_SPACECRAFT.soc);
  });

  it('reports none for an orbit without eclipses', () => {
    expect(forecastEclipse(INITIAL_SPACECRAFT, () => SUNLIT, T0)).toEqual({ time: T0 });
  });

  it('is none without an orbit', () => {
    expect(forecastEclipse(INITIAL_SPACECRAFT, () => undefined, T0)).toBeUndefined();
    expect(startUneventfulMission({ propagators: GROUNDED }).snapshot().eclipse.value).toBeUndefined();
  });

  it('does not change its initial state', () => {
    const state = { ...INITIAL_SPACECRAFT };
    forecastEclipse(state, shadow(11, 46), T0);
    expect(state).toEqual(INITIAL_SPACECRAFT);
  });
});

describe('the forecast that a mission shows', () => {
  it('is made once a minute and comes true', () => {
    const mission = startUneventfulMission();
    mission.advanceTo(later(MS_PER_MIN));
    const { revision } = mission.snapshot().eclipse;
    mission.advanceTo(later(1.9 * MS_PER_MIN));
    expect(mission.snapshot().eclipse.revision).toBe(revision);
    mission.advanceTo(later(2 * MS_PER_MIN));
    const { value } = mission.snapshot().eclipse;
    expect(mission.snapshot().eclipse.revision).toBe(revision + 1);
    const { endTime = T0, socAtEnd = 0 } = value?.eclipse ?? {};
    expect(endTime).toBeGreaterThan(later(2 * MS_PER_MIN));
    for (let time = addMs(T0, 5 * MS_PER_MIN); time < endTime; time = addMs(time, 5 * MS_PER_MIN)) {
      mission.advanceTo(time);
    }
    mission.advanceTo(endTime);
    expect(mission.snapshot().spacecraft.value?.battery.soc).toBeCloseTo(socAtEnd, 1);
  });

  it('does not tell what FDIR will do about a fault before the spacecraft has reported it', () => {
    const struck = (course: string) => {
      const mission = createMission({ seed: 5, startTime: T0, profile: 'none' });
      mission.advanceTo(later(20 * MS_PER_MIN));
      mission.apply({ kind: 'fault', inject: 'drive-stuck', course });
      mission.advanceTo(later(22 * MS_PER_MIN));
      return mission;
    };
    const [contained, lasting] = [struck('contained'), struck('lasting')];
    const { value } = contained.snapshot().eclipse;
    expect(value).toMatchObject({ isLeast: true });
    expect(value).toEqual(lasting.snapshot().eclipse.value);
    // The fault is reported: within six minutes of the onset.
    for (const mission of [contained, lasting]) mission.advanceTo(later(27 * MS_PER_MIN));
    const told = contained.snapshot().eclipse.value;
    expect(told).not.toHaveProperty('isLeast');
    expect(told?.eclipse?.socAtEnd).toBeGreaterThan((value?.eclipse?.socAtEnd ?? 1) + 0.1);
  });

  it('counts the fault that a new mission begins with from its first sample on', () => {
    const mission = createMission({ seed: 5, startTime: addMs(T0, 35_000), profile: 'specified' });
    mission.advanceTo(addMs(T0, 40_000));
    const { value } = mission.snapshot().eclipse;
    expect(value).toMatchObject({ isLeast: true });
  });

  it('is a bound that holds when a retry of FDIR spares the spacecraft a safe mode', () => {
    // The fault would overheat the bus: safe mode saves charge. FDIR clears the fault three minutes later.
    const mission = createMission({
      seed: 22_729,
      startTime: epochMs(Date.UTC(2026, 11, 17, 21, 42)),
      profile: 'specified',
    });
    const from = epochMs(Date.UTC(2026, 11, 18, 3, 34, 25));
    mission.advanceTo(from);
    const told = mission.snapshot().eclipse.value;
    expect(told).toMatchObject({ isLeast: true });
    const { endTime = from, socAtEnd = 1 } = told?.eclipse ?? {};
    const instant = mission.instant();
    const alone = createMission({
      ...mission.header,
      instant: { ...instant, state: { ...instant.state, profile: 'none' } },
    });
    alone.advanceTo(endTime);
    const soc = alone.snapshot().spacecraft.value?.battery.soc ?? 0;
    expect(soc).toBeGreaterThan(socAtEnd - 0.01);
    expect(soc).toBeLessThan(socAtEnd + 0.05);
  });

  it('is in the future after an unobserved day', () => {
    const mission = startUneventfulMission();
    mission.advanceTo(later(25 * MS_PER_H));
    expect(mission.snapshot().eclipse.value?.eclipse?.endTime).toBeGreaterThan(later(25 * MS_PER_H));
  });
});
