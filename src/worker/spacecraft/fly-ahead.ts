import {
  addMs,
  type EpochMs,
  epochMs,
  MS_PER_MIN,
  MS_PER_S,
  type TimeRange,
} from '../../shared/kit/units.ts';
import type { Environment, EnvironmentAt } from './environment.ts';
import { copyOf, type MutableSpacecraft, type SpacecraftState } from './model.ts';
import { COARSE_STEP_MS, STEP_MS } from './propagate.ts';
import { isExitOpen, isModeOpen, stepCraft } from './step.ts';

/** First part of a flight, in the model's own steps for immediate effects. */
const CLOSE_MS = 5 * MS_PER_MIN;
/** Longest step while the Sun rises or sets, or the mode may change: most of the model then changes within seconds. */
const SHORT_STEP_MS = 20 * MS_PER_S;

/** Returns the longest step of a flight at a lead time. */
export const longestStepAt = (leadMs: number): number => (leadMs < CLOSE_MS ? STEP_MS : COARSE_STEP_MS);

/** Commands that reach the spacecraft during a flight. */
export interface Deliveries {
  /** Starts what has arrived by an instant; returns the given spacecraft if that is nothing. */
  deliver(craft: MutableSpacecraft, time: EpochMs): MutableSpacecraft;
  /** Returns the instant by which the next step has to end, so that the next arrival is not late. */
  nextTime(craft: SpacecraftState, time: EpochMs): EpochMs | undefined;
}

/** Receives the spacecraft before the first step and after each one, and again after an arrival at the start. */
export type NoteStep = (
  craft: MutableSpacecraft,
  time: EpochMs,
  environment: Environment | undefined,
) => void;

/**
 * Flies a copy of the spacecraft ahead without noise, in steps of a minute after the first five minutes, and shorter
 * ones at sunrise, sunset and mode changes. Stops where chance decides when safe mode ends, and where the orbit ends.
 * @param deliveries commands on their way; steps then also end where activities do, and are short after an arrival
 * @param isSettled true if nothing has just changed: the first five minutes then have no short steps
 * @returns the instant reached
 */
export function flyAhead(
  state: SpacecraftState,
  environmentAt: EnvironmentAt,
  { from, to }: TimeRange,
  note: NoteStep,
  deliveries?: Deliveries,
  isSettled = false,
): EpochMs {
  let craft = copyOf(state);
  let time = from;
  let closeFrom: number = isSettled ? Number.NEGATIVE_INFINITY : from;
  /** Returns true if something has arrived. */
  const deliver = (): boolean => {
    const before = craft;
    if (deliveries) craft = deliveries.deliver(craft, time);
    if (craft !== before) closeFrom = time;
    return craft !== before;
  };
  let environment = environmentAt(time);
  note(craft, time, environment);
  // The change by an arrival at the start is a change, too.
  if (deliver()) note(craft, time, environment);
  while (time < to && !isExitOpen(craft, time)) {
    const mostMs = deliveries ? mostUntilChange(craft, time, to, deliveries) : Number.POSITIVE_INFINITY;
    let stepMs = Math.min(longestStepAt(time - closeFrom), mostMs);
    let next = environmentAt(addMs(time, stepMs));
    if (stepMs > SHORT_STEP_MS && (next?.light !== environment?.light || isModeOpen(craft))) {
      stepMs = SHORT_STEP_MS;
      next = environmentAt(addMs(time, stepMs));
    }
    if (!next) break;
    environment = next;
    time = addMs(time, stepMs);
    stepCraft(craft, environment, time, stepMs / MS_PER_S, undefined);
    deliver();
    note(craft, time, environment);
  }
  return time;
}

/** Returns the time until the end of the flight, the next end of an activity, or the next arrival. */
function mostUntilChange(
  craft: MutableSpacecraft,
  time: EpochMs,
  to: EpochMs,
  deliveries: Deliveries,
): number {
  let next = Math.min(to, deliveries.nextTime(craft, time) ?? to);
  for (const { endTime } of [...craft.activities, ...(craft.events ?? [])]) {
    if (endTime > time) next = Math.min(next, endTime);
  }
  return epochMs(next) - time;
}
