import { type FleetKnot, interpolatePositions, interpolateState, knotBefore } from '../../shared/fleet.ts';
import type { StateEcef } from '../../shared/orbit/frames.ts';
import { type EpochMs, MS_PER_S } from '../../shared/units.ts';

/** The knots around the time shown. */
export interface Knots {
  take(knot: FleetKnot): void;
  /** See `Fleet`. Asks for what is missing. */
  positionsAt(time: EpochMs): Float32Array | undefined;
  stateAt(time: EpochMs, index: number): StateEcef | undefined;
}

/** Time on the wall for which knots are there in advance. */
const LEAD_MS = 1.5 * MS_PER_S;

/**
 * @param count satellites
 * @param rate of mission time against wall time; 0 while it stands still
 * @param ask asks for knots by index, most urgent first, in place of what was asked for before
 */
export function createKnots(
  count: number,
  rate: () => number,
  ask: (indexes: readonly number[]) => void,
): Knots {
  const positions = new Float32Array(3 * count);
  const knots = new Map<number, FleetKnot>();
  const asked = new Set<number>();

  /** Asks for the knots from one to another that are missing, and forgets those far from them. */
  const provide = (first: number, last: number): void => {
    let isMissing = false;
    for (let index = first; index <= last; index++) {
      if (!knots.has(index) && !asked.has(index)) isMissing = true;
    }
    if (!isMissing) return;
    asked.clear();
    for (let index = first; index <= last; index++) if (!knots.has(index)) asked.add(index);
    for (const index of knots.keys()) if (index < first - 1 || index > last + 1) knots.delete(index);
    ask([...asked]);
  };

  return {
    take(knot) {
      asked.delete(knot.index);
      knots.set(knot.index, knot);
    },
    positionsAt(time) {
      const index = knotBefore(time);
      provide(index, knotBefore((time + LEAD_MS * rate()) as EpochMs) + 1);
      const before = knots.get(index);
      const after = knots.get(index + 1);
      if (!before || !after) return undefined;
      interpolatePositions(before, after, time, positions);
      return positions;
    },
    stateAt(time, satellite) {
      const before = knots.get(knotBefore(time));
      const after = knots.get(knotBefore(time) + 1);
      return before && after && interpolateState(before, after, time, satellite);
    },
  };
}
