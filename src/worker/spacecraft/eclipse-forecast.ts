import type { EclipseForecast } from '../../shared/entities/spacecraft.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../../shared/kit/units.ts';
import type { EnvironmentAt } from './environment.ts';
import { copyOf, type SpacecraftState } from './model.ts';
import { COARSE_STEP_MS } from './propagate.ts';
import { stepCraft } from './step.ts';

/** One orbit and the longest eclipse: any eclipse of this season begins and ends within it. */
const HORIZON_MS = 130 * MS_PER_MIN;
/** Half of the Sun's disc. */
const DARK_BELOW = 0.5;
/** Resolution of the eclipse transitions. */
const EDGE_MS = MS_PER_S;

/**
 * Forecasts ORBITA-1's present or next eclipse and the state of charge at its end: propagates the model without noise
 * in steps of a minute, divided at sunset, with the active faults and commands. `undefined` without an orbit.
 */
export function forecastEclipse(
  state: SpacecraftState,
  environmentAt: EnvironmentAt,
  time: EpochMs,
): EclipseForecast | undefined {
  const now = environmentAt(time);
  if (!now) return undefined;
  const isDarkAt = (instant: EpochMs): boolean => (environmentAt(instant)?.light ?? 1) < DARK_BELOW;
  const craft = copyOf(state);
  let startTime = now.light < DARK_BELOW ? time : undefined;
  for (let aheadMs = COARSE_STEP_MS; aheadMs <= HORIZON_MS; aheadMs += COARSE_STEP_MS) {
    const then = addMs(time, aheadMs);
    const environment = environmentAt(then);
    if (!environment) break;
    const isDark = environment.light < DARK_BELOW;
    const before = addMs(then, -COARSE_STEP_MS);
    if (startTime !== undefined && !isDark) {
      const endTime = edgeBetween(before, then, (instant) => !isDarkAt(instant));
      const last = environmentAt(before); // dark to the end
      if (last) stepCraft(craft, last, endTime, (endTime - before) / MS_PER_S, undefined);
      return { time, eclipse: { startTime, endTime, socAtEnd: craft.soc } };
    }
    let from = before;
    if (startTime === undefined && isDark) {
      startTime = edgeBetween(before, then, isDarkAt);
      const lit = environmentAt(before);
      if (lit) stepCraft(craft, lit, startTime, (startTime - before) / MS_PER_S, undefined);
      from = startTime;
    }
    stepCraft(craft, environment, then, (then - from) / MS_PER_S, undefined);
  }
  return { time };
}

/** Finds the first instant at which the condition is true, to `EDGE_MS`: false at `from`, true at `until`. */
function edgeBetween(from: EpochMs, until: EpochMs, isSo: (instant: EpochMs) => boolean): EpochMs {
  let before: number = from;
  let after: number = until;
  while (after - before > EDGE_MS) {
    const middle = Math.round((before + after) / 2);
    if (isSo(epochMs(middle))) after = middle;
    else before = middle;
  }
  return epochMs(after);
}
