import { describe, expect, it } from 'vitest';
import { type FleetKnot, KNOT_STEP_MS, knotTime } from '../../../src/shared/fleet.ts';
import { addMs, MS_PER_S } from '../../../src/shared/units.ts';
import { createKnots } from '../../../src/ui/fleet/knots.ts';

/** A knot of one satellite that stands still at x = 7000 km. */
const knot = (index: number): FleetKnot => ({ index, states: new Float32Array([7000, 0, 0, 0, 0, 0]) });

function openKnots(rate = 1) {
  const asked: (readonly number[])[] = [];
  const setting = { rate };
  const knots = createKnots(
    1,
    () => setting.rate,
    (indexes) => asked.push(indexes),
  );
  return { knots, asked, setting };
}

const AT = addMs(knotTime(1000), 30 * MS_PER_S);

describe('the knots of a fleet', () => {
  it('are asked for once around the time shown, and then give positions', () => {
    const { knots, asked } = openKnots();
    expect(knots.positionsAt(AT)).toBeUndefined();
    expect(knots.positionsAt(AT)).toBeUndefined();
    expect(asked).toEqual([[1000, 1001]]);
    knots.take(knot(1000));
    expect(knots.positionsAt(AT)).toBeUndefined();
    knots.take(knot(1001));
    expect(knots.positionsAt(AT)?.[0]).toBeCloseTo(7000, 3);
    expect(knots.stateAt(AT, 0)?.positionEcef.x).toBeCloseTo(7000, 3);
    expect(asked).toHaveLength(1);
  });

  it('are asked for in advance, before the time shown comes to them', () => {
    const { knots, asked } = openKnots();
    for (const index of [1000, 1001]) knots.take(knot(index));
    knots.positionsAt(addMs(knotTime(1001), -1));
    expect(asked).toEqual([[1002]]);
  });

  it('are asked for over a second and a half at a high rate', () => {
    const { knots, asked } = openKnots(3600);
    knots.positionsAt(AT);
    // 1.5 s at 3600 × are 45 steps of two minutes.
    expect(asked).toEqual([Array.from({ length: 47 }, (_, ahead) => 1000 + ahead)]);
  });

  it('are requested again at a past instant, and replace those before', () => {
    const { knots, asked } = openKnots();
    knots.positionsAt(AT);
    knots.positionsAt(addMs(AT, -600 * KNOT_STEP_MS));
    expect(asked).toEqual([
      [1000, 1001],
      [400, 401],
    ]);
    // What was dropped is asked for again.
    knots.positionsAt(AT);
    expect(asked[2]).toEqual([1000, 1001]);
  });

  it('are not asked for beyond the present pair while time stands still', () => {
    const { knots, asked } = openKnots(0);
    knots.positionsAt(addMs(knotTime(1001), -1));
    expect(asked).toEqual([[1000, 1001]]);
  });
});
