import { describe, expect, it } from 'vitest';
import type { CommandName } from '../../../src/shared/entities.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN } from '../../../src/shared/units.ts';
import type { FaultName } from '../../../src/worker/spacecraft/fault-kinds.ts';
import type { PlanFault } from '../../../src/worker/spacecraft/fdir.ts';
import { later, T0 } from '../../support/mission.ts';
import { type Training, train } from '../../support/training.ts';

/** FDIR contains what is drawn after a quarter of an hour: the crew has the time that people need. */
const CONTAINED: PlanFault = (_name, time, _random, course) =>
  course
    ? { course: 'transient', clearedAt: time }
    : {
        course: 'contained',
        containedAt: addMs(time, 15 * MS_PER_MIN),
        clearedAt: addMs(time, 2 * MS_PER_H),
      };
/** A retry clears it after three minutes. */
const GLITCH: PlanFault = (_name, time) => ({
  course: 'transient',
  clearedAt: addMs(time, 3 * MS_PER_MIN),
});

const onShift = (plan: PlanFault = CONTAINED, from = T0): Training => {
  const training = train(1, from, undefined, plan);
  expect(training.mission.control.handOverConsole('duty crew')).toMatchObject({ ok: true });
  return training;
};
const flyMin = (training: Training, minutes: number): void =>
  training.flyTo(addMs(training.time(), minutes * MS_PER_MIN));
const newest = ({ mission }: Training) => mission.snapshot().anomalies.value[0];
const modeOf = ({ mission }: Training) => mission.snapshot().spacecraft.value?.mode;
const logSince = ({ mission }: Training, since: EpochMs): readonly string[] =>
  mission
    .snapshot()
    .log.value.filter(({ time }) => time >= since)
    .map(({ text }) => text);
const sentSince = ({ mission }: Training, since: EpochMs): readonly CommandName[] =>
  mission
    .snapshot()
    .commands.value.filter(({ executionTime = 0 }) => executionTime >= since)
    .map(({ name }) => name);

describe('the duty crew', () => {
  it.each<[FaultName, CommandName]>([
    ['gimbal-slip', 'Rotate Antenna'],
    ['heater-stuck-on', 'Thermal Control'],
    ['wing-folded', 'Deploy Solar Array'],
  ])('acknowledges %s, thinks, sends %s, verifies it and closes the case', (fault, remedy) => {
    const training = onShift();
    flyMin(training, 30);
    const since = training.draw(fault);
    flyMin(training, 0.2);
    expect(newest(training)?.status).toBe('Active');
    flyMin(training, 1.8);
    expect(newest(training)?.status).toBe('Acknowledged');
    flyMin(training, 18);
    expect(training.mission.snapshot().spacecraft.value?.faults).toEqual([]);
    expect(sentSince(training, since)).toEqual([remedy]);
    const { type } = newest(training) ?? {};
    const told = logSince(training, since).filter((text) => text.startsWith('Duty crew: '));
    expect(told).toEqual([
      expect.stringContaining(`${type} anomaly acknowledged`),
      `Duty crew: ${remedy} queued`,
      `Duty crew: ${remedy} executed`,
      `Duty crew: ${remedy} is verified, ${type} anomaly recovered`,
    ]);
    const order = training.mission.snapshot().log.value.map(({ time }) => time);
    expect(order).toEqual([...order].sort((one, other) => one - other));
  });

  it('leaves a glitch to the retry on board', () => {
    const training = onShift(GLITCH);
    flyMin(training, 30);
    const since = training.draw('wheel-failing');
    flyMin(training, 15);
    expect(sentSince(training, since)).toEqual([]);
    expect(newest(training)?.status).not.toBe('Active');
  });

  it('leads the spacecraft out of safe mode', () => {
    const training = train(1, T0, undefined, CONTAINED);
    const { control } = training.mission;
    const queued = control.queueCommand({ name: 'Enter Safe Mode', scheduledTime: '2026-11-20T12:00' });
    if (!queued.ok) throw new Error(queued.message);
    control.executeCommand(queued.value.id);
    flyMin(training, 1);
    expect(modeOf(training)).toBe('SAFE');
    control.handOverConsole('duty crew');
    flyMin(training, 30);
    expect(modeOf(training)).toBe('NOMINAL');
    expect(sentSince(training, later(MS_PER_MIN))).toContain('Attitude Adjustment');
  });

  it('executes what is due in the queue, and nothing before its time', () => {
    const training = onShift();
    const overdue = (name: CommandName) =>
      training.mission.snapshot().commands.value.findLast((command) => command.name === name);
    expect(overdue('Rotate Antenna')?.status).toBe('Pending');
    flyMin(training, 3);
    expect(overdue('Rotate Antenna')?.status).toBe('Executed');
    expect(overdue('Deploy Solar Array')?.status).toBe('Pending');
  });

  it('executes a due command of the queue instead of making a second one', () => {
    const training = onShift();
    flyMin(training, 30);
    const before = training.mission.snapshot().commands.value.length;
    const scheduledTime = new Date(addMs(training.time(), 2 * MS_PER_MIN)).toISOString().slice(0, 19);
    training.mission.control.queueCommand({ name: 'Rotate Antenna', scheduledTime });
    training.draw('gimbal-slip');
    flyMin(training, 15);
    expect(training.mission.snapshot().commands.value).toHaveLength(before + 1);
  });

  it('stops the moment the operator takes the console back', () => {
    const training = onShift();
    flyMin(training, 30);
    const since = training.draw('gimbal-slip');
    training.mission.control.handOverConsole('operator');
    flyMin(training, 10);
    expect(newest(training)?.status).toBe('Active');
    expect(sentSince(training, since)).toEqual([]);
    expect(training.mission.snapshot().duty.value).toEqual({ holder: 'operator', since });
  });

  it('says what it works on', () => {
    const training = onShift();
    flyMin(training, 30);
    expect(training.mission.snapshot().duty.value).toEqual({ holder: 'duty crew', since: T0 });
    training.draw('gimbal-slip');
    const tasks = new Set<string | undefined>();
    training.flyTo(addMs(training.time(), 15 * MS_PER_MIN), () =>
      tasks.add(training.mission.snapshot().duty.value.task),
    );
    expect([...tasks]).toEqual([
      'Looks at the Signal anomaly',
      'Works on the Signal anomaly',
      'Verifies the answer to the Signal anomaly',
      undefined,
    ]);
  });

  it('does the same in a mission that carries on from a checkpoint', () => {
    const one = onShift();
    flyMin(one, 30);
    one.draw('gimbal-slip');
    flyMin(one, 1);
    const other = train(1, one.time(), structuredClone(one.mission.checkpoint()), CONTAINED);
    for (const training of [one, other]) training.mission.advanceTo(addMs(one.time(), 10 * MS_PER_MIN));
    expect(other.mission.snapshot().commands.value).toEqual(one.mission.snapshot().commands.value);
    expect(other.mission.snapshot().duty.value).toEqual(one.mission.snapshot().duty.value);
  });

  it('is the duty crew or the operator, and nobody else', () => {
    const { mission } = train(1, T0);
    expect(mission.control.handOverConsole('nobody' as never)).toEqual({
      ok: false,
      message: 'The console goes to the duty crew or to the operator.',
    });
  });
});
