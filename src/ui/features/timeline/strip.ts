import {
  EVENT_TYPES,
  type TimelineEvent,
  type TimelineEventType,
} from '../../../shared/entities/entities.ts';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { type EpochMs, epochMs, MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../../../shared/kit/units.ts';

/** Geometry of the strip: spans, rows, ticks and heights. */

export const SPAN_NAMES = ['6 h', '24 h', '7 d'] as const;
export type SpanName = (typeof SPAN_NAMES)[number];

/** A span advances in steps: in between, only the current-time marker moves. */
const SPANS: Readonly<Record<SpanName, { readonly lengthMs: number; readonly stepMs: number }>> = {
  '6 h': { lengthMs: 6 * MS_PER_H, stepMs: 15 * MS_PER_MIN },
  '24 h': { lengthMs: MS_PER_DAY, stepMs: MS_PER_H },
  '7 d': { lengthMs: 7 * MS_PER_DAY, stepMs: 6 * MS_PER_H },
};

/** Start of a span with the current time at a quarter of its length, or up to one step to the right. */
export function spanStart(name: SpanName, now: EpochMs): EpochMs {
  const { lengthMs, stepMs } = SPANS[name];
  return epochMs(Math.floor((now - lengthMs / 4) / stepMs) * stepMs);
}

export const spanFrom = (name: SpanName, from: EpochMs): TimeRange => ({
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

/** Returns round times inside a span, as dense as `maxCount` allows. */
export function ticksIn({ from, to }: TimeRange, maxCount: number): readonly EpochMs[] {
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
  /** Minimum time span of each bar on its row. */
  readonly minMs: number;
}

const isWithin = ({ startTime, endTime }: TimelineEvent, { from, to }: TimeRange): boolean =>
  startTime < to && (endTime > from || startTime >= from);

/**
 * Places the events of a span on rows without overlap: interval partitioning, each in order of its start on
 * the first free row, which takes as few rows as there are simultaneous events at the busiest moment.
 * @param events sorted by start
 */
export function layOutStrip(
  events: readonly TimelineEvent[],
  span: TimeRange,
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

/** The lane of one type of event: rows of the strip. */
export interface Lane {
  readonly type: TimelineEventType;
  /** Its first row, from the top of the strip. */
  readonly row: number;
  readonly rowCount: number;
  /** Their `row` counts within the lane. */
  readonly bars: readonly Bar[];
}

export interface LaneLayout {
  readonly lanes: readonly Lane[];
  /** Rows of all lanes. */
  readonly rowCount: number;
  /** Number of events inside the span without a row. */
  readonly hiddenCount: number;
}

interface LaneOptions {
  /** Type that has a lane also without events. */
  readonly also?: TimelineEventType | undefined;
  /** Maximum rows of all lanes: at least one per type. */
  readonly rowCount: number;
  /** Candidates for each bar's minimum space: the first that hides nothing, otherwise the last. */
  readonly roomsMs: readonly number[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * Creates a lane per type of event, with as much label space beside the bars as the rows allow. Types without
 * events have a lane if there is room for all.
 */
export function layOutLanes(
  events: readonly TimelineEvent[],
  span: TimeRange,
  { rowCount, roomsMs, also }: LaneOptions,
): LaneLayout {
  const shown = events.filter((event) => isWithin(event, span));
  const byType = EVENT_TYPES.map((type) => shown.filter((event) => event.type === type));
  let rows: number[] = [];
  let minMs = 0;
  for (minMs of roomsMs) {
    // One extra row reveals an overflow.
    const options = { rowCount: rowCount + 1, minMs };
    rows = byType.map((list, index) =>
      Math.max(
        EVENT_TYPES[index] === also ? 1 : 0,
        1 + Math.max(-1, ...layOutStrip(list, span, options).bars.map(({ row }) => row)),
      ),
    );
    if (sum(rows) <= rowCount) break;
  }
  if (sum(rows.map((count) => Math.max(1, count))) <= rowCount)
    rows = rows.map((count) => Math.max(1, count));
  while (sum(rows) > rowCount) rows[rows.indexOf(Math.max(...rows))] = Math.max(...rows) - 1;
  let hiddenCount = 0;
  const lanes = EVENT_TYPES.flatMap((type, index): readonly Lane[] => {
    const count = rows[index] ?? 0;
    if (count === 0) return [];
    const layout = layOutStrip(byType[index] ?? [], span, { rowCount: count, minMs });
    hiddenCount += layout.hiddenCount;
    return [{ type, row: sum(rows.slice(0, index)), rowCount: count, bars: layout.bars }];
  });
  return { lanes, rowCount: sum(rows), hiddenCount };
}

/** Heights of the strip, in desk pixels (16 per rem). */
export const AXIS_HEIGHT = 20;
const ROW_HEIGHT = 24;
export const LEAST_ROWS = 5;
const MOST_BAR_HEIGHT = 80;
const BAR_GAP = 4;
/** Fraction of a high row that a bar leaves free. */
const BAR_GAP_SHARE = 0.25;
/** Height of a pass lane, for one station or for all, and its minimum. */
const LANE_HEIGHT = 24;
const JOINED_HEIGHT = 20;
const LEAST_LANE_HEIGHT = 14;
/** Lanes of predicted resources: charge, recorder and temperature. */
export const RESOURCE_COUNT = 3;
const RESOURCE_HEIGHT = 30;
/** Gap between events and passes. */
const GAP = 4;
/** Space for the lane names, on a strip with room for them. */
const GUTTER = 104;
const WIDE_FROM = 700;
/** Used until the strip has a height, and without layout. */
export const FALLBACK_HEIGHT = AXIS_HEIGHT + LEAST_ROWS * ROW_HEIGHT + GAP + JOINED_HEIGHT;

/** Geometry of a strip of a given size. */
export interface StripGeometry {
  readonly width: number;
  readonly height: number;
  /** Width of the lane names; 0 for none. */
  readonly gutter: number;
  /** Maximum rows of events, and the height that they share. */
  readonly rowCount: number;
  readonly rowsHeight: number;
  /** True with lanes for light and each station; otherwise one lane has all passes. */
  readonly hasStationLanes: boolean;
  readonly lanesTop: number;
  readonly laneHeight: number;
  /** Below the passes: lanes of the predicted resources, of this height each; 0 without room for them. */
  readonly resourcesTop: number;
  readonly resourceHeight: number;
}

/** Maps times to places on the strip. */
export interface Scale {
  readonly span: TimeRange;
  readonly geometry: StripGeometry;
  readonly xOf: (time: EpochMs) => number;
}

/**
 * Low or narrow strips have one lane of passes and no names; large ones have a lane for each station, and one
 * for eclipses.
 */
export function stripGeometry(width: number, height: number, stationCount: number): StripGeometry {
  const laneCount = stationCount + 1;
  const spare = height - AXIS_HEIGHT - GAP - LEAST_ROWS * ROW_HEIGHT;
  const hasStationLanes = stationCount > 0 && width >= WIDE_FROM && spare >= laneCount * LEAST_LANE_HEIGHT;
  const laneHeight = hasStationLanes ? Math.min(LANE_HEIGHT, Math.floor(spare / laneCount)) : JOINED_HEIGHT;
  const left = spare - laneCount * laneHeight - RESOURCE_COUNT * RESOURCE_HEIGHT;
  const resourceHeight = hasStationLanes && left >= 0 ? RESOURCE_HEIGHT : 0;
  const resourcesTop = height - RESOURCE_COUNT * resourceHeight;
  const lanesTop = resourcesTop - laneHeight * (hasStationLanes ? laneCount : 1);
  const rowsHeight = lanesTop - GAP - AXIS_HEIGHT;
  return {
    width,
    height,
    gutter: hasStationLanes ? GUTTER : 0,
    rowCount: Math.max(LEAST_ROWS, Math.floor(rowsHeight / ROW_HEIGHT)),
    rowsHeight,
    hasStationLanes,
    lanesTop,
    laneHeight,
    resourcesTop,
    resourceHeight,
  };
}

/** Height of a bar in a row, and its offset from the row's top. */
export function barInRow(rowHeight: number): { readonly height: number; readonly y: number } {
  const gap = rowHeight < 2 * ROW_HEIGHT ? BAR_GAP : rowHeight * BAR_GAP_SHARE;
  const height = Math.min(MOST_BAR_HEIGHT, rowHeight - gap);
  return { height, y: (rowHeight - height) / 2 };
}
