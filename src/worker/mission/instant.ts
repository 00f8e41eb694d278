import type { EpochMs } from '../../shared/units.ts';
import { followEphemerides, transition } from '../orbit/ephemerides.ts';
import type { MissionState } from '../state/mission-state.ts';
import { transitionOf } from './keyframe.ts';

/**
 * A mission at an instant, to fork from within a worker. It shares what it can with the mission that it was taken from,
 * and lacks what is large and follows from time: the windows of the satellites' motion.
 */
export interface Instant {
  readonly time: EpochMs;
  /** Number of journal entries that it includes. */
  readonly entryCount: number;
  readonly state: unknown;
}

/** The state of an instant. */
export interface InstantState {
  readonly state: Omit<MissionState, 'slices'> & {
    readonly slices: Omit<MissionState['slices'], 'ephemerides'>;
  };
  readonly issTransition: ReturnType<typeof transitionOf>;
}

export function takeInstant(state: MissionState, entryCount: number): Instant {
  const { ephemerides, ...slices } = state.slices;
  const kept: InstantState = {
    state: { ...state, slices },
    issTransition: transitionOf(ephemerides.value.iss),
  };
  return { time: state.time, entryCount, state: kept };
}

/** The mission as it was. */
export function openInstant(instant: Instant): MissionState {
  const { state, issTransition } = instant.state as InstantState;
  const windows = followEphemerides(undefined, state.propagators, state.time);
  const value = transition('iss', windows, issTransition);
  return { ...state, slices: { ...state.slices, ephemerides: { revision: 1, value } } };
}
