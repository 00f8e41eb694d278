import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMAND_STATUSES, type Command } from '../../../../src/shared/entities/entities.ts';
import { commandLevel, dueOf, formatDue } from '../../../../src/ui/features/commands/due.ts';
import { orderQueue } from '../../../../src/ui/features/commands/order.ts';
import { later, T0 } from '../../../support/mission.ts';
import { command } from './commands.ts';

const ids = (commands: readonly Command[]) => commands.map(({ id }) => id);

describe('the order of the queue', () => {
  it('is pending by scheduled time, then past by newest first', () => {
    const { pending, past } = orderQueue([
      command('next', { scheduledTime: later(60_000) }),
      command('executed early', {
        status: 'Executed',
        scheduledTime: later(-9000),
        executionTime: later(-8000),
      }),
      command('overdue', { scheduledTime: later(-3_600_000) }),
      command('executed last', {
        status: 'Executed',
        scheduledTime: later(-90_000),
        executionTime: later(-1000),
      }),
      command('later', { scheduledTime: later(120_000) }),
      command('failed', { status: 'Failed', scheduledTime: later(-5000) }),
      command('sent', { status: 'Sent', scheduledTime: later(-2000) }),
    ]);
    expect(ids(pending)).toEqual(['overdue', 'next', 'later']);
    expect(ids(past)).toEqual(['executed last', 'sent', 'failed', 'executed early']);
  });

  it('of equal times is the order of queueing, reversed for the past', () => {
    const { pending, past } = orderQueue([
      command('a'),
      command('b', { status: 'Sent' }),
      command('c'),
      command('d', { status: 'Sent' }),
    ]);
    expect([ids(pending), ids(past)]).toEqual([
      ['a', 'c'],
      ['d', 'b'],
    ]);
  });

  it('is a permutation of the commands', () => {
    const commands = fc.array(
      fc.record({ offset: fc.integer(), status: fc.constantFrom(...COMMAND_STATUSES) }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(commands, (drawn) => {
        const given = Object.freeze(
          drawn.map(({ offset, status }, index) =>
            command(`${index}`, { status, scheduledTime: later(offset) }),
          ),
        );
        const { pending, past } = orderQueue(given);
        expect(new Set([...pending, ...past])).toEqual(new Set(given));
        expect(pending.length + past.length).toBe(given.length);
        expect(pending.every(({ status }) => status === 'Pending')).toBe(true);
      }),
      { seed: 1 },
    );
  });
});

describe('the countdown of a pending command', () => {
  it.each([
    [250_000, 'later', 'in 4 min 10 s'],
    [245_000, 'later', 'in 4 min 05 s'],
    [45_000, 'later', 'in 45 s'],
    [400, 'later', 'in 1 s'],
    [3_720_000, 'later', 'in 1 h 02 min'],
    [3_599_999, 'later', 'in 1 h 00 min'],
    [51 * 3_600_000, 'later', 'in 2 d 3 h'],
    [0, 'due', 'due'],
    [-59_999, 'due', 'due'],
    [-60_000, 'overdue', 'overdue by 1 min'],
    [-3 * 60_000 - 59_000, 'overdue', 'overdue by 3 min'],
    [-3_900_000, 'overdue', 'overdue by 1 h 05 min'],
    [-27 * 3_600_000, 'overdue', 'overdue by 1 d 3 h'],
  ] as const)('%d ms before its time is %s and reads "%s"', (ms, due, text) => {
    expect(dueOf(later(ms), T0)).toBe(due);
    expect(formatDue(later(ms), T0)).toBe(text);
  });
});

describe('the level of a command (design.md §5)', () => {
  it.each([
    ['Failed', 'later', 'critical'],
    ['Pending', 'overdue', 'caution'],
    ['Pending', 'due', 'standby'],
    ['Pending', 'later', 'standby'],
    ['Sent', 'later', 'standby'],
    ['Executed', 'later', 'normal'],
  ] as const)('is, of a %s command that is %s, %s', (status, due, level) => {
    expect(commandLevel(status, due)).toBe(level);
  });
});
