import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANOMALY_SEVERITIES, ANOMALY_STATUSES, type Anomaly } from '../../../../src/shared/entities.ts';
import { degrees, type EpochMs, MS_PER_DAY, MS_PER_S, toRadians } from '../../../../src/shared/units.ts';
import type { Faults } from '../../../../src/worker/anomalies/anomalies.ts';
import { initialCommands } from '../../../../src/worker/initial-state/sample-data.ts';
import { streamsOf } from '../../../../src/worker/kit/random.ts';
import { countCommands } from '../../../../src/worker/operations/commands.ts';
import { createPropagators } from '../../../../src/worker/orbit/propagators.ts';
import { type Environment, environmentAt } from '../../../../src/worker/spacecraft/environment.ts';
import { INITIAL_SPACECRAFT, type SpacecraftState } from '../../../../src/worker/spacecraft/model.ts';
import { downlinkMbPerS } from '../../../../src/worker/spacecraft/radio.ts';
import {
  ANOMALY_PENALTIES,
  CHANNEL_PENALTIES,
  measurePerformance,
  type PerformanceInput,
} from '../../../../src/worker/state/performance.ts';
import {
  beginTelemetry,
  coast,
  estimateDownlinkedMb,
  type TelemetryState,
} from '../../../../src/worker/telemetry/telemetry.ts';
import { SUNLIT } from '../../../support/environment.ts';
import { later, T0 } from '../../../support/mission.ts';
import { stepSpacecraft } from '../../../support/spacecraft.ts';
import { sample } from '../../../support/telemetry.ts';

const NOMINAL = sample(0, { signalStrength: 60 });

const anomaly = (severity: Anomaly['severity'], status: Anomaly['status'] = 'Active'): Anomaly => ({
  id: 'anomaly-1',
  timestamp: T0,
  type: 'Signal',
  severity,
  message: '',
  aiExplanation: '',
  status,
});

/** A fault behind each anomaly, which acts. */
const recordsOf = (anomalies: readonly Anomaly[]): Faults =>
  Object.fromEntries(
    anomalies.map(({ id }) => [
      id,
      {
        name: 'weak-cell',
        since: T0,
        plan: { course: 'lasting' },
        reported: {
          phase: 'seen',
          causes: ['weak-cell'],
          channel: 'batteryVoltage',
          time: T0,
          status: 'Active',
        },
      },
    ]),
  );

type Told = Partial<Omit<PerformanceInput, 'anomalies'>> & {
  readonly anomalies?: readonly Anomaly[];
  /** Whether the faults of the anomalies act. */
  readonly areActing?: boolean;
};

const measure = ({ anomalies = [], areActing = true, ...input }: Told = {}, time: EpochMs = T0) =>
  measurePerformance(
    {
      startTime: later(-7 * MS_PER_DAY),
      commandCount: 0,
      telemetry: [NOMINAL],
      telemetryPeriodMs: 5000,
      anomalies: { anomalies, faults: areActing ? recordsOf(anomalies) : {} },
      spacecraft: INITIAL_SPACECRAFT,
      ...input,
    },
    time,
  );

describe('the figures of spec §3', () => {
  it('are those of a mission that began 7 days ago (spec §9)', () => {
    const commandCount = countCommands(initialCommands(T0));
    const spacecraft = { arrayEfficiency: 0.75, downlinkedMb: 1234.5 };
    expect(measure({ commandCount, spacecraft, anomalies: [anomaly('High', 'Resolved')] })).toEqual({
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

  it('count Active anomalies, and Acknowledged ones while their fault persists', () => {
    const anomalies = ANOMALY_STATUSES.map((status) => anomaly('Low', status));
    expect(measure({ anomalies }).anomalyCount).toBe(2);
    expect(measure({ anomalies, areActing: false }).anomalyCount).toBe(1);
  });

  it('have no uptime before the start', () => {
    expect(measure({ startTime: later(1) }).missionUptime).toBe(0);
  });
});

describe('system health', () => {
  it.each<[string, Told, number]>([
    ['everything nominal', {}, 100],
    ['a Low anomaly', { anomalies: [anomaly('Low')] }, 98],
    ['a Medium one that is acknowledged', { anomalies: [anomaly('Medium', 'Acknowledged')] }, 95],
    ['a High one', { anomalies: [anomaly('High')] }, 90],
    ['a Critical one', { anomalies: [anomaly('Critical')] }, 80],
    ['a Critical one whose fault is over', { anomalies: [anomaly('Critical')], areActing: false }, 99],
    [
      'one that is acknowledged and whose fault is over',
      { anomalies: [anomaly('Critical', 'Acknowledged')], areActing: false },
      100,
    ],
    ['a Critical one that is resolved', { anomalies: [anomaly('Critical', 'Resolved')] }, 100],
    ['one of each severity', { anomalies: ANOMALY_SEVERITIES.map((severity) => anomaly(severity)) }, 63],
    ['a channel at warning', { telemetry: [{ ...NOMINAL, temperature: 41 }] }, 95],
    ['a channel at critical', { telemetry: [{ ...NOMINAL, batteryVoltage: 19 }] }, 85],
    ['both', { telemetry: [{ ...NOMINAL, batteryVoltage: 19, temperature: 41 }] }, 80],
    ['a channel that was at critical before', { telemetry: [{ ...NOMINAL, temperature: 99 }, NOMINAL] }, 100],
    ['five channels that nobody can vouch for', { telemetry: [] }, 75],
    ['more than it can bear', { anomalies: Array.from({ length: 10 }, () => anomaly('Critical')) }, 0],
  ])('with %s', (_case, input, health) => {
    expect(measure(input).systemHealth).toBe(health);
  });

  it('counts stale telemetry as unknown', () => {
    expect(measure({}, later(12_500)).systemHealth).toBe(100);
    expect(measure({}, later(12_501)).systemHealth).toBe(75);
  });

  it('allows telemetry sent every 30 s two and a half periods', () => {
    expect(measure({ telemetryPeriodMs: 30_000 }, later(75_000)).systemHealth).toBe(100);
    expect(measure({ telemetryPeriodMs: 30_000 }, later(75_001)).systemHealth).toBe(75);
  });

  it('is a percentage, and never better with another anomaly or a higher severity', () => {
    const severities = fc.array(fc.constantFrom(...ANOMALY_SEVERITIES), { maxLength: 12 });
    const healthOf = (list: readonly Anomaly['severity'][]) =>
      measure({ anomalies: list.map((severity) => anomaly(severity)) }).systemHealth;
    fc.assert(
      fc.property(severities, fc.constantFrom(...ANOMALY_SEVERITIES), (list, severity) => {
        const health = healthOf(list);
        expect(health).toBeGreaterThanOrEqual(0);
        expect(health).toBeLessThanOrEqual(100);
        expect(healthOf([...list, severity])).toBeLessThanOrEqual(health);
      }),
      { seed: 1 },
    );
    const penalties = ANOMALY_SEVERITIES.map((severity) => ANOMALY_PENALTIES[severity]);
    expect(penalties).toEqual([...penalties].sort((one, other) => one - other));
    expect(CHANNEL_PENALTIES.critical).toBeGreaterThan(CHANNEL_PENALTIES.warning);
    expect(CHANNEL_PENALTIES.nominal).toBe(0);
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
