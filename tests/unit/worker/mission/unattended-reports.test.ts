import { describe, expect, it } from 'vitest';
import { TELEMETRY_PERIOD_MS } from '../../../../src/shared/entities/constants.ts';
import type { Anomaly } from '../../../../src/shared/entities/entities.ts';
import { EXPLANATION_LABELS, explanationLines } from '../../../../src/shared/entities/explanation.ts';
import { addMs, type EpochMs, MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { openSession } from '../../../../src/worker/session/session.ts';
import { later, T0 } from '../../../support/mission.ts';

const HOURS = 2;
/** `SEEDS` is their number. */
const SEEDS = Array.from({ length: Number(process.env.SEEDS ?? 1) }, (_, index) => index + 1);
/** Checks run on every sample, and between two of them, since a text outlives its sample. */
const BETWEEN_MS = TELEMETRY_PERIOD_MS - 1000;

/** Returns the next instant at a time of day, from the minute of `now` on; a time that has passed is a day away. */
function timeOfDay(hours: string, minutes: string, now: EpochMs): EpochMs {
  const minuteNow = Math.floor(now / MS_PER_MIN) * MS_PER_MIN;
  const midnight = Math.floor(now / MS_PER_DAY) * MS_PER_DAY;
  const time = midnight + Number(hours) * MS_PER_H + Number(minutes) * MS_PER_MIN;
  return (time < minuteNow ? time + MS_PER_DAY : time) as EpochMs;
}

const LEAD = / in about (?:(\d+) h )?(\d+) (min|s) \((\d\d):(\d\d) UTC\)/g;
/** Future times have no seconds; past ones do. */
const TIME = /(?<!:)\b(\d\d):(\d\d) UTC/g;

/** Returns what is wrong in an open anomaly's statements about the future. */
function wrongTimes({ aiExplanation }: Anomaly, now: EpochMs): readonly string[] {
  const passed = [...aiExplanation.matchAll(TIME)]
    .filter(([, hours = '', minutes = '']) => timeOfDay(hours, minutes, now) - now > 13 * MS_PER_H)
    .map(([time]) => `${time} has passed`);
  const apart = [...aiExplanation.matchAll(LEAD)].filter(
    ([, hours, amount, unit, atHour = '', atMinute = '']) => {
      const leadMs = Number(hours ?? 0) * MS_PER_H + Number(amount) * (unit === 's' ? 1000 : MS_PER_MIN);
      const named = timeOfDay(atHour, atMinute, now);
      // Both are rounded to a minute.
      return Math.abs(named - now - leadMs) > 1.5 * MS_PER_MIN;
    },
  );
  return [...passed, ...apart.map(([text]) => `${text} disagrees`)];
}

describe.each(SEEDS)(`a mission left alone for ${HOURS} h, seed %d`, (seed) => {
  it('names no past minute, and every forecast agrees with its time', () => {
    const mission = openSession({ clock: { now: () => T0 }, seed });
    const problems = new Set<string>();
    let forecasts = 0;
    const look = (now: EpochMs): void => {
      mission.advanceTo(now);
      for (const anomaly of mission.snapshot().anomalies.value) {
        if (anomaly.status === 'Resolved') continue;
        forecasts += [...anomaly.aiExplanation.matchAll(TIME)].length;
        for (const problem of wrongTimes(anomaly, now)) {
          problems.add(`${new Date(now).toISOString()} ${anomaly.id}: ${problem}`);
        }
        const lines = explanationLines(anomaly.aiExplanation);
        if (lines.map(({ label }) => label).join() !== EXPLANATION_LABELS.join())
          problems.add(anomaly.aiExplanation);
      }
    };
    for (let time = T0; time < later(HOURS * MS_PER_H); time = addMs(time, TELEMETRY_PERIOD_MS)) {
      look(time);
      look(addMs(time, BETWEEN_MS));
    }
    expect([...problems].slice(0, 10)).toEqual([]);
    expect(forecasts).toBeGreaterThan(100);
  });

  it('has no future times in anomalies, texts or the log after the clock moves back', () => {
    const mission = openSession({ clock: { now: () => T0 }, seed });
    for (let minutes = 5; minutes <= 60; minutes += 5) mission.advanceTo(later(minutes * MS_PER_MIN));
    const before = mission.snapshot().anomalies.value;
    const back = later(-3 * MS_PER_H);
    mission.advanceTo(back);
    const { anomalies, log } = mission.snapshot();
    for (const [index, anomaly] of anomalies.value.entries()) {
      expect(anomaly.timestamp).toBeLessThanOrEqual(back);
      expect(anomaly.timestamp).toBe((before[index]?.timestamp ?? 0) - 4 * MS_PER_H);
    }
    const times = log.value.map(({ time }) => time);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(Math.max(...times)).toBe(back);
    for (let minutes = 1; minutes <= 20; minutes += 1) {
      const now = addMs(back, minutes * MS_PER_MIN);
      mission.advanceTo(now);
      for (const anomaly of mission.snapshot().anomalies.value) {
        if (anomaly.status !== 'Resolved')
          expect(wrongTimes(anomaly, now), anomaly.aiExplanation).toEqual([]);
      }
    }
  });
});

describe('an anomaly resolved while its fault persists', () => {
  it('is in the past tense, and its fault raises no other one while it persists', () => {
    const mission = openSession({ clock: { now: () => T0 }, seed: 1, profile: 'none' });
    const listed = () => mission.snapshot().anomalies.value;
    mission.advanceTo(later(20_000));
    const id = listed()[0]?.id ?? '';
    expect(mission.control.resolveAnomaly(id)).toMatchObject({ ok: true });
    const closed = listed()[0];
    expect(closed?.message).toBe('Signal anomaly resolved at 12:00:20 UTC while its fault persisted.');
    mission.advanceTo(later(10 * MS_PER_MIN));
    // No retry is under way any more.
    const { retriedUntil: _, ...report } = closed ?? {};
    expect(listed()[0]).toEqual(report);
    const acting = mission.snapshot().spacecraft.value?.faults.map(({ anomalyId }) => anomalyId);
    expect(acting).toEqual([id]);
    expect(mission.snapshot().performance.value.anomalyCount).toBe(1);
  });
});
