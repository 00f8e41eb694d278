import { describe, expect, it } from 'vitest';
import { type FleetKnot, KNOT_STEP_MS, knotTime } from '../../../../../src/shared/contract/fleet.ts';
import { addMs, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { createKnots } from '../../../../../src/ui/mission/fleet/knots.ts';

/** Returns a knot of one satellite at rest at x = 7000 km. */
const knot = (index: number): FleetKnot => ({ index, states: new Float32Array([7000, 0, 0, 0, 0, 0]) });

function openKnots(rate = 1) {
  const asked: number[] = [];
  const dropped: number[] = [];
  const answers = new Map<number, (knot: FleetKnot) => void>();
  const setting = { rate };
  let come = 0;
  const knots = createKnots(
    1,
    () => setting.rate,
    (index, signal) => {
      asked.push(index);
      return new Promise((resolve, reject) => {
        answers.set(index, resolve);
        signal.addEventListener('abort', () => {
          dropped.push(index);
          reject(signal.reason);
        });
      });
    },
    () => {
      come += 1;
    },
  );
  return {
    knots,
    asked,
    dropped,
    setting,
    come: () => come,
    async answer(index: number) {
      answers.get(index)?.(knot(index));
      await Promise.resolve();
    },
  };
}

const AT = addMs(knotTime(1000), 30 * MS_PER_S);

describe('the knots of a fleet', () => {
  it('are asked for once around the time shown, and then give positions', async () => {
    const { knots, asked, answer, come } = openKnots();
    expect(knots.positionsAt(AT)).toBeUndefined();
    expect(knots.positionsAt(AT)).toBeUndefined();
    expect(asked).toEqual([1000, 1001]);
    await answer(1000);
    expect(knots.positionsAt(AT)).toBeUndefined();
    await answer(1001);
    expect(knots.positionsAt(AT)?.[0]).toBeCloseTo(7000, 3);
    expect(knots.stateAt(AT, 0)?.positionEcef.x).toBeCloseTo(7000, 3);
    expect(asked).toHaveLength(2);
    expect(come()).toBe(2);
  });

  it('are asked for in advance, before the time shown comes to them', async () => {
    const { knots, asked, answer } = openKnots();
    knots.positionsAt(AT);
    for (const index of [1000, 1001]) await answer(index);
    knots.positionsAt(addMs(knotTime(1001), -1));
    expect(asked).toEqual([1000, 1001, 1002]);
  });

  it('are asked for over a second and a half at a high rate', () => {
    const { knots, asked } = openKnots(3600);
    knots.positionsAt(AT);
    // 1.5 s at 3600 × are 45 steps of two minutes.
    expect(asked).toEqual(Array.from({ length: 47 }, (_, ahead) => 1000 + ahead));
  });

  it('are requested again at a past instant, and those before are dropped', () => {
    const { knots, asked, dropped } = openKnots();
    knots.positionsAt(AT);
    knots.positionsAt(addMs(AT, -600 * KNOT_STEP_MS));
    expect(asked).toEqual([1000, 1001, 400, 401]);
    expect(dropped).toEqual([1000, 1001]);
    // Dropped knots are requested again.
    knots.positionsAt(AT);
    expect(asked.slice(4)).toEqual([1000, 1001]);
  });

  it('that are still wanted after a step of time are not asked for again', () => {
    const { knots, asked, dropped } = openKnots();
    knots.positionsAt(AT);
    knots.positionsAt(addMs(AT, KNOT_STEP_MS));
    expect(asked).toEqual([1000, 1001, 1002]);
    expect(dropped).toEqual([1000]);
  });

  it('are not asked for beyond the present pair while time stands still', () => {
    const { knots, asked } = openKnots(0);
    knots.positionsAt(addMs(knotTime(1001), -1));
    expect(asked).toEqual([1000, 1001]);
  });
});
