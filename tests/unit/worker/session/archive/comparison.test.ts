import { describe, expect, it } from 'vitest';
import { TELEMETRY_CHANNELS, telemetryLevel } from '../../../../../src/shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs } from '../../../../../src/shared/kit/units.ts';
import {
  compareArchives,
  firstDifference,
  outcomeOf,
} from '../../../../../src/worker/session/archive/comparison.ts';
import { T0 } from '../../../../support/mission.ts';
import { Ground } from './ground.ts';

const atS = (seconds: number): EpochMs => addMs(T0, seconds * 1000);

/** Returns a session of an hour with a branch at half an hour, identical until its readings differ. */
function branched(salt: number): readonly [Ground, Ground] {
  const parent = new Ground();
  parent.live('high', 720);
  const branch = new Ground(parent, atS(1800), salt);
  branch.live('high', 360);
  return [parent, branch];
}

describe('the first difference of two branches', () => {
  it('is none while all samples are the same', () => {
    const [parent, branch] = branched(0);
    expect(firstDifference(parent.archive, branch.archive, T0)).toBeUndefined();
    parent.live('high', 10);
    expect(firstDifference(parent.archive, branch.archive, T0)).toBeUndefined();
  });

  it('names the first sample after the branch, its channel and both values', () => {
    const [parent, branch] = branched(1);
    const difference = firstDifference(parent.archive, branch.archive, T0);
    const [[, one], [, other]] = [parent, branch].map((ground) =>
      ground.lineOf(
        'batteryVoltage',
        { channels: [], from: atS(1805), to: atS(1805), columns: 1 },
        ground.time,
      ),
    ) as [readonly (readonly number[])[], readonly (readonly number[])[]];
    expect(difference).toEqual({
      time: atS(1805),
      channel: 'batteryVoltage',
      values: [one?.[1], other?.[1]],
    });
    expect(firstDifference(branch.archive, parent.archive, atS(1900))).toMatchObject({ time: atS(1900) });
  });

  it('is a channel of the model where the readings are the same', () => {
    const [parent] = branched(0);
    const late = new Ground(parent, atS(1800));
    late.live('none', 3);
    late.live('high', 357);
    // Played-back samples have no values of the model.
    expect(firstDifference(parent.archive, late.archive, T0)).toEqual({
      time: atS(1805),
      channel: 'stateOfCharge',
      values: [expect.any(Number), Number.NaN],
    });
  });

  it('is a sample that only one branch has', () => {
    const [parent] = branched(0);
    const silent = new Ground(parent, atS(1800));
    silent.live('none', 100);
    silent.live('high', 1);
    expect(firstDifference(silent.archive, parent.archive, T0)).toEqual({
      time: atS(1805),
      channel: 'batteryVoltage',
      values: [Number.NaN, expect.any(Number)],
    });
  });
});

describe('the outcome of a branch', () => {
  const ground = new Ground();
  ground.live('high', 200);
  ground.live('low', 40);
  ground.live('none', 60);
  ground.live('high', 100);
  ground.jump(500);
  ground.live('high', 100);

  /** Computes the outcome second by second, from all samples. */
  function outcomeBySecond(from: EpochMs, to: EpochMs) {
    const lines = TELEMETRY_CHANNELS.map((channel) => ground.samplesOf(channel, ground.time));
    const model = (channel: 'stateOfCharge' | 'downlinked') => ground.samplesOf(channel, ground.time);
    let outOfLimitsMs = 0;
    for (let time = from + 0; time < to; time += 1000) {
      const isOut = TELEMETRY_CHANNELS.some((channel, index) => {
        const sample = lines[index]?.findLast((other) => other.time <= time);
        return sample && time - sample.time < 30_000 && telemetryLevel(channel, sample.value) !== 'nominal';
      });
      if (isOut) outOfLimitsMs += 1000;
    }
    const downlinked = model('downlinked');
    const last = downlinked.findLast(({ time }) => time <= to)?.value ?? 0;
    const first =
      downlinked.findLast(({ time }) => time <= from)?.value ??
      downlinked.find(({ time }) => time <= to)?.value ??
      0;
    const charges = model('stateOfCharge').filter(({ time }) => time >= from && time <= to);
    return {
      leastStateOfCharge: Math.min(...charges.map(({ value }) => value)),
      downlinkedMb: last - first,
      outOfLimitsMs,
    };
  }

  it.each([
    [0, 1000],
    [-100, 30],
    [903, 1411],
    [1000, 1400],
    [1202, 5000],
    [4000, 9000],
  ])('from %i s to %i s is that of all its samples', (from, to) => {
    expect(outcomeOf(ground.archive, atS(from), atS(to))).toEqual(outcomeBySecond(atS(from), atS(to)));
  });

  it('without telemetry has no state of charge', () => {
    expect(outcomeOf(ground.archive, addMs(T0, -20_000), addMs(T0, -10_000))).toEqual({
      downlinkedMb: 0,
      outOfLimitsMs: 0,
    });
  });
});

describe('the comparison of two branches', () => {
  it('has their first difference, if there is one, and both outcomes', () => {
    const [parent, branch] = branched(1);
    const outcomes = [parent, branch].map(({ archive }) => outcomeOf(archive, atS(1800), atS(3600)));
    const span = { from: atS(1800), to: atS(3600) };
    expect(compareArchives(parent.archive, branch.archive, span)).toEqual({
      firstDifference: firstDifference(parent.archive, branch.archive, atS(1800)),
      outcomes,
    });
    expect(outcomes[0]).not.toEqual(outcomes[1]);
    const same = compareArchives(parent.archive, parent.archive, span);
    expect(same).toEqual({ outcomes: [outcomes[0], outcomes[0]] });
  });
});
