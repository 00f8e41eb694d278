import { describe, expect, it } from 'vitest';
import type { ShiftReport } from '../../../../../src/shared/contract/history.ts';
import type { TimeRange } from '../../../../../src/shared/kit/units.ts';
import { MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { createMission, type Mission } from '../../../../../src/worker/mission/mission.ts';
import type { Session } from '../../../../../src/worker/session/session.ts';
import { later, startMission, T0 } from '../../../../support/mission.ts';

const SEED = 2;
const STEP_MS = 5 * MS_PER_S;
const PERIOD: TimeRange = { from: later(0.5 * MS_PER_H), to: later(2 * MS_PER_H) };
/** When the operator enters safe mode. */
const SAFE_AT = later(MS_PER_H);

/** Asks as the page does, until the flights have ended. */
function reportOf(
  session: Session,
  period: TimeRange,
): { readonly report: ShiftReport; readonly asked: number } {
  for (let asked = 1; ; asked += 1) {
    const outcome = session.control.shiftReport(period);
    if (!outcome.ok) throw new Error(outcome.message);
    if (outcome.value) return { report: outcome.value, asked };
    if (asked > 1000) throw new Error('never known');
  }
}

/** A mission of its own, flown without the session: unattended, or the duty crew from the start of the period on. */
function flown(holder?: 'duty crew'): Mission {
  const mission = createMission({ seed: SEED, startTime: T0 });
  mission.advanceTo(PERIOD.from);
  if (holder) mission.apply({ kind: 'operation', name: 'handOverConsole', input: holder });
  return mission;
}

const downlinkedMb = (mission: Mission): number =>
  mission.snapshot().spacecraft.value?.data.downlinkedMb ?? 0;

/** Read only; a test that shows another instant of it returns to its end. */
const OWN = startMission({ seed: SEED });
OWN.advanceTo(SAFE_AT);
OWN.control.sendCommand({ name: 'Enter Safe Mode' });
OWN.advanceTo(PERIOD.to);
const REPORT = reportOf(OWN, PERIOD).report;

describe('the report of a shift', () => {
  it('has the same period unattended and with the duty crew, as a mission of its own flies it', () => {
    for (const [figures, mission] of [
      [REPORT.unattended, flown()],
      [REPORT.crew, flown('duty crew')],
    ] as const) {
      const before = downlinkedMb(mission);
      mission.advanceTo(PERIOD.to);
      expect(figures.downlinkedMb).toBeCloseTo(downlinkedMb(mission) - before, 6);
      expect(figures).toMatchObject(PERIOD);
    }
    expect(REPORT.unattended.commands).toBe(0);
    expect(REPORT.crew.commands).toBeGreaterThan(0);
  });

  it('has what the mission of the duty crew logs, shows and counts of its faults and commands', () => {
    const { crew } = REPORT;
    const mission = flown('duty crew');
    let payloadOnMs = 0;
    for (let time = PERIOD.from; time < PERIOD.to; time = later(STEP_MS, time)) {
      if ((mission.snapshot().spacecraft.value?.loads.payloadW ?? 0) > 0) payloadOnMs += STEP_MS;
      mission.advanceTo(later(STEP_MS, time));
    }
    const { log, verifications, commands } = mission.snapshot();
    const countOf = (who: RegExp): number =>
      log.value
        .filter(({ time, text }) => time > PERIOD.from && who.test(text))
        .reduce((sum, { of = [] }) => sum + of.length, 0);
    expect(crew.payloadOnMs).toBe(payloadOnMs);
    expect(crew.cleared).toEqual({
      byFdir: countOf(/^On-board FDIR has cleared/),
      byCommand: countOf(/^(?!On-board FDIR).* has cleared the fault/),
    });
    expect(crew.cleared.byFdir).toBeGreaterThan(0);
    expect(crew.cleared.byCommand).toBeGreaterThan(0);
    expect(crew.cleared.byFdir + crew.cleared.byCommand).toBe(crew.recovered);
    const executed = new Set(
      commands.value.flatMap(({ id, executionTime = 0 }) => (executionTime > PERIOD.from ? [id] : [])),
    );
    expect(crew.unconfirmed).toBe(
      verifications.value.filter(
        ({ commandId, verdict }) => verdict === 'not confirmed' && executed.has(commandId),
      ).length,
    );
  });

  it('has the anomalies that asked for action and the median answer, as the mission shows them', () => {
    const to = PERIOD.to;
    const session = startMission({ seed: SEED });
    session.advanceTo(to);
    const { crew } = reportOf(session, { from: later(-MS_PER_H, to), to }).report;
    const mission = createMission({ seed: SEED, startTime: T0 });
    mission.advanceTo(later(-MS_PER_H, to));
    mission.apply({ kind: 'operation', name: 'handOverConsole', input: 'duty crew' });
    mission.advanceTo(to);
    const { inLastHour, answeredInMs } = mission.snapshot().anomalyLoad.value;
    expect(crew.asked).toBe(inLastHour);
    expect(crew.answeredInMs).toBe(answeredInMs);
    expect(answeredInMs).toBeGreaterThan(0);
  });

  it('has what the operator did: safe mode costs data and time outside NOMINAL', () => {
    const { own: figures, crew } = REPORT;
    expect(figures.commands).toBe(1);
    expect(figures.downlinkedMb).toBeLessThan(crew.downlinkedMb);
    expect(figures.notNominalMs).toBeGreaterThan(10 * MS_PER_MIN);
    expect(figures.notNominalMs).toBeLessThanOrEqual(PERIOD.to - SAFE_AT);
  });

  it('sums a channel out of limits to no more than all of them', () => {
    const { own: figures } = REPORT;
    const each = Object.values(figures.outOfLimits);
    expect(Math.max(...each)).toBeLessThanOrEqual(figures.outOfLimitsMs);
    expect(each.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(figures.outOfLimitsMs);
    expect(figures.outOfLimits.attitudeStability).toBeGreaterThan(0); // safe mode points coarsely
  });

  it('has what an instructor has done in each hand', () => {
    const session = startMission({ seed: SEED, profile: 'none' });
    session.advanceTo(later(MS_PER_H));
    const fault = { fault: 'wheel-failing', course: 'lasting' } as const;
    expect(session.control.instruct({ act: fault }).ok).toBe(true);
    const when = { at: later(1.5 * MS_PER_H) };
    expect(session.control.instruct({ act: { ...fault, fault: 'open-string' }, when }).ok).toBe(true);
    session.advanceTo(PERIOD.to);
    const { report } = reportOf(session, PERIOD);
    expect([report.own, report.crew, report.unattended].map(({ raised }) => raised)).toEqual([2, 2, 2]);
    expect(report.unattended).toEqual(report.own);
  });

  it('changes nothing of the mission, is simulated in parts, and is repeatable after that of another period', () => {
    const before = OWN.mission.hash();
    const other = reportOf(OWN, { ...PERIOD, from: later(1.5 * MS_PER_H) });
    expect(other.report.own.from).toBe(later(1.5 * MS_PER_H));
    const { report, asked } = reportOf(OWN, PERIOD);
    expect(report).toEqual(REPORT);
    expect(asked).toBeGreaterThan(5);
    expect(OWN.mission.hash()).toBe(before);
  });

  it('ends at the past instant that is shown, and is limited to the past that is kept', () => {
    OWN.control.seek(later(0.25 * MS_PER_H));
    const { report } = reportOf(OWN, { from: later(-24 * MS_PER_H), to: PERIOD.to });
    expect(report.own).toMatchObject({ from: T0, to: later(0.25 * MS_PER_H) });
    expect(OWN.control.shiftReport({ from: later(3 * MS_PER_H), to: PERIOD.to }).ok).toBe(false);
    OWN.control.seek();
  });

  it('is of the branch that is shown', () => {
    let wall = T0;
    const session = startMission({ seed: SEED, clock: { now: () => wall } });
    wall = SAFE_AT;
    session.advanceTo(wall);
    session.control.sendCommand({ name: 'Enter Safe Mode' });
    wall = later(1.2 * MS_PER_H);
    session.advanceTo(wall);
    session.control.seek(later(0.8 * MS_PER_H));
    session.control.takeOver();
    session.control.slowOnCritical(false);
    session.control.setRate(3600);
    for (let step = 0; step < 2; step += 1) {
      wall = later(250, wall);
      while (!session.advanceTo(wall));
    }
    const { report } = reportOf(session, { from: later(0.5 * MS_PER_H), to: later(1.1 * MS_PER_H) });
    // The command of the main mission is at 1 h.
    expect(report.own).toMatchObject({ to: later(1.1 * MS_PER_H), commands: 0 });
    expect(report.unattended).toEqual(report.own);
  });

  it.each([
    ['over a gap of two days', 50],
    ['back by half an hour', 0.25],
  ])('begins at the newest jump of the clock, %s', (_case, hour) => {
    const session = startMission({ seed: SEED });
    session.advanceTo(later(0.75 * MS_PER_H));
    session.advanceTo(later(hour * MS_PER_H));
    session.advanceTo(later((hour + 0.5) * MS_PER_H));
    const { report } = reportOf(session, {
      from: later((hour - 1) * MS_PER_H),
      to: later((hour + 0.5) * MS_PER_H),
    });
    expect(report.own.from).toBe(later(hour * MS_PER_H));
    // Nobody has acted, so the mission is the unattended one.
    expect(report.unattended).toEqual(report.own);
  });
});
