import type { TimelineEvent } from '../../shared/entities.ts';
import { type EpochMs, epochMs, MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../../shared/units.ts';
import type { Span } from '../contacts/contact-strip.ts';

/** Geometry of the strip: spans, rows, ticks and heights. */

export const SPAN_NAMES = ['6 h', '24 h', '7 d'] as const;
export type SpanName = (typeof SPAN_NAMES)[number];

/**
 * A span advances in steps, so that everything is static in between and only the marker of the present moves.
 */
const SPANS: Readonly<Record<SpanName, { readonly lengthMs: number; readonly stepMs: number }>> = {
  '6 h': { lengthMs: 6 * MS_PER_H, stepMs: 15 * MS_PER_MIN },
  '24 h': { lengthMs: MS_PER_DAY, stepMs: MS_PER_H },
  '7 d': { lengthMs: 7 * MS_PER_DAY, stepMs: 6 * MS_PER_H },
};

/** Start of a span with the present at a quarter of its length, or up to one step to the right. */
export function spanStart(name: SpanName, now: EpochMs): EpochMs {
  const { lengthMs, stepMs } = SPANS[name];
  return epochMs(Math.floor((now - lengthMs / 4) / stepMs) * stepMs);
}

export const spanFrom = (name: SpanName, from: EpochMs): Span => ({
  from,
  to: epochMs(from + SPANS[name].lengthMs),
});

const TICK_STEPS_MS = [
  15 * MS_PER_MIN,
  30 * MS_PER_MIN,
  MS_PER_H,
  2 * MS_PER_H,
  3 * MS_PER_H,
  6 * MS_PER_H,
  12 * MS_PER_H,
  MS_PER_DAY,
] as const;

/** Round times inside a span, as dense as `maxCount` allows. */
export function ticksIn({ from, to }: Span, maxCount: number): readonly EpochMs[] {
  const step = TICK_STEPS_MS.find((ms) => (to - from) / ms <= maxCount) ?? MS_PER_DAY;
  const ticks: EpochMs[] = [];
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) ticks.push(epochMs(time));
  return ticks;
}

/** A bar of the strip, clipped to its span. */
export interface Bar {
  readonly event: TimelineEvent;
  /** 0 is the uppermost. */
  readonly row: number;
  readonly from: EpochMs;
  /** Not before `from`; equal to it for an event without duration, or one that ends before it starts. */
  readonly to: EpochMs;
  /** End of the free space on its row, for its label. */
  readonly freeUntil: EpochMs;
  readonly isCutLeft: boolean;
  readonly isCutRight: boolean;
}

export interface StripLayout {
  readonly bars: readonly Bar[];
  /** Number of events inside the span without a row. */
  readonly hiddenCount: number;
}

interface LayoutOptions {
  readonly rowCount: number;
  /** Least space of every bar on its row. */
  readonly minMs: number;
}

const isWithin = ({ startTime, endTime }: TimelineEvent, { from, to }: Span): boolean =>
  startTime < to && (endTime > from || startTime >= from);

/**
 * Places the events of a span on rows without overlap: interval partitioning, each in order of its start on
 * the first free row, which takes as few rows as there are simultaneous events at the busiest moment.
 * @param events sorted by start
 */
export function layOutStrip(
  events: readonly TimelineEvent[],
  span: Span,
  { rowCount, minMs }: LayoutOptions,
): StripLayout {
  const bars: Bar[] = [];
  const lastOfRow: number[] = [];
  const takenUntil: number[] = [];
  let hiddenCount = 0;
  for (const event of events) {
    if (!isWithin(event, span)) continue;
    const from = epochMs(Math.max(event.startTime, span.from));
    const to = epochMs(Math.max(from, Math.min(event.endTime, span.to)));
    const free = takenUntil.findIndex((taken) => taken <= from);
    const row = free === -1 ? takenUntil.length : free;
    if (row >= rowCount) {
      hiddenCount += 1;
      continue;
    }
    const before = bars[lastOfRow[row] ?? -1];
    if (before) bars[lastOfRow[row] ?? -1] = { ...before, freeUntil: from };
    lastOfRow[row] = bars.length;
    takenUntil[row] = Math.max(to, from + minMs);
    bars.push({
      event,
      row,
      from,
      to,
      freeUntil: span.to,
      isCutLeft: event.startTime < span.from,
      isCutRight: event.endTime > span.to,
    });
  }
  return { bars, hiddenCount };
}

/**
 * With as much space for labels beside the bars as the rows allow.
 * @param roomsMs candidates for the least space of each bar: the first that hides nothing, otherwise the last
 */
export function layOutWithWords(
  events: readonly TimelineEvent[],
  span: Span,
  { rowCount, roomsMs }: { readonly rowCount: number; readonly roomsMs: readonly number[] },
): StripLayout {
  let layout: StripLayout = { bars: [], hiddenCount: 0 };
  for (const minMs of roomsMs) {
    layout = layOutStrip(events, span, { rowCount, minMs });
    if (layout.hiddenCount === 0) break;
  }
  return layout;
}

/** Heights of the strip, in desk pixels (16 per rem). */
export const AXIS_HEIGHT = 20;
export const ROW_HEIGHT = 24;
export const BAR_HEIGHT = 20;
export const ROW_COUNT = 5;
/** The lane of the ground-station passes, below the rows. */
export const LANE_HEIGHT = 20;
export const LANE_TOP = AXIS_HEIGHT + ROW_COUNT * ROW_HEIGHT + 4;
export const STRIP_HEIGHT = LANE_TOP + LANE_HEIGHT;
