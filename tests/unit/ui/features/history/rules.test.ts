import { describe, expect, it } from 'vitest';
import type { SessionMarks } from '../../../../../src/shared/contract/history.ts';
import { epochMs } from '../../../../../src/shared/kit/units.ts';
import { heldSpan, wheelAction } from '../../../../../src/ui/features/history/gestures.ts';
import {
  lonelyIndices,
  toColumns,
  toComparedColumns,
} from '../../../../../src/ui/features/history/history-chart.ts';
import { intervalRows } from '../../../../../src/ui/features/history/intervals.ts';
import { markTexts, NO_MARKS, textsAt } from '../../../../../src/ui/features/history/marks.ts';
import {
  extremesOf,
  nearestIndex,
  seriesUntil,
  valueNear,
} from '../../../../../src/ui/features/history/series.ts';
import { summariseSpan } from '../../../../../src/ui/features/history/summary.ts';
import { tickLabels, timeTicks, withinAxis } from '../../../../../src/ui/kit/charts/time-axis.ts';
import { newestOnly } from '../../../../../src/ui/mission/link/newest-only.ts';
import { later, T0 } from '../../../../support/mission.ts';

const NONE = Number.NaN;
const utc = (text: string) => epochMs(Date.parse(`2026-11-20T${text}Z`));

describe('the extremes of a span', () => {
  const series = { times: [0, 5, 10, 15, 20].map((s) => later(s * 1000)), values: [9, 3, NONE, 4, -1] };

  it('are of the values inside it', () => {
    expect(extremesOf(series, { from: later(5000), to: later(15_000) })).toEqual({
      low: 3,
      lowTime: later(5000),
      high: 4,
      highTime: later(15_000),
    });
  });

  it('are absent where there is a gap only', () => {
    expect(extremesOf(series, { from: later(8000), to: later(12_000) })).toBeUndefined();
  });
});

describe('a series', () => {
  it('ends at the instant shown, in the unit of its channel', () => {
    const history = {
      times: Float64Array.of(T0, later(5000), later(10_000)),
      values: Float64Array.of(1, 2, 3),
    };
    expect(Array.from(seriesUntil(history, later(5000), 100).values)).toEqual([100, 200]);
  });

  it.each([
    [-5, 0],
    [2, 0],
    [3, 1],
    [100, 2],
  ])('has its nearest sample to %d at index %d', (time, index) => {
    expect(nearestIndex([0, 5, 10], time)).toBe(index);
  });

  it('without an instant has no nearest one', () => {
    expect(nearestIndex([], 1)).toBe(-1);
  });

  it('is drawn with its gaps, and with a point where a sample has no neighbour', () => {
    const [, values] = toColumns(
      { times: [0, 1, 2, 3], values: [1, NONE, 3, NONE] },
      { from: epochMs(0), to: epochMs(3) },
    );
    expect(values).toEqual([1, null, 3, null]);
    expect(lonelyIndices(values ?? [])).toEqual([0, 2]);
    expect(lonelyIndices([1, 2, null])).toEqual([]);
  });

  it('without a gap is drawn from the arrays of the answer', () => {
    const series = { times: Float64Array.of(0, 1), values: Float64Array.of(5, 6) };
    const columns = toColumns(series, { from: epochMs(0), to: epochMs(3) });
    expect(columns[0]).toBe(series.times);
    expect(columns[1]).toBe(series.values);
    expect(lonelyIndices(series.values)).toEqual([]);
    expect(lonelyIndices(Float64Array.of(5))).toEqual([0]);
    const withGap = { ...series, values: Float64Array.of(NONE, 6) };
    expect(toColumns(withGap, { from: epochMs(0), to: epochMs(3) })[1]).toEqual([null, 6]);
  });

  it('without samples has the axes of its span', () => {
    expect(toColumns({ times: [], values: [] }, { from: epochMs(5), to: epochMs(9) })).toEqual([
      [5, 9],
      [null, null],
    ]);
  });
});

describe('two series on one time axis', () => {
  const span = { from: later(0), to: later(30_000) };
  const one = { times: [0, 5, 10, 20].map((s) => later(s * 1000)), values: [1, 2, NONE, 4] };
  const other = { times: [5, 7, 20, 25].map((s) => later(s * 1000)), values: [6, 7, 8, 9] };

  it('have each instant once; a gap stays one, and an instant of the other is none', () => {
    const [times, ones, others] = toComparedColumns(one, other, span);
    expect(times.map((time) => (time - T0) / 1000)).toEqual([0, 5, 7, 10, 20, 25]);
    expect(ones).toEqual([1, 2, undefined, null, 4, undefined]);
    expect(others).toEqual([undefined, 6, 7, undefined, 8, 9]);
    expect(lonelyIndices(ones ?? [])).toEqual([4]);
    expect(lonelyIndices(others ?? [])).toEqual([]);
  });

  it('may lack one of the two', () => {
    const [times, , others] = toComparedColumns({ times: [], values: [] }, other, span);
    expect(times.map((time) => (time - T0) / 1000)).toEqual([0, 5, 7, 20, 25, 30]);
    expect(others).toEqual([undefined, 6, 7, 8, 9, undefined]);
  });
});

describe('the value nearest to an instant', () => {
  const series = { times: [later(10_000), later(40_000)], values: [1, 4] };
  it.each([
    [4000, undefined],
    [5000, 1],
    [24_000, 1],
    [26_000, 4],
    [45_000, 4],
    [46_000, undefined],
  ])('%d ms after the start is %s', (ms, value) => {
    expect(valueNear(series, later(ms))).toBe(value);
  });

  it('is absent without values', () => {
    expect(valueNear({ times: [], values: [] }, T0)).toBeUndefined();
  });
});

describe('the time axis', () => {
  it.each([
    [
      '14:50:00',
      '14:51:00',
      6,
      ['14:50:00', '14:50:10', '14:50:20', '14:50:30', '14:50:40', '14:50:50', '14:51:00'],
    ],
    ['14:50:30', '15:01:00', 3, ['14:55', '15:00']],
    ['09:10:00', '14:57:00', 6, ['10:00', '11:00', '12:00', '13:00', '14:00']],
  ])('from %s to %s with %d labels at most', (from, to, count, labels) => {
    expect(tickLabels(timeTicks({ from: utc(from), to: utc(to) }, count))).toEqual(labels);
  });

  it('has no label that the right edge would cut', () => {
    const span = { from: utc('14:00:00'), to: utc('14:10:00') };
    const ticks = [utc('14:00:00'), utc('14:05:00'), utc('14:09:30')];
    const labels = (widthEms: number) =>
      withinAxis(['14:00:00', '14:05:00', '14:09:30'], ticks, span, widthEms, 0.5);
    expect(labels(40)).toEqual(['14:00:00', '14:05:00', '14:09:30']);
    expect(labels(20)).toEqual(['14:00:00', '14:05:00', '']);
  });

  it('has the date at midnight', () => {
    const ticks = timeTicks({ from: utc('18:00:00'), to: epochMs(utc('18:00:00') + 12 * 3_600_000) }, 4);
    expect(tickLabels(ticks)).toEqual(['18:00', '21:00', '11-21', '03:00', '06:00']);
  });
});

describe('the gestures', () => {
  it('zoom with the wheel, in upwards, and pan sideways', () => {
    const wheel = (deltaX: number, deltaY: number) => wheelAction({ deltaX, deltaY, deltaMode: 0 }, 1000);
    expect(wheel(0, -100)).toEqual({ zoom: expect.closeTo(1.221, 3) });
    expect(wheel(0, 100)).toEqual({ zoom: expect.closeTo(0.819, 3) });
    expect(wheel(50, 10)).toEqual({ pan: 0.05 });
    expect(wheelAction({ deltaX: 0, deltaY: -10, deltaMode: 1 }, 1000)).toEqual({
      zoom: expect.closeTo(1.377, 3),
    });
  });

  it('move the chart with one finger', () => {
    // 1000 ms in 100 px; the finger went down on 500 ms and is 20 px to the right.
    expect(heldSpan([{ time: epochMs(500), x: 70 }], 100, 10)).toEqual({ from: -200, to: 800 });
  });

  it('zoom with two fingers, the instants below them held', () => {
    const fingers = [
      { time: epochMs(600), x: 90 },
      { time: epochMs(400), x: 10 },
    ];
    expect(heldSpan(fingers, 100, 10)).toEqual({ from: 375, to: 625 });
    expect(heldSpan([], 100, 10)).toBeUndefined();
  });
});

describe('a queue of one', () => {
  it('runs one at a time, and of those that wait the newest only', async () => {
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const ask = newestOnly((input: number) => {
      started.push(input);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
    for (const input of [1, 2, 3, 4]) ask(input);
    expect(started).toEqual([1]);
    ends[0]?.();
    await expect.poll(() => started).toEqual([1, 4]);
    ends[1]?.();
    await Promise.resolve();
    await Promise.resolve();
    ask(5);
    expect(started).toEqual([1, 4, 5]);
  });
});

const MARKS: SessionMarks = {
  anomalies: [
    { id: 'a', time: later(10_000), type: 'Battery', severity: 'High', message: 'Solar output is low' },
  ],
  commands: [{ id: 'c', time: later(20_000), name: 'Deploy Solar Array' }],
  events: [{ id: 'e', from: later(15_000), to: later(40_000), title: 'Drill' }],
  contacts: [{ from: later(0), to: later(12_000), station: 'Madrid' }],
  eclipses: [{ from: later(30_000) }],
};

describe('what happened', () => {
  it('is told oldest first', () => {
    expect(markTexts(MARKS).map(({ text }) => text)).toEqual([
      'Contact: Madrid',
      'Anomaly, High: Solar output is low',
      'Event: Drill',
      'Command: Deploy Solar Array',
      'Eclipse',
    ]);
  });

  it.each([
    [10_500, ['Anomaly, High: Solar output is low', 'Contact Madrid']],
    [20_500, ['Event: Drill', 'Command: Deploy Solar Array']],
    [35_000, ['Event: Drill', 'Eclipse']],
    [900_000, ['Eclipse']],
    [-5000, []],
  ])('%d ms after the start is told at the cursor', (ms, words) => {
    expect(textsAt(MARKS, later(ms), 1000)).toEqual(words);
  });

  it('names the three most urgent of many anomalies and commands, and counts the others', () => {
    const severities = ['Low', 'High', 'Low', 'Critical', 'Medium'] as const;
    const marks: SessionMarks = {
      ...NO_MARKS,
      anomalies: severities.map((severity, index) => ({
        id: `anomaly-${index}`,
        time: later(index * 1000),
        type: 'Battery',
        severity,
        message: `Message ${index}`,
      })),
      commands: [{ id: 'command', time: later(2000), name: 'Data Downlink' }],
    };
    expect(textsAt(marks, later(2000), 10_000)).toEqual([
      'Anomaly, High: Message 1',
      'Anomaly, Critical: Message 3',
      'Anomaly, Medium: Message 4',
      '3 more',
    ]);
  });

  it('is nothing without marks', () => {
    expect(textsAt(NO_MARKS, T0, 1000)).toEqual([]);
  });
});

describe('the sentence of a span', () => {
  const span = { from: utc('08:57:55'), to: utc('14:57:55') };
  const extremes = (low: number, high: number) => ({ low, high, lowTime: span.from, highTime: span.to });
  it.each([
    [
      'batteryVoltage',
      extremes(27.6, 28.75),
      'Battery voltage, 6 h to 14:57:55 UTC: 27.60 to 28.75 volts, within limits',
    ],
    [
      'batteryVoltage',
      extremes(21.6, 28.75),
      'Battery voltage, 6 h to 14:57:55 UTC: 21.60 to 28.75 volts, has been outside its warning limit',
    ],
    [
      'temperature',
      extremes(10, 61),
      'Temperature, 6 h to 14:57:55 UTC: 10.0 to 61.0 degrees Celsius, has been outside its critical limit',
    ],
    ['stateOfCharge', extremes(80, 80), 'Battery charge, 6 h to 14:57:55 UTC: 80.0 percent'],
    ['solarOutput', undefined, 'Solar output, 6 h to 14:57:55 UTC: no values'],
  ] as const)('of %s', (channel, values, text) => {
    expect(summariseSpan(channel, span, values, span.to)).toBe(text);
  });
});

describe('the tables', () => {
  it('have the extremes of each interval, newest first', () => {
    const series = { times: [0, 1, 2, 3].map((s) => later(s * 1000)), values: [5, 7, 9, 2] };
    const rows = intervalRows([series], { from: T0, to: later(4000) }, 2);
    expect(rows.map(({ from, extremes: [one] }) => [from - T0, one?.low, one?.high])).toEqual([
      [2000, 2, 9],
      [0, 5, 7],
    ]);
  });
});
