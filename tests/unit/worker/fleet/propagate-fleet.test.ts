import { describe, expect, it } from 'vitest';
import {
  type FleetKnot,
  interpolatePositions,
  interpolateState,
  KNOT_STEP_MS,
  knotBefore,
  knotTime,
} from '../../../../src/shared/contract/fleet.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_H } from '../../../../src/shared/kit/units.ts';
import { greenwichSiderealTime, stateToEcef } from '../../../../src/shared/orbit/frames.ts';
import { createPropagator } from '../../../../src/shared/orbit/propagator.ts';
import { createFleet, type PropagatedFleet } from '../../../../src/worker/fleet/propagate-fleet.ts';
import { finish } from '../../../support/finish.ts';
import { ORBIT_KINDS, type OrbitKind, syntheticElements } from '../../../support/synthetic-fleet.ts';

const fleetOf = (...kinds: readonly OrbitKind[]): PropagatedFleet =>
  finish(createFleet(kinds.map((kind, index) => syntheticElements(index, kind))));

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));

/** Returns both knots around an instant. */
function knotsAround(fleet: PropagatedFleet, time: EpochMs): readonly [FleetKnot, FleetKnot] {
  const index = knotBefore(time);
  return [finish(fleet.knot(index)), finish(fleet.knot(index + 1))];
}

/** Returns the largest deviations from SGP4 in km and km/s, at instants spread over an interval. */
function errorsOf(kind: OrbitKind, instants: number, spanMs: number) {
  const elements = syntheticElements(3, kind);
  const fleet = finish(createFleet([elements]));
  const propagator = createPropagator(elements);
  if (!propagator.ok) throw new Error(propagator.message);
  const positions = new Float32Array(3);
  let worstKm = 0;
  let worstKmPerS = 0;
  for (let turn = 0; turn < instants; turn++) {
    const time = addMs(T0, ((turn * 0.6180339887) % 1) * spanMs);
    const state = propagator.value.stateAt(time);
    if (!state) throw new Error('no orbit');
    const { positionEcef: p, velocityEcef: v } = stateToEcef(state, greenwichSiderealTime(time));
    const [before, after] = knotsAround(fleet, time);
    interpolatePositions(before, after, time, positions);
    const own = interpolateState(before, after, time, 0);
    if (!own) throw new Error('no state');
    const [x = 0, y = 0, z = 0] = positions;
    worstKm = Math.max(worstKm, Math.hypot(x - p.x, y - p.y, z - p.z));
    const w = own.velocityEcef;
    worstKmPerS = Math.max(worstKmPerS, Math.hypot(w.x - v.x, w.y - v.y, w.z - v.z));
  }
  return { worstKm, worstKmPerS };
}

describe('the states of a fleet', () => {
  // A quarter of a pixel at 3840 pixels and 20 × zoom: 40,075 km / (3840 × 20) / 4 = 130 m.
  it.each(Object.keys(ORBIT_KINDS) as OrbitKind[])(
    'of a %s orbit stay within 50 m and 5 m/s of SGP4 between knots',
    (kind) => {
      const { worstKm, worstKmPerS } = errorsOf(kind, 700, 2 * MS_PER_DAY);
      expect(worstKm).toBeLessThan(0.05);
      expect(worstKmPerS).toBeLessThan(0.005);
    },
  );

  it('of neighbouring intervals meet at their knot', () => {
    const fleet = fleetOf('sunSynchronous', 'molniya');
    const index = knotBefore(T0);
    const [a, b, c] = [0, 1, 2].map((step) => finish(fleet.knot(index + step)));
    if (!a || !b || !c) throw new Error('no knots');
    const [left, right] = [new Float32Array(6), new Float32Array(6)];
    interpolatePositions(a, b, knotTime(index + 1), left);
    interpolatePositions(b, c, knotTime(index + 1), right);
    expect(left).toEqual(right);
  });

  it('are missing, with the reason, for elements without an orbit, and the others stay', () => {
    const bad = { ...syntheticElements(1, 'lowLeo'), ECCENTRICITY: 1.5 };
    const fleet = finish(
      createFleet([syntheticElements(0, 'lowLeo'), bad, syntheticElements(2, 'navigation')]),
    );
    expect(fleet.epochs.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(fleet.epochs[1]).toMatchObject({
      message: expect.stringContaining('TEST 1: ECCENTRICITY is 1.5'),
    });
    const positions = new Float32Array(9);
    const [before, after] = knotsAround(fleet, T0);
    interpolatePositions(before, after, T0, positions);
    expect([...positions].map(Number.isNaN)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(interpolateState(before, after, T0, 1)).toBeUndefined();
  });

  it('are missing after the orbit has decayed', () => {
    const falling = { ...syntheticElements(0, 'lowLeo'), BSTAR: 0.1 };
    const fleet = finish(createFleet([falling]));
    const [soon] = knotsAround(fleet, epochMs(Date.UTC(2026, 10, 20, 1)));
    const [late] = knotsAround(fleet, epochMs(Date.UTC(2026, 11, 20)));
    expect(soon.states[0]).not.toBeNaN();
    expect(late.states[0]).toBeNaN();
  });

  it('are missing more than a year from the epoch', () => {
    const fleet = fleetOf('navigation');
    expect(knotsAround(fleet, epochMs(Date.UTC(2027, 10, 19)))[0].states[0]).not.toBeNaN();
    expect(knotsAround(fleet, epochMs(Date.UTC(2027, 10, 22)))[0].states[0]).toBeNaN();
    expect(knotsAround(fleet, epochMs(Date.UTC(2025, 10, 18)))[0].states[0]).toBeNaN();
  });

  it('are computed one satellite at a time', () => {
    const steps = fleetOf('lowLeo', 'molniya', 'geostationary').knot(knotBefore(T0));
    let pauses = 0;
    while (!steps.next().done) pauses += 1;
    expect(pauses).toBe(3);
  });
});

describe('the grid of knots', () => {
  it('lies on UTC, before and after 1970', () => {
    expect(knotBefore(epochMs(0))).toBe(0);
    expect(knotBefore(epochMs(-1))).toBe(-1);
    expect(knotTime(knotBefore(addMs(T0, MS_PER_H - 1)))).toBe(T0 + MS_PER_H - KNOT_STEP_MS);
  });
});
