import { describe, expect, it } from 'vitest';
import { type MissionSlices, SLICE_NAMES } from '../../../../../src/shared/contract/mission-control.ts';
import { openSlices, reviseSlices } from '../../../../../src/worker/mission/state/slices.ts';
import { startMission } from '../../../../support/mission.ts';

const shownAtStart = () => startMission().snapshot();

describe('slices with new values', () => {
  it('keep their identity if every value is unchanged', () => {
    const slices = shownAtStart();
    expect(reviseSlices(slices, {})).toBe(slices);
    expect(reviseSlices(slices, { commands: slices.commands.value })).toBe(slices);
  });

  it('count up if a value differs, and keep all others', () => {
    const slices = shownAtStart();
    const { commands, ...others } = slices;
    const value = commands.value.slice(1);
    const { commands: revised, ...same } = reviseSlices(slices, { commands: value, log: slices.log.value });
    expect(revised).toEqual({ revision: commands.revision + 1, value });
    expect(same).toEqual(others);
    for (const name of Object.keys(same) as (keyof typeof same)[]) expect(same[name]).toBe(others[name]);
  });
});

describe('opened slices', () => {
  const valuesAtStart = (): MissionSlices => {
    const slices = shownAtStart();
    const values = SLICE_NAMES.map((name) => [name, slices[name].value]);
    return Object.fromEntries(values);
  };

  it('begin with revision 1', () => {
    const values = valuesAtStart();
    const slices = openSlices(values);
    expect(Object.keys(slices).sort()).toEqual([...SLICE_NAMES].sort());
    for (const name of SLICE_NAMES) {
      expect(slices[name].revision).toBe(1);
      expect(slices[name].value).toBe(values[name]);
    }
  });
});
