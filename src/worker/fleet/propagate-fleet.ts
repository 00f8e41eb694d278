import { type FleetKnot, knotTime, MOST_AGE_DAYS, STATE_LENGTH } from '../../shared/fleet.ts';
import type { FleetPassSearch } from '../../shared/fleet-messages.ts';
import { greenwichSiderealTime, stateToEcef } from '../../shared/orbit/frames.ts';
import { createObserver } from '../../shared/orbit/observer.ts';
import { createPropagator, type OrbitalElements, type Propagator } from '../../shared/orbit/propagator.ts';
import { findVisualPasses, type VisualPass } from '../../shared/orbit/visual-passes.ts';
import { failed, type Result, succeeded } from '../../shared/result.ts';
import { type EpochMs, MS_PER_DAY } from '../../shared/units.ts';

/** Added satellites, ready to be propagated. */
export interface Fleet {
  /** For each satellite the epoch of its elements, or in words why it has no orbit. */
  readonly epochs: readonly Result<EpochMs>[];
  /**
   * The states of all satellites at a knot. Yields after each satellite, so that the caller can pause.
   * NaN for a satellite whose elements are bad, whose orbit has decayed by then, or whose elements are too old.
   */
  knot(index: number): Generator<void, FleetKnot>;
  /** The passes of one satellite, or in words why it has no orbit. Yields after each pass. */
  passes(search: FleetPassSearch): Generator<void, Result<readonly VisualPass[]>>;
}

/** Creates the propagators. Yields after each satellite. */
export function* createFleet(elements: readonly OrbitalElements[]): Generator<void, Fleet> {
  const propagators: Result<Propagator>[] = [];
  for (const set of elements) {
    propagators.push(createPropagator(set));
    yield;
  }
  return {
    epochs: propagators.map((propagator) =>
      propagator.ok ? succeeded(propagator.value.epoch) : failed(propagator.message),
    ),
    *knot(index) {
      const states = new Float32Array(STATE_LENGTH * propagators.length).fill(Number.NaN);
      const time = knotTime(index);
      const siderealTime = greenwichSiderealTime(time);
      for (const [satellite, propagator] of propagators.entries()) {
        if (propagator.ok && Math.abs(time - propagator.value.epoch) <= MOST_AGE_DAYS * MS_PER_DAY) {
          const state = propagator.value.stateAt(time);
          if (state) {
            const { positionEcef: p, velocityEcef: v } = stateToEcef(state, siderealTime);
            states.set([p.x, p.y, p.z, v.x, v.y, v.z], satellite * STATE_LENGTH);
          }
        }
        yield;
      }
      return { index, states };
    },
    *passes({ satellite, observer, ...search }) {
      const propagator = propagators[satellite];
      if (!propagator?.ok) return failed(propagator?.message ?? 'The satellite is not in the list.');
      return succeeded(yield* findVisualPasses(propagator.value, createObserver(observer), search));
    },
  };
}
