import { describe, expect, it } from 'vitest';
import { applyUpdate } from '../../../../../src/ui/mission/link/apply-update.ts';
import { startMission } from '../../../../support/mission.ts';

const whole = startMission().snapshot();
const { commands } = whole;
const [first] = commands.value;

describe('applying an update', () => {
  it('keeps slices it does not contain, and unchanged entries', () => {
    const clock = { revision: whole.clock.revision + 1, value: whole.clock.value };
    const followed = applyUpdate(whole, {
      slices: {
        clock,
        commands: {
          revision: commands.revision + 1,
          since: commands.revision,
          pieces: [{ from: 0, count: 1 }],
        },
      },
    });
    expect(followed.clock).toBe(clock);
    expect(followed.timeline).toBe(whole.timeline);
    expect(followed.commands).toEqual({ revision: commands.revision + 1, value: [first] });
    expect(followed.commands.value[0]).toBe(first);
  });

  it('replaces anything by a complete slice', () => {
    expect(applyUpdate(undefined, { slices: whole })).toEqual(whole);
    const other = startMission({ seed: 2 }).snapshot();
    expect(applyUpdate(other, { slices: whole })).toEqual(whole);
  });

  it.each([
    ['what was never held', undefined, commands.revision, 'it lacks commands'],
    ['what is no longer held', whole, commands.revision - 1, `but the held revision is ${commands.revision}`],
    ['what is not held yet', whole, commands.revision + 1, `but the held revision is ${commands.revision}`],
  ])('refuses a change of %s, and names it', (_case, held, since, words) => {
    const { commands: _held, ...others } = whole;
    const slices = { ...others, commands: { revision: since + 1, since, pieces: [] } };
    expect(() => applyUpdate(held, { slices })).toThrow(words);
  });

  it('refuses a first update that is incomplete', () => {
    const { contacts: _missing, ...slices } = whole;
    expect(() => applyUpdate(undefined, { slices })).toThrow(/contacts/);
  });
});
