import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimelineEventType } from '../../../../src/shared/entities/entities.ts';
import { addMs, epochMs, MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { estimateWidth, isRightToLeft, placeBarText } from '../../../../src/ui/features/timeline/bar-text.ts';
import { formatTick } from '../../../../src/ui/features/timeline/period-text.ts';
import { endsBeforeStart, phaseAt } from '../../../../src/ui/features/timeline/phase.ts';
import {
  barInRow,
  type LaneLayout,
  layOutLanes,
  layOutStrip,
  RESOURCE_COUNT,
  SPAN_NAMES,
  spanFrom,
  spanStart,
  stripGeometry,
  ticksIn,
} from '../../../../src/ui/features/timeline/strip.ts';
import { eventOf, minutes, NOON } from './fixture.tsx';

const SPAN = { from: minutes(-60), to: minutes(180) };
const layOut = (events: ReturnType<typeof eventOf>[], rowCount = 5, minMs = 0) =>
  layOutStrip(events, SPAN, { rowCount, minMs });

describe('the phase of an event (spec §4)', () => {
  const event = { startTime: minutes(0), endTime: minutes(30) };
  it.each([
    [addMs(NOON, -1000), 'ahead'],
    [NOON, 'now'],
    [addMs(minutes(30), -1000), 'now'],
    [minutes(30), 'past'],
  ] as const)('at the instant %d is %s', (now, phase) => expect(phaseAt(event, now)).toBe(phase));

  it('of one that ends before it starts is never "now"', () => {
    const contrary = { startTime: minutes(30), endTime: minutes(0) };
    expect(endsBeforeStart(contrary)).toBe(true);
    expect([-1, 0, 15, 30, 31].map((at) => phaseAt(contrary, minutes(at)))).toEqual([
      'ahead',
      'ahead',
      'ahead',
      'past',
      'past',
    ]);
  });
});

describe('the span of the strip', () => {
  it.each(SPAN_NAMES)('of %s has the present at a quarter, and is static between its steps', (name) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (ms) => {
        const now = epochMs(ms);
        const { from, to } = spanFrom(name, spanStart(name, now));
        const share = (now - from) / (to - from);
        expect(share).toBeGreaterThanOrEqual(0.25);
        expect(share).toBeLessThan(0.3);
      }),
      { seed: 7 },
    );
    expect(spanStart(name, NOON)).toBe(spanStart(name, addMs(NOON, 14 * MS_PER_MIN)));
  });

  it.each([
    ['6 h', 16, 30 * MS_PER_MIN],
    ['24 h', 16, 2 * MS_PER_H],
    ['24 h', 6, 6 * MS_PER_H],
    ['7 d', 16, 12 * MS_PER_H],
    ['7 d', 3, MS_PER_DAY],
  ] as const)('of %s with room for %i ticks has one every %i ms, at round times', (name, room, step) => {
    const ticks = ticksIn(spanFrom(name, spanStart(name, NOON)), room);
    expect(ticks.length).toBeGreaterThan(2);
    expect(ticks.every((time) => time % step === 0)).toBe(true);
    expect((ticks[1] ?? 0) - (ticks[0] ?? 0)).toBe(step);
  });

  it('names a tick by its time, and at midnight by the day', () => {
    expect(formatTick(NOON)).toBe('12:00');
    expect(formatTick(minutes(12 * 60))).toBe('21 Nov');
  });
});

describe('the rows of the strip', () => {
  it('gives overlapping events rows of their own, and an event that begins as another ends the same one', () => {
    const { bars } = layOut([
      eventOf('a', { startTime: minutes(0), endTime: minutes(60) }),
      eventOf('b', { startTime: minutes(30), endTime: minutes(90) }),
      eventOf('c', { startTime: minutes(60), endTime: minutes(70) }),
    ]);
    expect(bars.map(({ event, row }) => [event.id, row])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 0],
    ]);
    expect(bars.map(({ freeUntil }) => freeUntil)).toEqual([minutes(60), SPAN.to, SPAN.to]);
  });

  it('clips an event that extends beyond it, and marks the side', () => {
    const { bars } = layOut([eventOf('a', { startTime: minutes(-90), endTime: minutes(999) })]);
    expect(bars[0]).toMatchObject({ ...SPAN, isCutLeft: true, isCutRight: true });
  });

  it.each([
    ['no duration', 0],
    ['its end before its start', -45],
  ])('shows an event with %s at its start', (_, end) => {
    const { bars } = layOut([eventOf('a', { endTime: minutes(end) })]);
    expect(bars[0]).toMatchObject({ from: NOON, to: NOON, isCutLeft: false, isCutRight: false });
  });

  it('omits events outside', () => {
    const { bars, hiddenCount } = layOut([
      eventOf('before', { startTime: minutes(-120), endTime: SPAN.from }),
      eventOf('contrary', { startTime: minutes(-61), endTime: minutes(-90) }),
      eventOf('after', { startTime: SPAN.to, endTime: minutes(999) }),
    ]);
    expect([bars.length, hiddenCount]).toEqual([0, 0]);
  });

  it('counts the events without a row', () => {
    expect(layOut(Array.from({ length: 17 }, (_, i) => eventOf(String(i))))).toMatchObject({
      bars: { length: 5 },
      hiddenCount: 12,
    });
  });

  it('never overlaps two bars, and uses no more rows than concurrent events (seed 11)', () => {
    const anyEvent = fc.record({
      start: fc.integer({ min: -90, max: 200 }),
      length: fc.integer({ min: -30, max: 120 }),
    });
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60 }), fc.integer({ min: 0, max: 20 }), (raw, minMin) => {
        const events = raw
          .map(({ start, length }, i) =>
            eventOf(String(i), { startTime: minutes(start), endTime: minutes(start + length) }),
          )
          .sort((a, b) => a.startTime - b.startTime);
        const { bars, hiddenCount } = layOut(events, Number.POSITIVE_INFINITY, minMin * MS_PER_MIN);
        expect(hiddenCount).toBe(0);
        const ends = bars.map(({ from, to }) => Math.max(to, from + minMin * MS_PER_MIN));
        let busiest = 0;
        for (const [i, bar] of bars.entries()) {
          const others = bars.slice(0, i).filter((_, j) => (ends[j] ?? 0) > bar.from);
          expect(others.some(({ row }) => row === bar.row)).toBe(false);
          busiest = Math.max(busiest, others.length + 1);
        }
        expect(new Set(bars.map(({ row }) => row)).size).toBeLessThanOrEqual(busiest);
      }),
      { seed: 11 },
    );
  });

  it('lays out 10,000 events, at most as many bars as fit on its rows', () => {
    const events = Array.from({ length: 10_000 }, (_, i) =>
      eventOf(String(i), {
        startTime: addMs(SPAN.from, i * 1000),
        endTime: addMs(SPAN.from, i * 1000 + MS_PER_H),
      }),
    );
    const { bars, hiddenCount } = layOut(events, 5, 6 * MS_PER_MIN);
    // They start within 2 h 47 min and last an hour each: three fit in each of five rows.
    expect(bars).toHaveLength(5 * 3);
    expect(bars.length + hiddenCount).toBe(10_000);
  });
});

describe('the lanes of the strip', () => {
  const rooms = [60 * MS_PER_MIN, 5 * MS_PER_MIN];
  const lanesOf = (events: ReturnType<typeof eventOf>[], rowCount: number) =>
    layOutLanes(events, SPAN, { rowCount, roomsMs: rooms });
  const rowsOf = ({ lanes }: LaneLayout) => lanes.map(({ type, row, rowCount }) => [type, row, rowCount]);
  const at = (count: number, type: TimelineEventType, prefix: string = type) =>
    Array.from({ length: count }, (_, i) => eventOf(`${prefix}${i}`, { type }));

  it('give each type a lane of its own, in the order of the specification', () => {
    expect(rowsOf(lanesOf([...at(1, 'Emergency'), ...at(1, 'Experiment')], 5))).toEqual([
      ['Experiment', 0, 1],
      ['Maneuver', 1, 1],
      ['Communication', 2, 1],
      ['Maintenance', 3, 1],
      ['Emergency', 4, 1],
    ]);
  });

  it('give simultaneous events of a type as many rows as there are, before types without events get one', () => {
    const layout = lanesOf([...at(4, 'Maneuver'), ...at(1, 'Emergency')], 5);
    expect(rowsOf(layout)).toEqual([
      ['Maneuver', 0, 4],
      ['Emergency', 4, 1],
    ]);
    expect(layout.hiddenCount).toBe(0);
  });

  it('take rows from the fullest lane where there are too few, and count what is hidden', () => {
    const layout = lanesOf([...at(9, 'Maneuver'), ...at(2, 'Emergency')], 5);
    expect(rowsOf(layout)).toEqual([
      ['Maneuver', 0, 3],
      ['Emergency', 3, 2],
    ]);
    expect(layout.hiddenCount).toBe(6);
  });

  it('leave room for labels with many rows, and only for icons with few', () => {
    const events = Array.from({ length: 4 }, (_, i) =>
      eventOf(String(i), { startTime: minutes(i * 10), endTime: minutes(i * 10 + 1) }),
    );
    const experimentsIn = (rowCount: number) =>
      lanesOf(events, rowCount).lanes[0]?.bars.map(({ row }) => row);
    expect(experimentsIn(5)).toEqual([0, 1, 2, 3]);
    expect(lanesOf([...events, ...at(2, 'Emergency')], 5).lanes[0]?.bars.map(({ row }) => row)).toEqual([
      0, 0, 0, 0,
    ]);
  });
});

describe('the geometry of the strip', () => {
  it('has a lane for each station and one for eclipses where there is room, otherwise one for all passes', () => {
    const large = stripGeometry(1200, 400, 4);
    const resources = { resourceHeight: 30, resourcesTop: 400 - 3 * 30 };
    expect(large).toMatchObject({
      hasStationLanes: true,
      laneHeight: 24,
      lanesTop: 400 - 5 * 24 - 3 * 30,
      ...resources,
    });
    expect(stripGeometry(1200, 164, 4)).toMatchObject({
      hasStationLanes: false,
      gutter: 0,
      lanesTop: 144,
      resourceHeight: 0,
    });
    expect(stripGeometry(360, 400, 4)).toMatchObject({ hasStationLanes: false, gutter: 0 });
    expect(stripGeometry(1200, 400, 0)).toMatchObject({ hasStationLanes: false });
  });

  it('keeps a row for each type, and draws every lane inside the strip', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 300, max: 3000 }),
        fc.integer({ min: 164, max: 1500 }),
        fc.integer({ min: 0, max: 20 }),
        (width, height, stations) => {
          const {
            rowCount,
            rowsHeight,
            hasStationLanes,
            lanesTop,
            laneHeight,
            resourcesTop,
            resourceHeight,
          } = stripGeometry(width, height, stations);
          expect(rowCount).toBeGreaterThanOrEqual(5);
          expect(rowsHeight / rowCount).toBeGreaterThanOrEqual(24);
          expect(lanesTop + laneHeight * (hasStationLanes ? stations + 1 : 1)).toBe(resourcesTop);
          expect(resourcesTop + RESOURCE_COUNT * resourceHeight).toBe(height);
          const bar = barInRow(rowsHeight / rowCount);
          expect(bar.y).toBeGreaterThanOrEqual(0);
          expect(bar.y + bar.height).toBeLessThanOrEqual(rowsHeight / rowCount);
        },
      ),
      { seed: 5 },
    );
  });
});

describe('the label of a bar', () => {
  const pads = { startPad: 4, endPad: 4 };
  it('is inside a long bar', () => {
    expect(placeBarText(estimateWidth('Burn'), { width: 200, free: 300, ...pads })).toMatchObject({
      iconX: 4,
      isTitleCut: false,
    });
  });

  it('is beside a short one, as far as its row is free', () => {
    const { iconX, titleX, titleWidth, isTitleCut } = placeBarText(estimateWidth('Orbit raise burn'), {
      width: 6,
      free: 90,
      ...pads,
    });
    expect(iconX).toBeGreaterThan(6);
    expect(titleX + titleWidth).toBeLessThanOrEqual(90);
    expect(isTitleCut).toBe(true);
  });

  it('are only an icon without room', () => {
    expect(placeBarText(estimateWidth('Orbit raise burn'), { width: 6, free: 24, ...pads }).titleWidth).toBe(
      0,
    );
  });

  it('respects writing direction and wide letters', () => {
    expect(isRightToLeft('12. صيانة')).toBe(true);
    expect(isRightToLeft('Orbit صيانة')).toBe(false);
    expect(estimateWidth('衛星')).toBeGreaterThan(estimateWidth('ab'));
  });
});
