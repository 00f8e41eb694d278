import { describe, expect, it } from 'vitest';
import { addMs, type EpochMs, MS_PER_H } from '../../../../src/shared/kit/units.ts';
import { streamsOf } from '../../../../src/worker/kit/random.ts';
import { approachOver, decayOver } from '../../../../src/worker/spacecraft/decay.ts';
import type { Environment } from '../../../../src/worker/spacecraft/environment.ts';
import { INITIAL_SPACECRAFT } from '../../../../src/worker/spacecraft/model.ts';
import {
  type PropagatedSpacecraft,
  propagateSpacecraft,
} from '../../../../src/worker/spacecraft/propagate.ts';
import { SUNLIT } from '../../../support/environment.ts';
import { later, T0 } from '../../../support/mission.ts';

/** Simulates from one second of T0 to another, over an orbit that ends, and returns the seconds of its steps. */
function fly(fromS: number, toS: number, orbitEndsS = Number.POSITIVE_INFINITY) {
  const asked: number[] = [];
  const environmentAt = (time: EpochMs): Environment | undefined => {
    if (time - T0 > orbitEndsS * 1000) return undefined;
    asked.push((time - T0) / 1000);
    return SUNLIT;
  };
  const from: PropagatedSpacecraft = { spacecraft: INITIAL_SPACECRAFT, time: later(fromS * 1000) };
  const flown = propagateSpacecraft(from, later(toS * 1000), environmentAt);
  // The drift grows evenly, and so shows how long the model has stepped.
  const steppedS = (flown.spacecraft.drift / 0.01) * (MS_PER_H / 1000);
  return { from, flown, asked, steppedS };
}
const every = (stepS: number, afterS: number, untilS: number): readonly number[] =>
  Array.from({ length: (untilS - afterS) / stepS }, (_, index) => afterS + stepS * (index + 1));

describe('a propagation', () => {
  it('steps on the grid of five seconds, wherever it begins and ends', () => {
    const { flown, asked, steppedS } = fly(0, 12);
    expect(asked).toEqual([5, 10]);
    expect(steppedS).toBeCloseTo(10, 6);
    expect(flown.time).toBe(later(12_000));
    expect(fly(3, 15).asked).toEqual([5, 10, 15]);
    expect(fly(5, 14.999).asked).toEqual([10]);
    expect(fly(4.999, 9.999).asked).toEqual([5]);
  });

  it('of up to ten minutes has these steps alone', () => {
    expect(fly(0, 600).asked).toEqual(every(5, 0, 600));
  });

  it('of more has steps of a minute up to its last ten', () => {
    const { asked, steppedS } = fly(7, 780);
    expect(asked).toEqual([60, 120, 180, ...every(5, 180, 780)]);
    expect(steppedS).toBeCloseTo(775, 6);
    expect(fly(0, 605).asked).toEqual([60, ...every(5, 60, 605)]);
  });

  it('to where it is already is none', () => {
    for (const toS of [20, 15, -100]) {
      const { from, flown, asked } = fly(20, toS);
      expect(flown).toBe(from);
      expect(asked).toEqual([]);
    }
  });

  it('ends with its orbit', () => {
    const { flown, asked, steppedS } = fly(0, 60, 12);
    expect(asked).toEqual([5, 10]);
    expect(steppedS).toBeCloseTo(10, 6);
    expect(flown.time).toBe(later(10_000));
    // Never before the instant already reached.
    const ended = fly(13, 60, 12);
    expect(ended.flown).toBe(ended.from);
    expect(fly(10, 60, 12).flown.time).toBe(later(10_000));
  });

  it('does not change its initial spacecraft', () => {
    const before = structuredClone(INITIAL_SPACECRAFT);
    const { flown } = fly(0, 60);
    expect(INITIAL_SPACECRAFT).toEqual(before);
    expect(flown.spacecraft).not.toEqual(before);
  });

  it('has noise with a streams source, and none without', () => {
    const from: PropagatedSpacecraft = { spacecraft: INITIAL_SPACECRAFT, time: T0 };
    const errors = [streamsOf(1), streamsOf(2), undefined, undefined].map(
      (streams) =>
        propagateSpacecraft(from, addMs(T0, 60_000), () => SUNLIT, streams).spacecraft.attitudeError,
    );
    expect(new Set(errors).size).toBe(3);
    expect(errors[2]).toBeCloseTo(0.3, 9);
  });
});

describe('a first-order value', () => {
  it('retains 1/e of its deviation after its time constant, whatever was evaluated before', () => {
    const decay = decayOver(120);
    expect(decay(0)).toBe(1);
    expect(decay(120)).toBeCloseTo(1 / Math.E, 12);
    expect(decay(120)).toBeCloseTo(1 / Math.E, 12);
    expect(decay(240)).toBeCloseTo(1 / Math.E ** 2, 12);
    expect(decay(0)).toBe(1);
  });

  it('covers the remainder', () => {
    expect(approachOver(120)(120)).toBeCloseTo(1 - 1 / Math.E, 12);
  });
});
