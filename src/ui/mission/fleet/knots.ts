import {
  type FleetKnot,
  interpolatePositions,
  interpolateState,
  knotBefore,
} from '../../../shared/contract/fleet.ts';
import { type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import type { StateEcef } from '../../../shared/orbit/frames.ts';

/** The knots around the time shown. */
export interface Knots {
  /** True while a requested knot has not arrived. */
  isWaiting(): boolean;
  /** See `Fleet`. Requests missing knots. */
  positionsAt(time: EpochMs): Float32Array | undefined;
  stateAt(time: EpochMs, index: number): StateEcef | undefined;
}

/** Wall time for which knots are available in advance. */
const LEAD_MS = 1.5 * MS_PER_S;

/**
 * @param count number of satellites
 * @param rate mission time per wall time; 0 while paused
 * @param ask requests the knot with an index; rejects when aborted or when the worker fails
 * @param onKnot called when a knot has arrived
 */
export function createKnots(
  count: number,
  rate: () => number,
  ask: (index: number, signal: AbortSignal) => Promise<FleetKnot>,
  onKnot: () => void,
): Knots {
  const positions = new Float32Array(3 * count);
  const knots = new Map<number, FleetKnot>();
  const asked = new Map<number, AbortController>();

  const isMissing = (index: number): boolean => !knots.has(index) && !asked.has(index);

  const askFor = (index: number): void => {
    const dropping = new AbortController();
    asked.set(index, dropping);
    ask(index, dropping.signal).then(
      (knot) => {
        asked.delete(index);
        knots.set(index, knot);
        onKnot();
      },
      () => undefined,
    );
  };

  /** Requests the missing knots of a range, most urgent first, and drops those far from it. */
  const provide = (first: number, last: number): void => {
    let next = first;
    while (next <= last && !isMissing(next)) next += 1;
    if (next > last) return;
    for (const [index, dropping] of asked) {
      if (index >= first && index <= last) continue;
      dropping.abort();
      asked.delete(index);
    }
    for (const index of knots.keys()) if (index < first - 1 || index > last + 1) knots.delete(index);
    for (; next <= last; next++) if (isMissing(next)) askFor(next);
  };

  return {
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
    isWaiting: () => asked.size > 0,
  };
}
