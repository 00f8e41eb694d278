import { describe, expect, it } from 'vitest';
import { MAIN_BRANCH } from '../../../../src/shared/contract/transport.ts';
import type { Command, CommandName } from '../../../../src/shared/entities/entities.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { utcFieldText } from '../../../../src/shared/kit/utc-text.ts';
import { replay } from '../../../../src/worker/session/branches/replay.ts';
import type { Session } from '../../../../src/worker/session/session.ts';
import { later, startMission, startUneventfulMission, T0 } from '../../../support/mission.ts';
import { recordingOf } from '../../../support/recording.ts';

const START = later(10 * MS_PER_MIN);

function queue(session: Session, name: CommandName, time: EpochMs): Command['id'] {
  const queued = session.control.queueCommand({ name, scheduledTime: utcFieldText(time) });
  if (!queued.ok) throw new Error(queued.message);
  return queued.value.id;
}

/** Queues a command and arms it. */
function arm(session: Session, name: CommandName, time: EpochMs): Command['id'] {
  const id = queue(session, name, time);
  const armed = session.control.armCommand(id);
  if (!armed.ok) throw new Error(armed.message);
  return id;
}

const commandOf = (session: Session, id: string): Command | undefined =>
  session.snapshot().commands.value.find((command) => command.id === id);
const logOf = (session: Session): readonly string[] => session.snapshot().log.value.map(({ text }) => text);

function started(): Session {
  const session = startUneventfulMission();
  session.advanceTo(START);
  return session;
}

describe('an armed command', () => {
  it('is executed at its scheduled second, without an operator, and is verified like any other', () => {
    const session = started();
    const time = addMs(START, 7 * MS_PER_MIN + 13 * MS_PER_S);
    const id = arm(session, 'Enter Safe Mode', time);
    expect(commandOf(session, id)).toMatchObject({ status: 'Pending', armed: true });
    session.advanceTo(addMs(time, -1));
    expect(commandOf(session, id)?.status).toBe('Pending');
    session.advanceTo(addMs(time, 1));
    expect(commandOf(session, id)).toEqual({
      id,
      name: 'Enter Safe Mode',
      priority: 'Medium',
      scheduledTime: time,
      executionTime: time,
      status: 'Executed',
    });
    expect(session.snapshot().spacecraft.value?.mode).toBe('SAFE');
    expect(logOf(session)).toContain('Enter Safe Mode executed as armed');
    session.advanceTo(addMs(time, 20 * MS_PER_MIN));
    const verification = session.snapshot().verifications.value.find(({ commandId }) => commandId === id);
    expect(verification?.verdict).toBe('confirmed');
  });

  it('has the same effect however time is divided', () => {
    const hashes = [1, 7, 60].map((seconds) => {
      const session = startMission({ seed: 3 });
      session.advanceTo(START);
      arm(session, 'Rotate Antenna', addMs(START, 3 * MS_PER_MIN + 11 * MS_PER_S));
      arm(session, 'Data Downlink', addMs(START, 3 * MS_PER_MIN + 11 * MS_PER_S));
      const end = later(30 * MS_PER_MIN);
      for (let time = START; time < end; time = addMs(time, seconds * MS_PER_S)) session.advanceTo(time);
      session.advanceTo(end);
      return session.mission.hash();
    });
    expect(new Set(hashes).size).toBe(1);
  });

  it('is told to the operator when it is executed', () => {
    const session = started();
    const heard: string[] = [];
    session.control.subscribe(((update: { notices: readonly { text: string }[] }) => {
      heard.push(...update.notices.map(({ text }) => text));
    }) as never);
    arm(session, 'Calibrate Sensors', addMs(START, MS_PER_MIN));
    session.advanceTo(addMs(START, 2 * MS_PER_MIN));
    expect(heard).toContain('Command armed');
    expect(heard).toContain('Armed command executed: Calibrate Sensors');
  });

  it('can be disarmed, executed by hand before its time, and cancelled', () => {
    const session = started();
    const time = addMs(START, 5 * MS_PER_MIN);
    const [waits, goes, leaves] = [
      arm(session, 'Rotate Antenna', time),
      arm(session, 'Calibrate Sensors', time),
      arm(session, 'Thermal Control', time),
    ];
    expect(session.control.disarmCommand(waits).ok).toBe(true);
    expect(session.control.executeCommand(goes).ok).toBe(true);
    expect(session.control.cancelCommand(leaves).ok).toBe(true);
    session.advanceTo(addMs(START, 5 * MS_PER_S));
    expect(session.control.restoreCommand(leaves).ok).toBe(true);
    session.advanceTo(addMs(time, MS_PER_MIN));
    expect(commandOf(session, waits)).toMatchObject({ status: 'Pending' });
    expect(commandOf(session, waits)).not.toHaveProperty('armed');
    expect(commandOf(session, goes)).toMatchObject({ status: 'Executed', executionTime: START });
    expect(commandOf(session, leaves)).toMatchObject({ status: 'Pending' });
    expect(commandOf(session, leaves)).not.toHaveProperty('armed');
  });

  it('must be pending and ahead', () => {
    const session = started();
    const id = queue(session, 'Rotate Antenna', START);
    expect(session.control.armCommand(id)).toMatchObject({
      ok: false,
      message: 'Its scheduled time has passed. Execute it now, or queue it for a later time.',
    });
    const armed = arm(session, 'Rotate Antenna', addMs(START, MS_PER_H));
    expect(session.control.armCommand(armed)).toMatchObject({ message: 'This command is already armed.' });
    expect(session.control.disarmCommand(id)).toMatchObject({ message: 'This command is not armed.' });
    expect(session.control.armCommand('cmd-4711')).toMatchObject({
      message: 'This command is no longer in the queue.',
    });
    session.control.executeCommand(id);
    expect(session.control.armCommand(id)).toMatchObject({ message: 'This command is already executed.' });
  });

  it('waits for an operator if the clock jumps over its time', () => {
    const session = started();
    const id = arm(session, 'Enter Safe Mode', addMs(START, 30 * MS_PER_MIN));
    session.apply({ kind: 'jump', to: addMs(START, 5 * MS_PER_H) });
    expect(commandOf(session, id)).toMatchObject({ status: 'Pending' });
    expect(commandOf(session, id)).not.toHaveProperty('armed');
    expect(session.snapshot().spacecraft.value?.mode).toBe('NOMINAL');
    expect(logOf(session)).toContain(
      'Enter Safe Mode is no longer armed: the clock jumped over 12:40:00 UTC',
    );
  });

  it('is executed again in a replay, and stays in a branch that disarms it', () => {
    const session = startMission({ seed: 3 });
    session.advanceTo(START);
    const time = addMs(START, 5 * MS_PER_MIN);
    const id = arm(session, 'Enter Safe Mode', time);
    session.advanceTo(addMs(time, 10 * MS_PER_MIN));
    const { mission: again, differsAt, equalCount } = replay(recordingOf(session));
    expect({ differsAt, isCompared: equalCount > 0 }).toEqual({ differsAt: undefined, isCompared: true });
    expect(again.hash()).toBe(session.mission.hash());
    session.control.seek(addMs(time, -MS_PER_MIN));
    expect(commandOf(session, id)).toMatchObject({ status: 'Pending', armed: true });
    expect(session.control.takeOver().ok).toBe(true);
    expect(session.control.disarmCommand(id).ok).toBe(true);
    for (let seconds = 10; seconds <= 120; seconds += 10)
      session.advanceTo(addMs(time, 10 * MS_PER_MIN + seconds * MS_PER_S));
    expect(commandOf(session, id)).toMatchObject({ status: 'Pending' });
    expect(session.mission.time()).toBeGreaterThan(time);
    session.control.showBranch(MAIN_BRANCH);
    expect(commandOf(session, id)).toMatchObject({ status: 'Executed', executionTime: time });
  });

  it('is part of the look ahead', () => {
    const session = started();
    const time = addMs(START, 40 * MS_PER_MIN);
    arm(session, 'Enter Safe Mode', time);
    const told = session.control.lookAhead({ channels: ['stateOfCharge'], to: addMs(T0, 3 * MS_PER_H) });
    expect(told.ok && told.value.modes[0]).toEqual({ time, mode: 'SAFE' });
  });
});
