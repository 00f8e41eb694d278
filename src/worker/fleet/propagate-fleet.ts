import {
  type FleetKnot,
  type FleetTrack,
  type FleetTrackSearch,
  knotTime,
  MOST_AGE_DAYS,
  STATE_LENGTH,
} from '../../shared/contract/fleet.ts';
import { failed, type Result, succeeded } from '../../shared/kit/result.ts';
import { type EpochMs, MS_PER_DAY } from '../../shared/kit/units.ts';
import type { OrbitalElements } from '../../shared/orbit/elements.ts';
import type { StateTeme } from '../../shared/orbit/frames.ts';
import { greenwichSiderealTime, stateToEcef } from '../../shared/orbit/frames.ts';
import { createPropagator, type Propagator } from '../../shared/orbit/propagator.ts';
import { emptyTrack, traceGround } from './ground-track.ts';

/** Added satellites, ready to be propagated. */
export interface PropagatedFleet {
  /** Epoch of each satellite's elements, or the reason why it has no orbit. */
  readonly epochs: readonly Result<EpochMs>[];
  /**
   * Returns the states of all satellites at a knot. Yields after each satellite, so that the caller can pause. NaN
   * for a satellite whose elements are bad or too old, or whose orbit has decayed by then.
   */
  knot(index: number): Generator<void, FleetKnot>;
  /** Returns the ground track of one satellite, where `knot` has positions. Yields after each sample. */
  track(search: FleetTrackSearch): Generator<void, FleetTrack>;
}

/** Returns a satellite's state, if its elements are not too old. */
const stateOf = ({ epoch, stateAt }: Propagator, time: EpochMs): StateTeme | undefined =>
  Math.abs(time - epoch) <= MOST_AGE_DAYS * MS_PER_DAY ? stateAt(time) : undefined;

/** Creates the propagators. Yields after each satellite. */
export function* createFleet(elements: readonly OrbitalElements[]): Generator<void, PropagatedFleet> {
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
        const state = propagator.ok ? stateOf(propagator.value, time) : undefined;
        if (state) {
          const { positionEcef: p, velocityEcef: v } = stateToEcef(state, siderealTime);
          states.set([p.x, p.y, p.z, v.x, v.y, v.z], satellite * STATE_LENGTH);
        }
        yield;
      }
      return { index, states };
    },
    *track({ satellite, ...range }) {
      const propagator = propagators[satellite];
      if (!propagator?.ok) return emptyTrack(range);
      const { value } = propagator;
      return yield* traceGround((time) => stateOf(value, time)?.positionTeme, range);
    },
  };
}
