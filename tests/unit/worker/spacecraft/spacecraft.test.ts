import { describe, expect, it } from 'vitest';
import { TELEMETRY_CHANNELS, telemetryLevel } from '../../../../src/shared/entities/telemetry-channels.ts';
import { degrees, type EpochMs, MS_PER_DAY } from '../../../../src/shared/kit/units.ts';
import { streamsOf } from '../../../../src/worker/kit/random.ts';
import { createPropagators } from '../../../../src/worker/orbit/propagators.ts';
import { type Environment, environmentAt } from '../../../../src/worker/spacecraft/environment.ts';
import { INITIAL_SPACECRAFT, type SpacecraftState } from '../../../../src/worker/spacecraft/model.ts';
import { relayMarginDb, signalOf, stationMarginDb } from '../../../../src/worker/spacecraft/radio.ts';
import { later, startUneventfulMission, T0 } from '../../../support/mission.ts';
import { stepSpacecraft } from '../../../support/spacecraft.ts';

const { orbita } = createPropagators();

interface Moment {
  readonly time: EpochMs;
  readonly environment: Environment;
  readonly state: SpacecraftState;
}

/** Samples the spacecraft every 5 s, after half a day to settle its cycle. */
function flyFor(durationMs: number): readonly Moment[] {
  if (!orbita.ok) throw new Error(orbita.message);
  const streams = streamsOf(11);
  const moments: Moment[] = [];
  let state = INITIAL_SPACECRAFT;
  for (let ms = -MS_PER_DAY / 2; ms < durationMs; ms += 5000) {
    const time = later(ms);
    const environment = environmentAt(orbita.value, time);
    if (!environment) throw new Error('no orbit');
    state = stepSpacecraft(state, environment, time, 5, streams);
    if (ms >= 0) moments.push({ time, environment, state });
  }
  return moments;
}

describe('a day of nominal operation', () => {
  const day = flyFor(MS_PER_DAY);
  const night = day.filter(({ environment }) => environment.light === 0);

  it('has about fifteen and a half eclipses', () => {
    const sunsets = day.filter(({ environment }, index) => {
      const before = day[index - 1]?.environment.light ?? 0;
      return before >= 0.5 && environment.light < 0.5;
    });
    expect(sunsets.length).toBeGreaterThanOrEqual(15);
    expect(sunsets.length).toBeLessThanOrEqual(16);
  });

  it('gives no solar power in umbra, and the battery discharges there', () => {
    expect(night.length).toBeGreaterThan(1000);
    for (const { state } of night) expect(state.arrayPowerW).toBe(0);
    for (const [index, { state, environment }] of day.entries()) {
      const previous = day[index - 1]?.state;
      if (previous && environment.light === 0) expect(state.soc).toBeLessThan(previous.soc);
    }
  });

  it('never takes the battery below 65 % nor any temperature by more than 0.1 °C in 5 s', () => {
    expect(Math.min(...day.map(({ state }) => state.soc))).toBeGreaterThan(0.65);
    for (const [index, { state }] of day.entries()) {
      const previous = day[index - 1]?.state;
      if (previous) expect(Math.abs(state.busTemperature - previous.busTemperature)).toBeLessThan(0.1);
    }
  });

  it('charges the battery to at least 90 % by every sunset', () => {
    for (const [index, { state, environment }] of day.entries()) {
      const next = day[index + 1]?.environment.light ?? environment.light;
      if (environment.light >= 0.5 && next < 0.5) expect(state.soc).toBeGreaterThan(0.9);
    }
  });

  it('gets more from the cold array in the first minute of sunlight than ten minutes later', () => {
    const sunrises = day.flatMap(({ environment }, index) => {
      const before = day[index - 1]?.environment.light ?? 1;
      const [early, late] = [day[index + 6], day[index + 126]];
      return before < 1 && environment.light === 1 && early && late
        ? [early.state.arrayPowerW / late.state.arrayPowerW]
        : [];
    });
    expect(sunrises.length).toBeGreaterThan(10);
    for (const gain of sunrises) {
      expect(gain).toBeGreaterThan(1.1);
      expect(gain).toBeLessThan(1.25);
    }
  });
});

describe('a day of telemetry', () => {
  it('stays inside every warning limit (spec §9)', () => {
    const mission = startUneventfulMission();
    for (let ms = 0; ms <= MS_PER_DAY; ms += 95_000) {
      mission.advanceTo(later(ms, T0));
      const outside = mission
        .snapshot()
        .telemetry.value.filter((sample) =>
          TELEMETRY_CHANNELS.some((channel) => telemetryLevel(channel, sample[channel]) !== 'nominal'),
        );
      expect(outside).toEqual([]);
    }
  });
});

describe('the link', () => {
  /** Elevation, slant range and signal from the radio equations of `docs/model.md` in a 437 km orbit. */
  it.each([
    [5, 1909, 50],
    [10, 1537, 57],
    [20, 1063, 70],
    [30, 803, 79],
    [45, 599, 89],
    [60, 499, 95],
    [90, 437, 99],
  ])('at %d° elevation and %d km a station alone gives about %d percent', (_elevation, rangeKm, percent) => {
    expect(Math.abs(signalOf(stationMarginDb(rangeKm, 0)) - percent)).toBeLessThan(1);
  });

  const between: Environment = {
    light: 1,
    betaSine: 0,
    sunDistanceAu: 1,
    station: undefined,
    relayAngle: degrees(60),
  };
  const linkIn = (environment: Environment) => stepSpacecraft(INITIAL_SPACECRAFT, environment, T0, 5).link;

  it('is carried by the relay between passes, by the station at its best', () => {
    expect(linkIn(between)).toBe('relay');
    const station = { id: 'madrid', elevation: degrees(80), rangeKm: 445 } as const;
    expect(linkIn({ ...between, station })).toBe('station');
  });

  it('suffers from a pointing error', () => {
    expect(stationMarginDb(800, 5)).toBeLessThan(stationMarginDb(800, 0));
    expect(relayMarginDb(degrees(60), 5)).toBeLessThan(relayMarginDb(degrees(60), 0));
  });
});
