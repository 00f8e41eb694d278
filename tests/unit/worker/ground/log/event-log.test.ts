import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TelemetrySample } from '../../../../../src/shared/entities/entities.ts';
import { LOG_CAP } from '../../../../../src/shared/entities/event-log.ts';
import type { SpacecraftMode } from '../../../../../src/shared/entities/spacecraft.ts';
import {
  TELEMETRY_CHANNELS,
  type TelemetryChannel,
  telemetryLevel,
} from '../../../../../src/shared/entities/telemetry-channels.ts';
import {
  appendLog,
  type EventLog,
  type LogDraft,
  limitEvents,
  playbackEvents,
} from '../../../../../src/worker/ground/log/event-log.ts';
import type { LimitWatches } from '../../../../../src/worker/ground/telemetry/limit-watch.ts';
import { later, T0 } from '../../../../support/mission.ts';
import { NOMINAL } from '../../../../support/telemetry.ts';

const draft = (text: string): LogDraft => ({ kind: 'Mission', level: 'info', text });

/** Time for which each reading is held: longer than every delay. */
const HELD_S = 150;

/** Reports a channel's readings in sequence, each held until its delay is over. */
function reporter(channel: TelemetryChannel) {
  let limits: LimitWatches | undefined;
  let atS = 0;
  return (value: number, mode: SpacecraftMode = 'NOMINAL', heldS = HELD_S): readonly LogDraft[] => {
    const until = atS + heldS;
    const drafts: LogDraft[] = [];
    for (; atS < until; atS += 5) {
      const step = limitEvents(limits, { ...NOMINAL, timestamp: later(1000 * atS), [channel]: value }, mode);
      limits = step.limits;
      drafts.push(...step.drafts);
    }
    return drafts;
  };
}

/** Returns the log entries of a channel's readings in sequence, each held for as long. */
function told(channel: TelemetryChannel, readings: readonly number[], heldS?: number): readonly string[] {
  const report = reporter(channel);
  return readings.flatMap((value) =>
    report(value, 'NOMINAL', heldS).map(({ level, text }) => `${level}: ${text}`),
  );
}

describe('the event log', () => {
  it('numbers and dates what is added, and is the same log when nothing is', () => {
    const log = appendLog([], [draft('one'), draft('two')], T0);
    expect(log).toEqual([
      { id: 1, time: T0, ...draft('one') },
      { id: 2, time: T0, ...draft('two') },
    ]);
    expect(appendLog(log, [], later(1000))).toBe(log);
  });

  it('keeps the newest entries, with ids that ascend over its whole life', () => {
    const counts = fc.array(fc.integer({ min: 0, max: 260 }), { maxLength: 8 });
    fc.assert(
      fc.property(counts, (sizes) => {
        let log: EventLog = [];
        let total = 0;
        for (const size of sizes) {
          const drafts = Array.from({ length: size }, () => draft(`entry ${++total}`));
          log = appendLog(log, drafts, T0);
        }
        const kept = Math.min(total, LOG_CAP);
        expect(log.map(({ id }) => id)).toEqual(Array.from(log, (_, index) => total - kept + index + 1));
        expect(log.map(({ text }) => text)).toEqual(log.map(({ id }) => `entry ${id}`));
        expect(log).toHaveLength(kept);
      }),
      { seed: 1 },
    );
  });
});

describe('limit events (limits of spec §9)', () => {
  it('report each level change, with the limit and the reading', () => {
    expect(told('batteryVoltage', [28, 21.8, 21, 19.5, 21, 22.6])).toEqual([
      'warning: Battery voltage below the warning limit of 22 V: 21.80 V',
      'critical: Battery voltage below the critical limit of 20 V: 19.50 V',
      'warning: Battery voltage no longer critical, still below the warning limit of 22 V: 21.00 V',
      'success: Battery voltage back in limits: 22.60 V',
    ]);
    expect(told('temperature', [15, 41, 61, 20, -21])).toEqual([
      'warning: Bus temperature above the warning limit of 40 °C: 41.0 °C',
      'critical: Bus temperature above the critical limit of 60 °C: 61.0 °C',
      'success: Bus temperature back in limits: 20.0 °C',
      'warning: Bus temperature below the warning limit of −20 °C: −21.0 °C',
    ]);
    expect(told('attitudeStability', [0.4, 3.1])).toEqual([
      'critical: Attitude deviation above the critical limit of 3°: 3.10°',
    ]);
    expect(told('solarOutput', [600, 0, 600])).toEqual([]);
  });

  it('report a level held by its deadband alone, without a limit', () => {
    expect(told('batteryVoltage', [19.5, 22.05])[1]).toBe(
      'warning: Battery voltage at warning level: 22.05 V',
    );
  });

  it('have a kind of their own', () => {
    const report = reporter('batteryVoltage');
    const kinds = [19.5, 22.05, 24].flatMap((reading) => report(reading).map(({ kind }) => kind));
    expect(kinds).toEqual(['Limit', 'Limit', 'Limit']);
  });

  it('never contradict themselves by rounding', () => {
    expect(told('batteryVoltage', [28, 21.9999])).toEqual([
      'warning: Battery voltage below the warning limit of 22 V: 21.99 V',
    ]);
    expect(told('attitudeStability', [1, 1.5001])).toEqual([
      'warning: Attitude deviation above the warning limit of 1.5°: 1.51°',
    ]);
  });

  it('report at the start what is already out of limits', () => {
    expect(told('signalStrength', [45])).toEqual([
      'warning: Signal strength below the warning limit of 50 %: 45.0 %',
    ]);
  });

  it('are not caused by noise at a limit', () => {
    expect(told('signalStrength', [50.4, 49.6, 50.5, 49.5, 51, 49.9, 50.2])).toHaveLength(1);
    expect(told('signalStrength', [49.6, 52.1])).toHaveLength(2);
  });

  it('keep their state over a non-finite reading', () => {
    expect(told('temperature', [15, Number.NaN, 41, Number.NaN, 41])).toHaveLength(1);
  });

  it('have the level of the card, or keep it within the deadband', () => {
    const reading = fc.double({ min: -80, max: 100, noNaN: true });
    const channel = fc.constantFrom(...TELEMETRY_CHANNELS);
    fc.assert(
      fc.property(channel, fc.array(reading, { maxLength: 30 }), (name, readings) => {
        let limits: LimitWatches | undefined;
        let atS = 0;
        for (const value of readings) {
          for (const until = atS + HELD_S; atS < until; atS += 5) {
            const before = limits;
            const sample = { ...NOMINAL, timestamp: later(1000 * atS), [name]: value };
            const step = limitEvents(before, sample, 'NOMINAL');
            limits = step.limits;
            expect(step.limits === before).toBe(before !== undefined && before[name] === limits[name]);
            expect(step.drafts.length).toBe(
              (before?.[name].level ?? 'nominal') === limits[name].level ? 0 : 1,
            );
          }
          const rank = { nominal: 0, warning: 1, critical: 2, unknown: 3 };
          const level = limits?.[name].level ?? 'nominal';
          expect(rank[level]).toBeGreaterThanOrEqual(rank[telemetryLevel(name, value)]);
        }
      }),
      { seed: 1 },
    );
  });
});

describe('limit events of played-back samples', () => {
  const at = (atS: number, temperature: number): TelemetrySample => ({
    ...NOMINAL,
    timestamp: later(atS * 1000),
    temperature,
  });
  /** Returns samples of one temperature, every 5 s. */
  const held = (fromS: number, toS: number, temperature: number): readonly TelemetrySample[] =>
    Array.from({ length: (toS - fromS) / 5 }, (_, index) => at(fromS + 5 * index, temperature));
  /** Returns the log entries of a playback, after samples that were received and logged as they came. */
  function told(
    received: readonly TelemetrySample[],
    played: readonly TelemetrySample[],
    newest: TelemetrySample,
  ) {
    let limits: LimitWatches | undefined;
    for (const sample of received) ({ limits } = limitEvents(limits, sample, 'NOMINAL'));
    const step = playbackEvents(limits, { received, played, newest }, ['NOMINAL', 'NOMINAL']);
    expect(step.limits).toEqual(limitEvents(step.limits, newest, 'NOMINAL').limits);
    return step.drafts.map(({ text }) => text);
  }

  it('cover a gap without a link, each with the time of its sample, and continue with the newest', () => {
    const gap = [
      ...held(5, 120, 15),
      ...held(120, 240, 41),
      ...held(240, 360, 62),
      ...held(360, 480, 45),
      ...held(480, 540, 20),
    ];
    expect(told([at(0, 15)], gap, at(540, 20))).toEqual([
      'Bus temperature above the warning limit of 40 °C: 41.0 °C, at 12:02:10 UTC, played back',
      'Bus temperature above the critical limit of 60 °C: 62.0 °C, at 12:04:10 UTC, played back',
      'Bus temperature no longer critical, still above the warning limit of 40 °C: 45.0 °C, at 12:07:00 UTC, played back',
      'Bus temperature back in limits: 20.0 °C',
    ]);
    expect(told([at(0, 15)], [at(5, 15), ...held(10, 25, 41)], at(30, 45))).toEqual([
      'Bus temperature above the warning limit of 40 °C: 41.0 °C, at 12:00:20 UTC, played back',
    ]);
    expect(told([at(0, 45)], [at(5, 45), at(10, 45)], at(30, 45))).toEqual([]);
  });

  it('omit changes reported before, and report those between samples', () => {
    const received = [at(0, 15), at(300, 45), at(600, 45)];
    const newest = at(660, 45);
    const shown = [...held(5, 200, 15), ...held(200, 300, 41), ...held(305, 600, 46), at(605, 45)];
    expect(told(received, shown, newest)).toEqual([]);
    expect(told(received, [...held(100, 160, 62), ...held(160, 300, 45)], newest)).toEqual([
      'Bus temperature above the critical limit of 60 °C: 62.0 °C, at 12:01:50 UTC, played back',
      'Bus temperature no longer critical, still above the warning limit of 40 °C: 45.0 °C, at 12:03:40 UTC, played back',
    ]);
    const shortly = [at(0, 45), at(300, 45), at(600, 45)];
    expect(told(shortly, [...held(320, 405, 30), ...held(405, 600, 44)], newest)).toEqual([
      'Bus temperature back in limits: 30.0 °C, at 12:06:20 UTC, played back',
      'Bus temperature above the warning limit of 40 °C: 44.0 °C, at 12:06:55 UTC, played back',
    ]);
  });

  it('are those of the newest sample without playback', () => {
    expect(told([at(0, 15), at(5, 41), at(10, 41)], [], at(15, 41))).toEqual([
      'Bus temperature above the warning limit of 40 °C: 41.0 °C',
    ]);
  });
});

describe('the delays of a limit', () => {
  it.each([
    ['batteryVoltage', 21.5, 10],
    ['signalStrength', 45, 10],
    ['temperature', 45, 10],
    ['attitudeStability', 2, 20],
  ] as const)('report %s at %d once it has stayed there for %d s', (channel, value, delayS) => {
    const report = reporter(channel);
    report(NOMINAL[channel]);
    expect(report(value, 'NOMINAL', delayS)).toEqual([]);
    expect(report(NOMINAL[channel])).toEqual([]);
    expect(report(value, 'NOMINAL', delayS + 5).map(({ level }) => level)).toEqual(['warning']);
  });

  it('report a channel as back once it has stayed inside for as long, and nothing twice within a minute', () => {
    const report = reporter('signalStrength');
    report(60);
    expect(report(45)).toHaveLength(1);
    for (let swing = 0; swing < 10; swing += 1) {
      expect(report(60, 'NOMINAL', 60)).toEqual([]);
      expect(report(45, 'NOMINAL', 60)).toEqual([]);
    }
    expect(report(60).map(({ text }) => text)).toEqual(['Signal strength back in limits: 60.0 %']);
  });

  it('report the level that every reading has at least shown', () => {
    expect(told('temperature', [15, 41], 5)).toEqual([]);
    const report = reporter('temperature');
    report(15);
    report(62, 'NOMINAL', 5);
    expect(report(41, 'NOMINAL', 10).map(({ level }) => level)).toEqual(['warning']);
  });
});

describe('a reading that a mode takes beyond a limit by design', () => {
  it.each([
    [
      'attitudeStability',
      2,
      'Attitude deviation above the warning limit of 1.5°: 2.00°, by design in SAFE mode',
    ],
    ['signalStrength', 45, 'Signal strength below the warning limit of 50 %: 45.0 %, by design in SAFE mode'],
  ] as const)('is information once for %s, until it is back in limits', (channel, value, text) => {
    const report = reporter(channel);
    report(NOMINAL[channel]);
    expect(report(value, 'SAFE')).toEqual([{ kind: 'Limit', level: 'info', text }]);
    expect(report(NOMINAL[channel], 'SAFE')).toEqual([]);
    expect(report(value, 'SAFE')).toEqual([]);
    expect(report(value, 'NOMINAL', 60)).toEqual([]);
    expect(report(NOMINAL[channel]).map(({ level }) => level)).toEqual(['success']);
    expect(report(value).map(({ level }) => level)).toEqual(['warning']);
  });

  it('is a warning beyond what the mode causes, and in NOMINAL mode once it has had time to settle', () => {
    const report = reporter('attitudeStability');
    report(0.5);
    report(2, 'SAFE');
    expect(report(4, 'SAFE').map(({ level }) => level)).toEqual(['critical']);
    expect(report(2, 'SAFE').map(({ level }) => level)).toEqual(['info']);
    expect(report(2, 'NOMINAL', 180)).toEqual([]);
    expect(report(2).map(({ level }) => level)).toEqual(['warning']);
  });

  it('names the anomaly that has a share in it', () => {
    const explain = () => ({ text: 'partly because of the Attitude anomaly of 12:03:00 UTC', of: ['a'] });
    const sample = { ...NOMINAL, attitudeStability: 2.4 };
    expect(limitEvents(undefined, sample, 'SAFE', explain).drafts).toEqual([
      {
        kind: 'Limit',
        level: 'info',
        text: 'Attitude deviation above the warning limit of 1.5°: 2.40°, by design in SAFE mode, partly because of the Attitude anomaly of 12:03:00 UTC',
        of: ['a'],
      },
    ]);
  });

  it('says so of one that was out of limits before', () => {
    const report = reporter('attitudeStability');
    report(0.5);
    expect(report(2.4).map(({ level }) => level)).toEqual(['warning']);
    expect(report(2.4, 'SAFE').map(({ text }) => text)).toEqual([
      'Attitude deviation above the warning limit of 1.5°: 2.40°, by design in SAFE mode',
    ]);
  });
});
