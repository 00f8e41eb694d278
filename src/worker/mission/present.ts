import type { MissionSlices } from '../../shared/mission-control.ts';
import { type EpochMs, MS_PER_S } from '../../shared/units.ts';
import { followEphemerides } from '../orbit/ephemerides.ts';
import { adviceOf } from '../state/advice.ts';
import { gridBefore } from '../state/grid.ts';
import type { MissionState, SimulationContext } from '../state/mission-state.ts';
import { reviseSlices } from '../state/slices.ts';

/** The clock of the mission at an instant; the given one while it shows that instant. */
export function clockAt(clock: MissionSlices['clock'], time: EpochMs): MissionSlices['clock'] {
  const second = gridBefore(time, MS_PER_S);
  return clock.time === second || clock.time === time ? clock : { ...clock, time: second };
}

/**
 * The mission with the slices that follow from the rest of it. No step needs them: they are made when the mission is
 * shown, or an input is applied to it.
 */
export function present(state: MissionState, context: SimulationContext): MissionState {
  const { slices, time, propagators } = state;
  const shown = reviseSlices(slices, {
    clock: clockAt(slices.clock.value, time),
    ephemerides: followEphemerides(slices.ephemerides.value, propagators, time),
    advice: adviceOf(state, context, slices.advice.value),
  });
  return shown === slices ? state : { ...state, slices: shown };
}
