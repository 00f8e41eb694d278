import { type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../../shared/kit/units.ts';
import type { Streams } from '../kit/random.ts';
import type { EnvironmentAt } from './environment.ts';
import { copyOf, type SpacecraftState } from './model.ts';
import { stepCraft } from './step.ts';

/**
 * The model's steps end on a UTC grid, independent of the sample times, so that propagation does not depend on how it
 * is divided.
 */
export const STEP_MS = 5 * MS_PER_S;
/** Longer intervals are propagated on the coarse grid up to their last `FINE_MS`. */
const FINE_MS = 10 * MS_PER_MIN;
export const COARSE_STEP_MS = MS_PER_MIN;

/** Spacecraft and the instant to which it is propagated; its state is that of the last grid instant until then. */
export interface PropagatedSpacecraft {
  readonly spacecraft: SpacecraftState;
  readonly time: EpochMs;
}

const gridBefore = (time: EpochMs, stepMs: number): number => Math.floor(time / stepMs) * stepMs;

/**
 * Propagates the spacecraft to an instant, to the first step after which `isDone` is true, or to the end of its
 * orbit. Without random streams there is no noise.
 */
export function propagateSpacecraft(
  from: PropagatedSpacecraft,
  to: EpochMs,
  environmentAt: EnvironmentAt,
  streams?: Streams,
  isDone?: (spacecraft: SpacecraftState, time: EpochMs) => boolean,
): PropagatedSpacecraft {
  if (to <= from.time) return from;
  const craft = copyOf(from.spacecraft);
  let time = gridBefore(from.time, STEP_MS);
  while (time + STEP_MS <= to) {
    const next =
      to - time > FINE_MS ? gridBefore(epochMs(time), COARSE_STEP_MS) + COARSE_STEP_MS : time + STEP_MS;
    const environment = environmentAt(epochMs(next));
    if (!environment) {
      return time < from.time ? from : { spacecraft: craft, time: epochMs(time) };
    }
    stepCraft(craft, environment, epochMs(next), (next - time) / MS_PER_S, streams);
    time = next;
    if (isDone?.(craft, epochMs(time))) return { spacecraft: craft, time: epochMs(time) };
  }
  return { spacecraft: craft, time: to };
}
