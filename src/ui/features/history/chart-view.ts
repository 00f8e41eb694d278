import {
  FIXED_DISPLAY,
  TELEMETRY_HISTORY_LENGTH,
  TELEMETRY_PERIOD_MS,
} from '../../../shared/entities/constants.ts';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { addMs, type EpochMs, epochMs, MS_PER_H, MS_PER_MIN } from '../../../shared/kit/units.ts';

/** Part of the session that the charts show: rules of range, zoom and pan. */

export const RANGE_NAMES = ['100 s', '10 min', 'Orbit', '6 h', 'All'] as const;
export type RangeName = (typeof RANGE_NAMES)[number];

/** Time between the oldest and newest of the 20 samples of spec §9. */
const SAMPLES_MS = (TELEMETRY_HISTORY_LENGTH - 1) * TELEMETRY_PERIOD_MS;

const LENGTHS_MS: Readonly<Record<RangeName, number>> = {
  '100 s': SAMPLES_MS,
  '10 min': 10 * MS_PER_MIN,
  Orbit: FIXED_DISPLAY.orbitPeriodMin * MS_PER_MIN,
  '6 h': 6 * MS_PER_H,
  All: Number.POSITIVE_INFINITY,
};

/** The future that each range shows: as much as of the past. The others are about what has been. */
const AHEAD_MS: Readonly<Partial<Record<RangeName, number>>> = {
  Orbit: LENGTHS_MS.Orbit,
  '6 h': LENGTHS_MS['6 h'],
};

/** Returns how far the charts look ahead; 0 while they are zoomed. */
export const aheadOf = ({ range, zoom }: ChartView): number => (zoom ? 0 : (AHEAD_MS[range] ?? 0));

/** Four samples: a shorter span shows nothing more. */
export const SHORTEST_SPAN_MS = 4 * TELEMETRY_PERIOD_MS;

/** Maximum distance of the cursor from a mark, as a fraction of the span. */
export const MARK_REACH = 0.006;

/** Bounds of what can be shown. */
export interface SessionBounds {
  readonly start: EpochMs;
  /** Displayed time of the page. */
  readonly end: EpochMs;
  /** Not after `end`. */
  readonly newestSample: EpochMs;
}

export interface ChartView {
  /** Range up to the newest instant. */
  readonly range: RangeName;
  /** Replaces the range until the user returns to it. */
  readonly zoom?: {
    readonly lengthMs: number;
    /** Absent while it follows the newest instant. */
    readonly to?: EpochMs;
  };
}

/** True if the charts show the 20 samples of spec §9. */
export const isRecent = ({ range, zoom }: ChartView): boolean => range === '100 s' && zoom === undefined;

const earliest = ({ start, end }: SessionBounds): EpochMs =>
  epochMs(Math.min(start, addMs(end, -SAMPLES_MS)));

export function spanOf(view: ChartView, bounds: SessionBounds): TimeRange {
  const first = earliest(bounds);
  const { zoom } = view;
  // A zoom that ends before the session is of another one.
  if (zoom && (zoom.to === undefined || zoom.to > first)) {
    const to = epochMs(Math.min(zoom.to ?? bounds.end, bounds.end));
    const from = Math.max(addMs(to, -zoom.lengthMs), first);
    return { from: epochMs(from), to: epochMs(Math.max(to, addMs(epochMs(from), SHORTEST_SPAN_MS))) };
  }
  if (isRecent(view)) return { from: addMs(bounds.newestSample, -SAMPLES_MS), to: bounds.newestSample };
  return {
    from: epochMs(Math.max(addMs(bounds.end, -LENGTHS_MS[view.range]), first)),
    to: bounds.end,
  };
}

/** Zooms to a span within the session; the whole session is the range *All*. */
export function zoomTo(view: ChartView, span: TimeRange, bounds: SessionBounds): ChartView {
  const first = earliest(bounds);
  const wholeMs = bounds.end - first;
  const lengthMs = Math.min(Math.max(span.to - span.from, SHORTEST_SPAN_MS), wholeMs);
  if (lengthMs >= wholeMs) return { range: 'All' };
  const middle = (span.from + span.to) / 2;
  const to = Math.min(Math.max(middle + lengthMs / 2, first + lengthMs), bounds.end);
  const isNewest = to >= bounds.newestSample;
  return { range: view.range, zoom: isNewest ? { lengthMs } : { lengthMs, to: epochMs(to) } };
}

/**
 * Zooms in by a factor above 1, or out by one below.
 * @param anchor instant that stays in place on the screen
 */
export function zoomBy(view: ChartView, factor: number, anchor: EpochMs, bounds: SessionBounds): ChartView {
  const { from, to } = spanOf(view, bounds);
  const scale = (time: EpochMs): EpochMs => epochMs(anchor + (time - anchor) / factor);
  // At the shortest span zooming in has no effect.
  if (factor > 1 && to - from <= SHORTEST_SPAN_MS) return view;
  return zoomTo(view, { from: scale(from), to: scale(to) }, bounds);
}

/** Pans through time at constant length; a positive share of the span moves later. */
export function panBy(view: ChartView, share: number, bounds: SessionBounds): ChartView {
  const { from, to } = spanOf(view, bounds);
  const lengthMs = to - from;
  const first = earliest(bounds);
  const movedMs = Math.min(Math.max(share * lengthMs, first - from), bounds.end - to);
  if (movedMs === 0) return view;
  return zoomTo(view, { from: addMs(from, movedMs), to: addMs(to, movedMs) }, bounds);
}

/** Removes the zoom. */
export const unzoomed = ({ range }: ChartView): ChartView => ({ range });
