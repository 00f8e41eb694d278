import { describe, expect, it } from 'vitest';
import { MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { later, startMission } from '../../../../support/mission.ts';

/** Queues a command as received from a recording or another console. */
const queue = (number?: number) =>
  ({
    kind: 'operation',
    name: 'queueCommand',
    input: { name: 'Thermal Control', scheduledTime: '2026-11-20T18:00' },
    number,
  }) as const;
const add = (number?: number) =>
  ({
    kind: 'operation',
    name: 'addEvent',
    input: { title: 'Test', startTime: '2026-11-20T13:00', endTime: '2026-11-20T14:00' },
    number,
  }) as const;

describe('what is created with a number', () => {
  it('has an id of its own, although the number comes again or is that of something else', () => {
    const session = startMission();
    const before = session.snapshot().commands.value.length + session.snapshot().timeline.value.length;
    const inputs = [queue, add].flatMap((create) =>
      [5, 5, 1_000_007, 1_000_007, undefined, 1_000_008, 1_000_009, undefined].map((number) =>
        create(number),
      ),
    );
    for (const [index, input] of inputs.entries()) {
      session.advanceTo(later(index * MS_PER_S));
      expect(session.apply(input).outcome.ok).toBe(true);
    }
    const { commands, timeline } = session.snapshot();
    const ids = [...commands.value, ...timeline.value].map(({ id }) => id);
    expect(ids).toHaveLength(before + inputs.length);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['cmd-1000007', 'event-1000007']));
  });

  it('does not have the id of a command that was cancelled and can come back', () => {
    const session = startMission();
    session.apply(queue(1_000_007));
    session.control.cancelCommand('cmd-1000007');
    session.apply(queue(1_000_007));
    expect(session.control.restoreCommand('cmd-1000007').ok).toBe(true);
    const ids = session.snapshot().commands.value.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
