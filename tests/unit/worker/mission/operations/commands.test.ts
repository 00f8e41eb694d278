import { describe, expect, it } from 'vitest';
import { UNDO_MS } from '../../../../../src/shared/entities/constants.ts';
import {
  COMMAND_NAMES,
  COMMAND_STATUSES,
  type Command,
  type CommandStatus,
} from '../../../../../src/shared/entities/entities.ts';
import { MS_PER_DAY, MS_PER_H, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { initialCommands } from '../../../../../src/worker/mission/initial-state/sample-data.ts';
import {
  COMMANDS_CAP,
  type CommandsState,
  cancelCommand,
  executeCommand,
  queueCommand,
  restoreCommand,
} from '../../../../../src/worker/mission/operations/commands.ts';
import { UNDO_CAP } from '../../../../../src/worker/mission/operations/undo.ts';
import { later, T0 } from '../../../../support/mission.ts';

const EMPTY: CommandsState = { commands: [], removed: [], nextId: 1 };
const DRAFT = { name: 'Thermal Control', scheduledTime: '2026-11-20T15:00' };
const IN_UTC = 'a date and time in UTC between 1970 and 2199, such as 2026-11-20 15:00.';

const queueMany = (count: number): CommandsState => {
  let state = EMPTY;
  for (let index = 0; index < count; index++) state = queueCommand(state, DRAFT, T0).state;
  return state;
};

const withStatus = (status: CommandStatus): { state: CommandsState; command: Command } => {
  const state = initialCommands(T0, 1);
  const command = state.commands.find((other) => other.status === status);
  if (!command) throw new Error(`no ${status} command`);
  return { state, command };
};

const ids = ({ commands }: CommandsState): readonly string[] => commands.map(({ id }) => id);

describe('queueing a command (spec §5)', () => {
  it('adds a Pending command at the end, at Medium priority unless told otherwise', () => {
    const { state, outcome, notices } = queueCommand(initialCommands(T0, 1), DRAFT, T0);
    const expected: Command = {
      id: 'cmd-8',
      name: 'Thermal Control',
      scheduledTime: later(3 * MS_PER_H),
      priority: 'Medium',
      status: 'Pending',
    };
    expect(outcome).toEqual({ ok: true, value: expected });
    expect(state.commands.at(-1)).toEqual(expected);
    expect(notices).toEqual([{ level: 'success', text: 'Command queued successfully' }]);
  });

  it.each(COMMAND_NAMES)('accepts %s', (name) => {
    expect(queueCommand(EMPTY, { ...DRAFT, name }, T0).outcome.ok).toBe(true);
  });

  it.each(['Low', 'Medium', 'High'])('accepts priority %s', (priority) => {
    expect(queueCommand(EMPTY, { ...DRAFT, priority }, T0).state.commands[0]?.priority).toBe(priority);
  });

  it.each(['1970-01-01T00:00', '2026-11-20T11:59', '2026-11-20T12:00'])(
    'queues a command for %s, a past time, as due now',
    (scheduledTime) => {
      const { state } = queueCommand(EMPTY, { ...DRAFT, scheduledTime }, later(7 * MS_PER_S + 400));
      expect(state.commands[0]?.scheduledTime).toBe(later(7 * MS_PER_S));
    },
  );

  it.each([
    [{ name: '', scheduledTime: '' }, ['name', 'scheduledTime']],
    [{ name: '  \t\n', scheduledTime: DRAFT.scheduledTime }, ['name']],
    [{ name: '\u200b\u2060', scheduledTime: DRAFT.scheduledTime }, ['name']],
    [{ name: DRAFT.name, scheduledTime: '   ' }, ['scheduledTime']],
    [{ name: 'Self Destruct', scheduledTime: '' }, ['scheduledTime']],
  ])('reports the missing field in %j', (draft, fields) => {
    const answer = queueCommand(EMPTY, draft, T0);
    expect(answer).toEqual({
      state: EMPTY,
      outcome: { ok: false, message: 'Please fill in all fields', fields },
      notices: [],
    });
    expect(answer.state).toBe(EMPTY);
  });

  it('reports an omitted field, too', () => {
    const { outcome } = queueCommand(EMPTY, {} as typeof DRAFT, T0);
    expect(outcome).toMatchObject({ ok: false, fields: ['name', 'scheduledTime'] });
  });

  it.each(['Self Destruct', 'thermal control', 'toString', 'x'.repeat(10_000), '<b>Thermal Control</b>'])(
    'refuses a name that is not one of the eight, and lists them (%#)',
    (name) => {
      expect(queueCommand(EMPTY, { ...DRAFT, name }, T0).outcome).toEqual({
        ok: false,
        message:
          'The command must be Rotate Antenna, Deploy Solar Array, Calibrate Sensors, Enter Safe Mode, ' +
          'Attitude Adjustment, Communications Check, Thermal Control or Data Downlink.',
        fields: ['name'],
      });
    },
  );

  it.each([
    'soon',
    '2026-02-30T12:00',
    '0000-01-01T00:00',
    '0202-11-20T15:00',
    '9999-12-31T23:59',
    '2026-11-20T15:00+01:00',
  ])('refuses the time %j with a message', (scheduledTime) => {
    expect(queueCommand(EMPTY, { ...DRAFT, scheduledTime }, T0).outcome).toEqual({
      ok: false,
      message: `The scheduled time is not ${IN_UTC}`,
      fields: ['scheduledTime'],
    });
  });

  it('refuses an unknown priority', () => {
    expect(queueCommand(EMPTY, { ...DRAFT, priority: 'Urgent' }, T0).outcome).toEqual({
      ok: false,
      message: 'The priority must be Low, Medium or High.',
      fields: ['priority'],
    });
  });

  it('holds 20,000 commands and refuses the next one, queued or restored, until one is cancelled', () => {
    const seeds = queueMany(1).commands;
    const commands = Array.from({ length: COMMANDS_CAP }, (_, index) => ({
      ...seeds[0],
      id: `cmd-${index + 1}`,
    }));
    const full: CommandsState = { commands: commands as Command[], removed: [], nextId: COMMANDS_CAP + 1 };
    const refusal = {
      ok: false,
      message:
        'The mission has 20,000 commands, the most that it can hold. Cancel a pending one to make room.',
    };
    expect(queueCommand(full, DRAFT, T0)).toEqual({ state: full, outcome: refusal, notices: [] });
    const refilled = queueCommand(cancelCommand(full, 'cmd-7', T0).state, DRAFT, T0).state;
    expect(refilled.commands).toHaveLength(COMMANDS_CAP);
    expect(restoreCommand(refilled, 'cmd-7', T0).outcome).toEqual(refusal);
  });
});

describe('a Pending command (spec §4)', () => {
  it('is executed, and its execution time recorded', () => {
    const { state, command } = withStatus('Pending');
    const answer = executeCommand(state, command.id, later(1234));
    const executed = { ...command, status: 'Executed', executionTime: later(1234) };
    expect(answer.outcome).toEqual({ ok: true, value: executed });
    expect(answer.state.commands).toEqual(
      state.commands.map((other) => (other === command ? executed : other)),
    );
    expect(answer.notices).toEqual([{ level: 'success', text: 'Command executed successfully' }]);
  });

  it('is removed when it is cancelled', () => {
    const { state, command } = withStatus('Pending');
    const answer = cancelCommand(state, command.id, T0);
    expect(answer.outcome).toEqual({ ok: true, value: command });
    expect(answer.state.commands).toEqual(state.commands.filter((other) => other !== command));
    expect(answer.notices).toEqual([{ level: 'info', text: 'Command cancelled' }]);
  });
});

describe('only a Pending command can be acted on (spec §4)', () => {
  const refusals: readonly (readonly [CommandStatus, string])[] = [
    ['Sent', 'This command is already sent.'],
    ['Executed', 'This command is already executed.'],
    ['Failed', 'This command has already failed.'],
  ];

  it.each(refusals)(
    'one that is %s is neither executed nor cancelled, and nothing changes',
    (status, message) => {
      const { state, command } = withStatus(status);
      for (const act of [executeCommand, cancelCommand]) {
        const answer = act(state, command.id, T0);
        expect(answer).toEqual({ state, outcome: { ok: false, message }, notices: [] });
        expect(answer.state).toBe(state);
      }
    },
  );

  it.each(['cmd-0', 'cmd-99', '', 'cmd-1 ', '__proto__'])(
    'the id %j is refused: it is not in the queue',
    (id) => {
      const state = initialCommands(T0, 1);
      for (const act of [executeCommand, cancelCommand]) {
        expect(act(state, id, T0)).toEqual({
          state,
          outcome: { ok: false, message: 'This command is no longer in the queue.' },
          notices: [],
        });
      }
    },
  );
});

describe('undoing a cancellation', () => {
  const { state, command } = withStatus('Pending');
  const cancelled = cancelCommand(state, command.id, T0).state;

  it.each([0, 1, UNDO_MS])('restores the command to its place, %d ms later', (ms) => {
    const answer = restoreCommand(cancelled, command.id, later(ms));
    expect(answer.outcome).toEqual({ ok: true, value: command });
    expect(answer.state).toEqual(state);
    expect(answer.notices).toEqual([{ level: 'info', text: 'Command restored' }]);
  });

  it.each(['cmd-1', 'cmd-2', 'cmd-3'])('restores %s of three to its place', (id) => {
    const three = queueMany(3);
    const two = cancelCommand(three, id, T0).state;
    expect(ids(restoreCommand(two, id, T0).state)).toEqual(['cmd-1', 'cmd-2', 'cmd-3']);
  });

  it('is refused once undo has expired', () => {
    expect(restoreCommand(cancelled, command.id, later(UNDO_MS + 1)).outcome).toEqual({
      ok: false,
      message: 'Undo is available for 10 s of mission time; this cancellation is final.',
    });
  });

  it('is done once', () => {
    const restored = restoreCommand(cancelled, command.id, T0).state;
    expect(restoreCommand(restored, command.id, T0).outcome).toEqual({
      ok: false,
      message: 'This command was not cancelled.',
    });
  });

  it('restores the requested one of several', () => {
    const one = cancelCommand(cancelCommand(queueMany(3), 'cmd-1', T0).state, 'cmd-3', T0).state;
    const two = restoreCommand(one, 'cmd-3', T0);
    expect(two.outcome).toMatchObject({ ok: true, value: { id: 'cmd-3' } });
    expect(ids(restoreCommand(two.state, 'cmd-1', T0).state)).toEqual(['cmd-1', 'cmd-2', 'cmd-3']);
  });

  it('has ten seconds again after another cancellation', () => {
    const again = cancelCommand(
      restoreCommand(cancelled, command.id, later(8000)).state,
      command.id,
      later(9000),
    );
    expect(restoreCommand(again.state, command.id, later(15_000)).outcome.ok).toBe(true);
  });

  it('keeps no more than can be undone', () => {
    let queue = queueMany(2 * UNDO_CAP);
    for (const id of ids(queue)) queue = cancelCommand(queue, id, T0).state;
    expect(queue.removed).toHaveLength(UNDO_CAP);
    expect(restoreCommand(queue, `cmd-${2 * UNDO_CAP}`, T0).outcome.ok).toBe(true);
    const last = queueCommand(queue, DRAFT, T0).state;
    const muchLater = cancelCommand(last, `cmd-${2 * UNDO_CAP + 1}`, later(MS_PER_H)).state;
    expect(muchLater.removed).toHaveLength(1);
  });
});

describe('the sample commands (spec §1)', () => {
  const { commands, nextId } = initialCommands(later(12_345), 1);

  it('are of every status, and only Executed ones have an execution time', () => {
    expect(new Set(commands.map(({ status }) => status))).toEqual(new Set(COMMAND_STATUSES));
    for (const { status, executionTime, scheduledTime } of commands) {
      expect(executionTime !== undefined).toBe(status === 'Executed');
      expect(executionTime ?? scheduledTime).toBeGreaterThanOrEqual(scheduledTime);
      if (executionTime) expect(executionTime).toBeLessThan(T0);
    }
    expect(ids({ commands, removed: [], nextId })).toEqual(commands.map((_, index) => `cmd-${index + 1}`));
    expect(nextId).toBe(commands.length + 1);
  });

  it('have one that is overdue, one due within the hour and one tomorrow', () => {
    const pending = commands.filter(({ status }) => status === 'Pending');
    const dueIn = pending.map(({ scheduledTime }) => scheduledTime - later(12_345));
    expect(dueIn.some((ms) => ms < 0)).toBe(true);
    expect(dueIn.some((ms) => ms > 0 && ms < MS_PER_H)).toBe(true);
    expect(dueIn.some((ms) => ms > MS_PER_DAY / 2 && ms <= MS_PER_DAY)).toBe(true);
  });
});
