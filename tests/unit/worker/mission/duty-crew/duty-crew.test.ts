import { describe, expect, it } from 'vitest';
import type { CommandName } from '../../../../../src/shared/entities/entities.ts';
import type { FaultName } from '../../../../../src/shared/entities/faults.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN } from '../../../../../src/shared/kit/units.ts';

import type { PlanFault } from '../../../../../src/worker/spacecraft/fdir.ts';
import { later, resumeOf, T0 } from '../../../../support/mission.ts';
import { type FlownMission, forking, type Scenario, startScenario } from '../../../../support/scenario.ts';

/** FDIR contains drawn faults after a quarter of an hour, which gives the crew time to react. */
const CONTAINED: PlanFault = (_name, time, _random, course) =>
  course
    ? { course: 'transient', clearedAt: time }
    : {
        course: 'contained',
        containedAt: addMs(time, 15 * MS_PER_MIN),
        clearedAt: addMs(time, 2 * MS_PER_H),
      };
/** A retry clears the fault after three minutes. */
const GLITCH: PlanFault = (_name, time) => ({
  course: 'transient',
  clearedAt: addMs(time, 3 * MS_PER_MIN),
});

const onShift = (): Scenario => {
  const scenario = startScenario(1, T0, undefined, CONTAINED);
  expect(scenario.mission.control.handOverConsole('duty crew')).toMatchObject({ ok: true });
  return scenario;
};
type Flight = Scenario<FlownMission>;
const flyMin = (scenario: Flight, minutes: number): void =>
  scenario.flyTo(addMs(scenario.time(), minutes * MS_PER_MIN));
const newest = ({ mission }: Flight) => mission.snapshot().anomalies.value[0];
const modeOf = ({ mission }: Flight) => mission.snapshot().spacecraft.value?.mode;
const logSince = ({ mission }: Flight, since: EpochMs): readonly string[] =>
  mission
    .snapshot()
    .log.value.filter(({ time }) => time >= since)
    .map(({ text }) => text);
const sentSince = ({ mission }: Flight, since: EpochMs): readonly CommandName[] =>
  mission
    .snapshot()
    .commands.value.filter(({ executionTime = 0 }) => executionTime >= since)
    .map(({ name }) => name);

/** A shift of half an hour, flown once. */
const HALF_AN_HOUR = onShift();
flyMin(HALF_AN_HOUR, 30);
const afterHalfAnHour = (plan: PlanFault = CONTAINED): Flight => forking(HALF_AN_HOUR, plan)();

describe('the duty crew', () => {
  it.each<[FaultName, CommandName]>([
    ['gimbal-slip', 'Rotate Antenna'],
    ['heater-stuck-on', 'Thermal Control'],
    ['wing-folded', 'Deploy Solar Array'],
  ])('acknowledges %s, thinks, sends %s, verifies it and closes the case', (fault, remedy) => {
    const scenario = afterHalfAnHour();
    const since = scenario.inject(fault);
    flyMin(scenario, 0.2);
    expect(newest(scenario)?.status).toBe('Active');
    flyMin(scenario, 1.8);
    expect(newest(scenario)?.status).toBe('Acknowledged');
    flyMin(scenario, 18);
    expect(scenario.mission.snapshot().spacecraft.value?.faults).toEqual([]);
    expect(sentSince(scenario, since)).toEqual([remedy]);
    const { type, answer } = newest(scenario) ?? {};
    expect(scenario.mission.snapshot().commands.value.at(-1)).toMatchObject({ id: answer, name: remedy });
    const told = logSince(scenario, since).filter((text) => text.startsWith('Duty crew: '));
    expect(told).toEqual([
      expect.stringContaining(`${type} anomaly acknowledged`),
      `Duty crew: ${remedy} executed`,
      `Duty crew: ${type} anomaly recovered after ${remedy}`,
    ]);
    const order = scenario.mission.snapshot().log.value.map(({ time }) => time);
    expect(order).toEqual([...order].sort((one, other) => one - other));
  });

  it('leaves a transient fault to the on-board retry', () => {
    const scenario = afterHalfAnHour(GLITCH);
    const since = scenario.inject('heater-stuck-on');
    flyMin(scenario, 15);
    expect(sentSince(scenario, since)).toEqual([]);
    expect(newest(scenario)?.status).not.toBe('Active');
  });

  it('does not wait for it while a reading is out of limits', () => {
    const scenario = afterHalfAnHour();
    const since = scenario.inject('wheel-failing');
    flyMin(scenario, 4);
    expect(newest(scenario)?.severity).toBe('Critical');
    expect(sentSince(scenario, since)).toEqual(['Attitude Adjustment']);
  });

  it('leaves a battery fault to FDIR while safe mode is not suggested, and enters it once it is', () => {
    const scenario = afterHalfAnHour();
    const since = scenario.inject('cell-short');
    flyMin(scenario, 4);
    expect(sentSince(scenario, since)).toEqual([]);
    flyMin(scenario, 6);
    expect(sentSince(scenario, since)).toEqual(['Enter Safe Mode']);
    flyMin(scenario, 20);
    expect(sentSince(scenario, since)).toEqual(['Enter Safe Mode', 'Attitude Adjustment']);
    expect(modeOf(scenario)).toBe('NOMINAL');
  });

  it('sends what is suggested next, where the first command has not ended the fault', () => {
    const scenario = afterHalfAnHour();
    const since = scenario.inject('high-resistance');
    flyMin(scenario, 30);
    expect(scenario.mission.snapshot().spacecraft.value?.faults).toEqual([]);
    expect(sentSince(scenario, since)).toContain('Thermal Control');
  });

  it('commands the spacecraft out of safe mode', () => {
    const scenario = startScenario(1, T0, undefined, CONTAINED);
    const { control } = scenario.mission;
    const queued = control.queueCommand({ name: 'Enter Safe Mode', scheduledTime: '2026-11-20T12:00' });
    if (!queued.ok) throw new Error(queued.message);
    control.executeCommand(queued.value.id);
    flyMin(scenario, 1);
    expect(modeOf(scenario)).toBe('SAFE');
    control.handOverConsole('duty crew');
    flyMin(scenario, 30);
    expect(modeOf(scenario)).toBe('NOMINAL');
    expect(sentSince(scenario, later(MS_PER_MIN))).toContain('Attitude Adjustment');
  });

  it('executes due commands of the queue, and none before its time', () => {
    const scenario = onShift();
    const overdue = (name: CommandName) =>
      scenario.mission.snapshot().commands.value.findLast((command) => command.name === name);
    expect(overdue('Rotate Antenna')?.status).toBe('Pending');
    flyMin(scenario, 3);
    expect(overdue('Rotate Antenna')?.status).toBe('Executed');
    expect(overdue('Deploy Solar Array')?.status).toBe('Pending');
  });

  it('executes a due command of the queue instead of a second one', () => {
    const scenario = afterHalfAnHour();
    const before = scenario.mission.snapshot().commands.value.length;
    const scheduledTime = new Date(addMs(scenario.time(), 2 * MS_PER_MIN)).toISOString().slice(0, 19);
    scenario.mission.control.queueCommand({ name: 'Rotate Antenna', scheduledTime });
    scenario.inject('gimbal-slip');
    flyMin(scenario, 15);
    expect(scenario.mission.snapshot().commands.value).toHaveLength(before + 1);
  });

  it('stops as soon as the operator takes the console', () => {
    const scenario = afterHalfAnHour();
    const since = scenario.inject('gimbal-slip');
    scenario.mission.control.handOverConsole('operator');
    flyMin(scenario, 10);
    expect(newest(scenario)?.status).toBe('Active');
    expect(sentSince(scenario, since)).toEqual([]);
    expect(scenario.mission.snapshot().duty.value).toEqual({ holder: 'operator', since });
  });

  it('reports its task', () => {
    const scenario = afterHalfAnHour();
    expect(scenario.mission.snapshot().duty.value).toEqual({ holder: 'duty crew', since: T0 });
    scenario.inject('gimbal-slip');
    const tasks = new Set<string | undefined>();
    scenario.flyTo(addMs(scenario.time(), 15 * MS_PER_MIN), () =>
      tasks.add(scenario.mission.snapshot().duty.value.task?.text),
    );
    expect([...tasks]).toEqual([
      'Assesses the Signal anomaly',
      'Handles the Signal anomaly',
      'Verifies recovery from the Signal anomaly',
      undefined,
    ]);
  });

  it('takes up a severe anomaly whose fault acts before older ones that have recovered', () => {
    const scenario = startScenario(1, T0, undefined, CONTAINED);
    flyMin(scenario, 30);
    scenario.mission.apply({ kind: 'fault', inject: 'louvre-open', course: 'transient' });
    scenario.inject('wheel-failing');
    flyMin(scenario, 4);
    const { id, severity } = newest(scenario) ?? {};
    expect(severity).toBe('Critical');
    scenario.mission.control.handOverConsole('duty crew');
    const since = scenario.time();
    flyMin(scenario, 0.2);
    const open = scenario.mission.snapshot().anomalies.value.filter(({ status }) => status === 'Active');
    expect(open.length).toBeGreaterThan(1);
    expect(scenario.mission.snapshot().duty.value.task).toMatchObject({
      text: 'Assesses the Attitude anomaly',
      anomalyId: id,
    });
    flyMin(scenario, 3);
    const told = logSince(scenario, since).filter((text) => text.startsWith('Duty crew: '));
    expect(told.length).toBeGreaterThan(1);
    expect(told[0]).toContain('Attitude anomaly acknowledged');
  });

  it('does the same in a mission resumed from a checkpoint', () => {
    const one = onShift();
    flyMin(one, 30);
    one.inject('gimbal-slip');
    flyMin(one, 1);
    const other = startScenario(1, one.time(), resumeOf(one.mission), CONTAINED);
    for (const scenario of [one, other]) scenario.mission.advanceTo(addMs(one.time(), 10 * MS_PER_MIN));
    expect(other.mission.snapshot().commands.value).toEqual(one.mission.snapshot().commands.value);
    expect(other.mission.snapshot().duty.value).toEqual(one.mission.snapshot().duty.value);
  });

  it('is the duty crew or the operator only', () => {
    const { mission } = startScenario(1, T0);
    expect(mission.control.handOverConsole('nobody' as never)).toEqual({
      ok: false,
      message: 'The input of handOverConsole is refused: it is not a console holder.',
    });
  });
});
