import { describe, expect, it } from 'vitest';
import type { PeriodSummary } from '../../../../src/shared/contract/history.ts';
import type { Outcome } from '../../../../src/shared/contract/outcome.ts';
import type { LogEntry } from '../../../../src/shared/entities/event-log.ts';
import type { SpacecraftMode } from '../../../../src/shared/entities/spacecraft.ts';
import { TELEMETRY_CHANNELS, telemetryLevel } from '../../../../src/shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { openSession, type Session } from '../../../../src/worker/session/session.ts';
import { later, resumeOf, startMission, T0 } from '../../../support/mission.ts';
import { startScenario } from '../../../support/scenario.ts';

const contentOf = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
};

/** Returns the summary of a past that is available. */
function summaryOf(session: Session, from: EpochMs, to: EpochMs): PeriodSummary {
  const summary = contentOf(session.control.summary({ from, to }));
  if (!summary) throw new Error('the past is not there');
  return summary;
}

/** Observation of the mission, made every five seconds. */
interface Look {
  readonly time: EpochMs;
  readonly mode: SpacecraftMode | undefined;
  readonly faults: readonly string[];
  readonly downlinkedMb: number;
  readonly isOut: boolean;
}

const LOOK_MS = 5 * MS_PER_S;

function watch(session: Session, fromMs: number, toMs: number): readonly Look[] {
  const looks: Look[] = [];
  for (let ms = fromMs; ms <= toMs; ms += LOOK_MS) {
    session.advanceTo(later(ms));
    const { spacecraft, telemetry } = session.snapshot();
    const view = spacecraft.value;
    const newest = telemetry.value.at(-1);
    looks.push({
      time: later(ms),
      mode: view?.mode,
      faults: view?.faults.map(({ anomalyId, firstReport = anomalyId }) => firstReport) ?? [],
      downlinkedMb: view?.data.downlinkedMb ?? 0,
      isOut:
        newest !== undefined &&
        TELEMETRY_CHANNELS.some((channel) => telemetryLevel(channel, newest[channel]) !== 'nominal'),
    });
  }
  return looks;
}

/** Summarizes a period from observations. */
function noted(looks: readonly Look[], from: EpochMs, to: EpochMs) {
  const before = looks.findLast(({ time }) => time <= from);
  const within = looks.filter(({ time }) => time > from && time <= to);
  const known = new Set(before?.faults);
  const all = new Set([...known, ...within.flatMap(({ faults }) => faults)]);
  const last = within.at(-1) ?? before;
  return {
    faults: all.size,
    raised: [...all].filter((id) => !known.has(id)).length,
    ongoing: last?.faults.length ?? 0,
    recovered: all.size - (last?.faults.length ?? 0),
    downlinkedMb: (last?.downlinkedMb ?? 0) - (before?.downlinkedMb ?? 0),
  };
}

const HOURS = 4;

describe('the summary of a period', () => {
  const session = startMission({ seed: 11 });
  const looks = watch(session, 0, HOURS * MS_PER_H);

  it.each([
    ['an hour', 1, 2],
    ['another hour', 2, 3],
    ['the first hours', 0, 3],
    ['all of the mission', 0, HOURS],
  ])('counts what has been seen in %s', (_name, fromH, toH) => {
    const [from, to] = [later(fromH * MS_PER_H), later(toH * MS_PER_H)];
    const { downlinkedMb, ...counts } = noted(looks, from, to);
    const summary = summaryOf(session, from, to);
    expect(summary).toMatchObject({ from, to, ...counts });
    expect(summary.downlinkedMb).toBeCloseTo(downlinkedMb, 6);
    expect(summary.raised).toBeGreaterThan(0);
    expect(summary.recovered).toBeGreaterThan(0);
  });

  it('counts as much time out of limits as has been seen, to half a minute', () => {
    const [from, to] = [later(2 * MS_PER_H), later(3 * MS_PER_H)];
    const seen = looks.filter(({ time, isOut }) => isOut && time >= from && time < to).length * LOOK_MS;
    expect(seen).toBeGreaterThan(MS_PER_MIN);
    expect(Math.abs(summaryOf(session, from, to).outOfLimitsMs - seen)).toBeLessThanOrEqual(MS_PER_MIN / 2);
  });

  it('counts each new anomaly of the period once, and none that reports a known fault again', () => {
    const again = new Set(
      session
        .snapshot()
        .log.value.flatMap(({ text, of = [] }) =>
          /^New .* anomaly: The fault (has become worse|persists)/.test(text) ? of : [],
        ),
    );
    for (let hour = 0; hour < HOURS; hour++) {
      const [from, to] = [later(hour * MS_PER_H), later((hour + 1) * MS_PER_H)];
      const marks = contentOf(session.control.marks({ from, to }));
      const found = marks?.anomalies.filter(({ time, id }) => time > from && !again.has(id));
      expect(summaryOf(session, from, to).raised).toBe(found?.length);
    }
  });

  it('counts a fault that becomes worse as one, which has not recovered', () => {
    const { mission, inject, flyTo, time } = startScenario(1, T0);
    const from = time();
    for (let count = 0; count < 3; count += 1) {
      inject('gyro-drift');
      flyTo(addMs(time(), 2 * MS_PER_MIN));
    }
    const { anomalies, log } = mission.snapshot();
    const isNew = ({ text, time: at }: LogEntry) => at > from && /^New \w+ Attitude anomaly/.test(text);
    expect(log.value.filter(isNew)).toHaveLength(3);
    expect(
      anomalies.value.filter(({ type, status }) => type === 'Attitude' && status === 'Active'),
    ).toHaveLength(1);
    expect(summaryOf(mission, from, time())).toMatchObject({
      raised: 1,
      recovered: 0,
      ongoing: 1,
    });
  });

  it('adds up over the periods that follow each other', () => {
    const whole = summaryOf(session, T0, later(HOURS * MS_PER_H));
    const hours = Array.from({ length: HOURS }, (_, hour) =>
      summaryOf(session, later(hour * MS_PER_H), later((hour + 1) * MS_PER_H)),
    );
    const sum = (figure: 'raised' | 'downlinkedMb' | 'outOfLimitsMs') =>
      hours.reduce((total, one) => total + one[figure], 0);
    expect(sum('raised')).toBe(whole.raised);
    expect(sum('downlinkedMb')).toBeCloseTo(whole.downlinkedMb, 6);
    expect(sum('outOfLimitsMs')).toBe(whole.outOfLimitsMs);
  });

  it('begins with the past that is kept, and ends at the instant that is shown', () => {
    const end = later(HOURS * MS_PER_H);
    const long = summaryOf(session, later(-MS_PER_H), later(99 * MS_PER_H));
    expect(long).toEqual(summaryOf(session, T0, end));
    expect(session.control.summary({ from: end, to: later(99 * MS_PER_H) }).ok).toBe(false);
  });

  it('of a past instant knows nothing of what came later', () => {
    const shown = later(3 * MS_PER_H);
    const atThatTime = summaryOf(session, later(2 * MS_PER_H), shown);
    session.control.seek(shown);
    expect(summaryOf(session, later(2 * MS_PER_H), later(HOURS * MS_PER_H))).toEqual(atThatTime);
    session.control.seek();
  });

  it('is the same after the worker was replaced, once the past is there', () => {
    const [from, to] = [later(MS_PER_H), later(HOURS * MS_PER_H)];
    const whole = summaryOf(session, from, to);
    const resume = resumeOf(session);
    const next = openSession({ clock: { now: () => to }, seed: 999, resume });
    expect(contentOf(next.control.summary({ from, to }))).toBeUndefined();
    let asked = 0;
    let summary: PeriodSummary | undefined;
    while (summary === undefined && asked < 100) {
      summary = contentOf(next.control.summary({ from, to }));
      asked += 1;
    }
    expect(summary).toEqual(whole);
  });
});

describe('the summary of a branch', () => {
  let wall = T0;
  const session = openSession({ clock: { now: () => wall }, seed: 11 });
  const pass = (ms: number): void => {
    for (const end = later(ms, wall); wall < end; ) {
      wall = later(MS_PER_S, wall);
      session.advanceTo(wall);
    }
  };
  pass(MS_PER_H);
  session.control.takeOver();
  const from = session.snapshot().clock.value.time;
  pass(MS_PER_S);
  session.control.queueCommand({ name: 'Enter Safe Mode', scheduledTime: '2026-11-20T18:00' });
  const queued = session.snapshot().commands.value.at(-1);
  session.control.executeCommand(queued?.id ?? '');
  session.control.slowOnCritical(false);
  session.control.setRate(60);
  pass(MS_PER_MIN);
  session.control.setRate(0);
  const to = session.snapshot().clock.value.time;

  it('has its own command and the mode that it led to', () => {
    expect(to - from).toBeGreaterThanOrEqual(50 * MS_PER_MIN);
    const summary = summaryOf(session, from, to);
    expect(summary.commands).toBe(1);
    expect(summary.modes[0]).toMatchObject({ mode: 'SAFE' });
    expect((summary.modes[0]?.time ?? 0) - from).toBeLessThan(5 * MS_PER_MIN);
  });

  it('has what was before it from the mission that it left', () => {
    const [first, last] = [later(MS_PER_H / 2), later(MS_PER_H)];
    const before = summaryOf(session, first, last);
    session.control.showBranch('A');
    expect(summaryOf(session, first, last)).toEqual(before);
    expect(before.modes).toEqual([]);
    session.control.showBranch('B');
  });
});
