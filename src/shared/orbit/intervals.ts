import { addMs, type EpochMs, epochMs } from '../kit/units.ts';
import { crossing, highestBetween, type TimedValue, type TimeFunction } from './root.ts';

/** Search interval, ends included, and step, in milliseconds. */
export interface SearchRange {
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly stepMs: number;
}

/** An interval in which a function is positive. */
export interface Interval {
  readonly start: EpochMs;
  readonly end: EpochMs;
  /** True if the function was already positive where the search, or its domain, begins. */
  readonly startsBefore: boolean;
  /** True if it is still positive where the search, or its domain, ends. */
  readonly endsAfter: boolean;
}

/** Returns the sampling instants of a search: its ends, and between them the whole multiples of its step since 1970. */
export function searchTimes({ from, to, stepMs }: SearchRange): readonly EpochMs[] {
  if (!(from < to)) return [];
  const times = [from];
  for (let k = Math.floor(from / stepMs) + 1; k * stepMs < to; k++) times.push(epochMs(k * stepMs));
  times.push(to);
  return times;
}

const isPositive = ({ value }: TimedValue): boolean => value > 0;

/** True if an edge belongs to the function's domain, judged by the sample beyond it. */
const isUnknown = (f: TimeFunction, edge: EpochMs, offsetMs: 1 | -1, beyond: TimedValue): boolean =>
  Number.isNaN(beyond.value) && Number.isNaN(f(addMs(edge, offsetMs)));

/**
 * Finds a turning point near a sample with a sign opposite to the neighbouring samples: a short interval or gap between
 * samples.
 */
function hiddenBeside(
  f: TimeFunction,
  before: TimedValue | undefined,
  sample: TimedValue,
  after: TimedValue | undefined,
): TimedValue | undefined {
  const direction = isPositive(sample) ? -1 : 1;
  const isExtreme = (neighbour: TimedValue | undefined): boolean =>
    neighbour === undefined || (sample.value - neighbour.value) * direction >= 0;
  if (!isExtreme(before) || !isExtreme(after)) return undefined;
  const turn = highestBetween((time) => direction * f(time), (before ?? sample).time, (after ?? sample).time);
  const turned: TimedValue = { time: turn, value: f(turn) };
  return isPositive(turned) === isPositive(sample) ? undefined : turned;
}

/** Yields the samples of the function in order, with turning points of opposite sign between them. */
function* samplesOf(f: TimeFunction, range: SearchRange): Generator<TimedValue> {
  const times = searchTimes(range);
  let before: TimedValue | undefined;
  let sample: TimedValue | undefined;
  for (let index = 0; index <= times.length; index++) {
    const time = times[index];
    const after = time === undefined ? undefined : { time, value: f(time) };
    if (sample) {
      const hidden = hiddenBeside(f, before, sample, after);
      if (hidden && hidden.time < sample.time) yield hidden;
      yield sample;
      if (hidden && hidden.time > sample.time) yield hidden;
    }
    before = sample;
    sample = after;
  }
}

/**
 * Yields the intervals in which a function is positive, in order and lazily, so that a caller who needs only the first
 * pays for no more. The function must turn at most once in two steps; short intervals between two steps are then found
 * too. Searches with the same step use the same instants, so that they are bit-identical where they overlap. Cost: one
 * evaluation per step, about 5 per edge, and 15 per turning point that could hide an edge.
 */
export function* positiveIntervals(f: TimeFunction, range: SearchRange): Generator<Interval> {
  let last: TimedValue | undefined;
  let start: EpochMs | undefined;
  let startsBefore = false;
  for (const sample of samplesOf(f, range)) {
    if (!last) {
      if (isPositive(sample)) [start, startsBefore] = [sample.time, true];
    } else if (isPositive(sample) !== isPositive(last)) {
      const edge = crossing(f, last, sample);
      if (start === undefined) [start, startsBefore] = [edge, isUnknown(f, edge, -1, last)];
      else {
        yield { start, end: edge, startsBefore, endsAfter: isUnknown(f, edge, 1, sample) };
        start = undefined;
      }
    }
    last = sample;
  }
  if (last && start !== undefined) yield { start, end: last.time, startsBefore, endsAfter: true };
}

/** Returns the time of a function's maximum in a range; each peak is examined. */
export function highestIn(f: TimeFunction, range: SearchRange): EpochMs {
  const times = searchTimes(range);
  const values = times.map(f);
  let best: TimedValue = { time: range.from, value: Number.NEGATIVE_INFINITY };
  for (const [index, time] of times.entries()) {
    const value = values[index] ?? Number.NaN;
    const isPeak = !(value < (values[index - 1] ?? value)) && !(value < (values[index + 1] ?? value));
    if (!isPeak) continue;
    const peak = highestBetween(f, times[index - 1] ?? time, times[index + 1] ?? time);
    const peakValue = f(peak);
    if (peakValue > best.value) best = { time: peak, value: peakValue };
  }
  return best.time;
}
