import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TelemetrySample } from '../../../../../src/shared/entities/entities.ts';
import { LOG_CAP } from '../../../../../src/shared/entities/event-log.ts';
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
import type { LimitStates } from '../../../../../src/worker/ground/telemetry/limit-deadband.ts';
import { later, T0 } from '../../../../support/mission.ts';
import { NOMINAL } from '../../../../support/telemetry.ts';

const draft = (text: string): LogDraft => ({ kind: 'Mission', level: 'info', text });

/** Returns the log entries of a channel's readings in sequence. */
function told(channel: TelemetryChannel, readings: readonly number[]): readonly string[] {
  let levels: LimitStates | undefined;
  return readings.flatMap((value) => {
    const step = limitEvents(levels, { ...NOMINAL, [channel]: value });
    levels = step.levels;
    return step.drafts.map(({ level, text }) => `${level}: ${text}`);
  });
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
    let levels: LimitStates | undefined;
    const kinds = [19.5, 22.05, 24].flatMap((batteryVoltage) => {
      const step = limitEvents(levels, { ...NOMINAL, batteryVoltage });
      levels = step.levels;
      return step.drafts.map(({ kind }) => kind);
    });
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
        let levels: LimitStates | undefined;
        for (const value of readings) {
          const before = levels;
          const step = limitEvents(before, { ...NOMINAL, [name]: value });
          levels = step.levels;
          const rank = { nominal: 0, warning: 1, critical: 2, unknown: 3 };
          expect(rank[levels[name]]).toBeGreaterThanOrEqual(rank[telemetryLevel(name, value)]);
          expect(step.levels === before).toBe(before !== undefined && before[name] === levels[name]);
          expect(step.drafts.length).toBe((before?.[name] ?? 'nominal') === levels[name] ? 0 : 1);
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
  /** Returns the log entries of a playback, after samples that were received and logged as they came. */
  function told(
    received: readonly TelemetrySample[],
    played: readonly TelemetrySample[],
    newest: TelemetrySample,
  ) {
    let levels: LimitStates | undefined;
    for (const sample of received) levels = limitEvents(levels, sample).levels;
    const step = playbackEvents(levels, { received, played, newest });
    expect(step.levels).toEqual(limitEvents(step.levels, newest).levels);
    return step.drafts.map(({ text }) => text);
  }

  it('cover a gap without a link, each with the time of its sample, and continue with the newest', () => {
    const gap = [at(5, 15), at(10, 41), at(15, 62), at(20, 45), at(25, 45)];
    expect(told([at(0, 15)], gap, at(30, 20))).toEqual([
      'Bus temperature above the warning limit of 40 °C: 41.0 °C, at 12:00:10 UTC, played back',
      'Bus temperature above the critical limit of 60 °C: 62.0 °C, at 12:00:15 UTC, played back',
      'Bus temperature no longer critical, still above the warning limit of 40 °C: 45.0 °C, at 12:00:20 UTC, played back',
      'Bus temperature back in limits: 20.0 °C',
    ]);
    expect(told([at(0, 15)], [at(5, 15), at(10, 41)], at(30, 45))).toEqual([
      'Bus temperature above the warning limit of 40 °C: 41.0 °C, at 12:00:10 UTC, played back',
    ]);
    expect(told([at(0, 45)], [at(5, 45), at(10, 45)], at(30, 45))).toEqual([]);
  });

  it('omit changes reported before, and report those between samples', () => {
    const received = [at(0, 15), at(30, 45), at(60, 45)];
    expect(told(received, [at(10, 15), at(20, 41), at(40, 46), at(70, 45)], at(80, 45))).toEqual([]);
    expect(told(received, [at(10, 62), at(20, 45)], at(80, 45))).toEqual([
      'Bus temperature above the critical limit of 60 °C: 62.0 °C, at 12:00:10 UTC, played back',
      'Bus temperature no longer critical, still above the warning limit of 40 °C: 45.0 °C, at 12:00:20 UTC, played back',
    ]);
    expect(told(received, [at(40, 30), at(50, 44)], at(80, 45))).toEqual([
      'Bus temperature back in limits: 30.0 °C, at 12:00:40 UTC, played back',
      'Bus temperature above the warning limit of 40 °C: 44.0 °C, at 12:00:50 UTC, played back',
    ]);
  });

  it('are those of the newest sample without playback', () => {
    expect(told([at(0, 15)], [], at(5, 41))).toEqual([
      'Bus temperature above the warning limit of 40 °C: 41.0 °C',
    ]);
  });
});
