import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TelemetrySample } from '../../../../../src/shared/entities/entities.ts';
import type { Antenna, SpacecraftMode } from '../../../../../src/shared/entities/spacecraft.ts';
import { TELEMETRY_CHANNELS } from '../../../../../src/shared/entities/telemetry-channels.ts';
import {
  degrees,
  type EpochMs,
  MS_PER_DAY,
  MS_PER_S,
  toRadians,
} from '../../../../../src/shared/kit/units.ts';
import type { FaultRecord } from '../../../../../src/worker/ground/anomalies/fault-records.ts';
import {
  beginTelemetry,
  coast,
  estimateDownlinkedMb,
  type TelemetryState,
} from '../../../../../src/worker/ground/telemetry/telemetry.ts';
import { streamsOf } from '../../../../../src/worker/kit/random.ts';
import { initialCommands } from '../../../../../src/worker/mission/initial-state/sample-data.ts';
import { countCommands } from '../../../../../src/worker/mission/operations/commands.ts';
import {
  measurePerformance,
  type PerformanceInput,
} from '../../../../../src/worker/mission/state/performance.ts';
import { createPropagators } from '../../../../../src/worker/orbit/propagators.ts';
import { type Environment, environmentAt } from '../../../../../src/worker/spacecraft/environment.ts';
import { INITIAL_SPACECRAFT, type SpacecraftState } from '../../../../../src/worker/spacecraft/model.ts';
import { downlinkMbPerS } from '../../../../../src/worker/spacecraft/radio.ts';
import { SUNLIT } from '../../../../support/environment.ts';
import { later, T0 } from '../../../../support/mission.ts';
import { stepSpacecraft } from '../../../../support/spacecraft.ts';
import { sample } from '../../../../support/telemetry.ts';

const NOMINAL = sample(0, { signalStrength: 60 });

/** The spacecraft without faults. */
const ORBITING: PerformanceInput['spacecraft'] = { ...INITIAL_SPACECRAFT, payloadLoadW: 60 };

const recordOf = (ended?: EpochMs): FaultRecord => ({
  name: 'weak-cell',
  since: T0,
  plan: { course: 'lasting' },
  ...(ended !== undefined && { endedAt: ended }),
  reported: {
    phase: 'seen',
    causes: ['weak-cell'],
    channel: 'batteryVoltage',
    time: T0,
    status: 'Active',
  },
});

const measure = (input: Partial<PerformanceInput> = {}, time: EpochMs = T0) =>
  measurePerformance(
    {
      startTime: later(-7 * MS_PER_DAY),
      commandCount: 0,
      telemetry: [NOMINAL],
      telemetryPeriodMs: 5000,
      anomalies: { faults: {} },
      spacecraft: ORBITING,
      ...input,
    },
    time,
  );

describe('the figures of spec §3', () => {
  it('are those of a mission that began 7 days ago (spec §9)', () => {
    const commandCount = countCommands(initialCommands(T0, 1));
    const spacecraft = { ...ORBITING, arrayEfficiency: 0.75, downlinkedMb: 1234.5 };
    expect(measure({ commandCount, spacecraft })).toEqual({
      time: T0,
      missionUptime: 7 * MS_PER_DAY,
      totalCommands: 7,
      averageSignalStrength: 60,
      anomalyCount: 0,
      dataDownloaded: 1234.5,
      powerEfficiency: 75,
      systemHealth: 100,
    });
  });

  it('take the mean of the whole telemetry history for the signal, and none for no signal', () => {
    const telemetry = [40, 50, 90].map((signalStrength) => ({ ...NOMINAL, signalStrength }));
    expect(measure({ telemetry }).averageSignalStrength).toBe(60);
    expect(measure({ telemetry: [] }).averageSignalStrength).toBe(0);
  });

  it('count the anomalies whose fault acts, resolved or not', () => {
    const faults = { 'anomaly-1': recordOf(), 'anomaly-2': recordOf(T0) };
    expect(measure({ anomalies: { faults } }).anomalyCount).toBe(1);
    expect(measure({ anomalies: { faults, closed: { 'anomaly-3': recordOf() } } }).anomalyCount).toBe(2);
  });

  it('have no uptime before the start', () => {
    expect(measure({ startTime: later(1) }).missionUptime).toBe(0);
  });
});

describe('system health', () => {
  /** Each unknown channel costs ten points. */
  const ALL_UNKNOWN = 100 - 10 * TELEMETRY_CHANNELS.length;
  const half = (sample: TelemetrySample) => [sample, NOMINAL];
  const craft = (told: Partial<PerformanceInput['spacecraft']>) => ({ spacecraft: { ...ORBITING, ...told } });
  it.each<[string, Partial<PerformanceInput>, number]>([
    ['everything nominal', {}, 100],
    ['a channel at warning', { telemetry: [{ ...NOMINAL, temperature: 41 }] }, 90],
    ['a channel at critical', { telemetry: [{ ...NOMINAL, batteryVoltage: 19 }] }, 80],
    ['both', { telemetry: [{ ...NOMINAL, batteryVoltage: 19, temperature: 41 }] }, 70],
    [
      'a channel at critical for half of the samples',
      { telemetry: half({ ...NOMINAL, temperature: 99 }) },
      90,
    ],
    ['a fault that no reading shows', { anomalies: { faults: { 'anomaly-1': recordOf() } } }, 100],
    ['no known channel', { telemetry: [] }, ALL_UNKNOWN],
    ['the spacecraft in SAFE', craft({ mode: 'SAFE', payloadLoadW: 0 }), 70],
    [
      'the spacecraft in SURVIVAL on low gain',
      craft({ mode: 'SURVIVAL', payloadLoadW: 0, antenna: 'low' }),
      40,
    ],
    ['a charge of 60 %', craft({ soc: 0.6 }), 100],
    ['a charge of 40 %', craft({ soc: 0.4 }), 90],
    ['a charge of 10 %', craft({ soc: 0.1 }), 80],
    ['the payload off', craft({ payloadLoadW: 0 }), 90],
    ['no high-gain link', craft({ antenna: 'none' }), 90],
    ['a recorder at seven eighths', craft({ storedMb: 7000 }), 95],
    ['a full recorder', craft({ storedMb: 8000 }), 90],
    [
      'more deductions than 100',
      { telemetry: [], ...craft({ mode: 'SURVIVAL', soc: 0, payloadLoadW: 0 }) },
      0,
    ],
  ])('with %s', (_case, input, health) => {
    expect(measure(input).systemHealth).toBeCloseTo(health, 9);
  });

  it('counts stale telemetry as unknown', () => {
    expect(measure({}, later(12_500)).systemHealth).toBe(100);
    expect(measure({}, later(12_501)).systemHealth).toBe(ALL_UNKNOWN);
  });

  it('allows telemetry sent every 30 s two and a half periods', () => {
    expect(measure({ telemetryPeriodMs: 30_000 }, later(75_000)).systemHealth).toBe(100);
    expect(measure({ telemetryPeriodMs: 30_000 }, later(75_001)).systemHealth).toBe(ALL_UNKNOWN);
  });

  it('is a percentage in any state of the spacecraft, and lower with a reading at critical', () => {
    const spacecrafts = fc.record({
      mode: fc.constantFrom<SpacecraftMode>('NOMINAL', 'SAFE', 'SURVIVAL'),
      soc: fc.double({ min: 0, max: 1, noNaN: true }),
      payloadLoadW: fc.constantFrom(0, 60),
      antenna: fc.constantFrom<Antenna>('high', 'low', 'none'),
      storedMb: fc.double({ min: 0, max: 8000, noNaN: true }),
    });
    fc.assert(
      fc.property(spacecrafts, (told) => {
        const healthOf = (temperature: number) =>
          measure({ ...craft(told), telemetry: [{ ...NOMINAL, temperature }] }).systemHealth;
        expect(healthOf(20)).toBeLessThanOrEqual(100);
        expect(healthOf(99)).toBeGreaterThanOrEqual(0);
        if (healthOf(20) > 0) expect(healthOf(99)).toBeLessThan(healthOf(20));
      }),
      { seed: 1 },
    );
  });
});

function flown(environment: Environment, seconds: number, stepS: number, from = INITIAL_SPACECRAFT) {
  const streams = streamsOf(1);
  let state = from;
  for (let second = 0; second < seconds; second += stepS)
    state = stepSpacecraft(state, environment, later(second * MS_PER_S), stepS, streams);
  return state;
}

describe('power efficiency: array output as a share of its potential in the same illumination', () => {
  it.each([
    [0, 1],
    [30, Math.cos(Math.PI / 6)],
    [-60, Math.cos((50 * Math.PI) / 180)], // a yaw bias limits the incidence to 50°
  ])(
    'at a beta angle of %d° tends to the cosine of the incidence, in full or half illumination',
    (beta, share) => {
      for (const light of [1, 0.5]) {
        const { arrayEfficiency } = flown(
          { ...SUNLIT, light, betaSine: Math.sin(toRadians(degrees(beta))) },
          900,
          5,
        );
        expect(arrayEfficiency).toBeCloseTo(share, 3);
      }
    },
  );

  it('is held in eclipse', () => {
    const before: SpacecraftState = { ...INITIAL_SPACECRAFT, arrayEfficiency: 0.8 };
    const night = { ...SUNLIT, light: 0, betaSine: Math.sin(toRadians(degrees(60))) };
    expect(flown(night, 1800, 5, before).arrayEfficiency).toBe(0.8);
  });

  it('does not depend on the length of the steps', () => {
    const environment = { ...SUNLIT, betaSine: Math.sin(toRadians(degrees(45))) };
    const fine = flown(environment, 120, 1).arrayEfficiency;
    expect(flown(environment, 120, 60).arrayEfficiency).toBeCloseTo(fine, 9);
  });
});

describe('data downloaded: 4 Mbit/s at full signal, none below 40 %, over a ground station alone', () => {
  it.each([
    [100, 0.5],
    [70, 0.25],
    [40, 0],
    [20, 0],
  ])('at %d percent downlinks %d MB/s', (signalStrength, rate) => {
    expect(downlinkMbPerS(signalStrength)).toBeCloseTo(rate, 9);
  });

  const { orbita } = createPropagators();
  if (!orbita.ok) throw new Error(orbita.message);
  const around = (time: EpochMs): Environment | undefined => environmentAt(orbita.value, time);
  const start = (time: EpochMs): TelemetryState => beginTelemetry({ spacecraft: INITIAL_SPACECRAFT, time });
  const downlinkedBy = (state: TelemetryState, to: EpochMs): number =>
    coast(state, to, around, streamsOf(1)).spacecraft.downlinkedMb;

  it('rises while a station is in view, and only then', () => {
    const streams = streamsOf(1);
    let state = INITIAL_SPACECRAFT;
    let [contactS, outsideMb] = [0, 0];
    for (let ms = 0; ms < MS_PER_DAY; ms += 10 * MS_PER_S) {
      const environment = around(later(ms));
      if (!environment) throw new Error('no orbit');
      const next = stepSpacecraft(state, environment, later(ms), 10, streams);
      const gain = next.downlinkedMb - state.downlinkedMb;
      expect(gain).toBeGreaterThanOrEqual(0);
      expect(gain).toBeLessThanOrEqual(5);
      if (gain > 0) contactS += 10;
      if (gain > 0 && !environment.station) outsideMb += gain;
      state = next;
    }
    expect(outsideMb).toBe(0);
    expect(contactS / 86_400).toBeGreaterThan(0.03);
    expect(contactS / 86_400).toBeLessThan(0.114); // a station is in view for 11.4 % of the time
  });

  it('is counted in long steps nearly as in short ones', () => {
    const coasted = downlinkedBy(start(T0), later(MS_PER_DAY));
    let fine = start(T0);
    for (let ms = 5000; ms <= MS_PER_DAY; ms += 5000) fine = coast(fine, later(ms), around, streamsOf(ms));
    expect(Math.abs(coasted / fine.spacecraft.downlinkedMb - 1)).toBeLessThan(0.05);
  });

  it('is estimated for days not propagated: seven days count seven times the last one', () => {
    const now = later(7 * MS_PER_DAY);
    const lastDay = downlinkedBy(start(later(6 * MS_PER_DAY)), now);
    expect(lastDay).toBeGreaterThan(500);
    expect(downlinkedBy(start(T0), now)).toBeCloseTo(7 * lastDay, 6);
  });

  it('is estimated from propagated time, and is zero without any', () => {
    expect(estimateDownlinkedMb(100, MS_PER_DAY, 6 * MS_PER_DAY)).toBe(600);
    expect(estimateDownlinkedMb(0, 0, MS_PER_DAY)).toBe(0);
  });

  it('does not change without an orbit', () => {
    const state = start(T0);
    expect(coast(state, later(9 * MS_PER_DAY), () => undefined, streamsOf(1))).toBe(state);
  });
});
