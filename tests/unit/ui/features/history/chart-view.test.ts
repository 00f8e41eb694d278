import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EpochMs, epochMs } from '../../../../../src/shared/kit/units.ts';
import {
  type ChartView,
  isRecent,
  panBy,
  RANGE_NAMES,
  type SessionBounds,
  SHORTEST_SPAN_MS,
  spanOf,
  unzoomed,
  zoomBy,
  zoomTo,
} from '../../../../../src/ui/features/history/chart-view.ts';
import { later, T0 } from '../../../../support/mission.ts';

const MIN = 60_000;
const HOUR = 3_600_000;

/** Returns a session of some hours, whose newest sample is 2 s old. */
const sessionOf = (hours: number): SessionBounds => ({
  start: T0,
  end: later(hours * HOUR),
  newestSample: later(hours * HOUR - 2000),
});
const DAY = sessionOf(24);
const at = (hours: number): EpochMs => later(hours * HOUR);

describe('a range', () => {
  it.each([
    ['10 min', 10 * MIN],
    ['Orbit', 93.2 * MIN],
    ['6 h', 6 * HOUR],
    ['All', 24 * HOUR],
  ] as const)('%s ends with the session and is %d ms long', (range, lengthMs) => {
    const { from, to } = spanOf({ range }, DAY);
    expect(to).toBe(DAY.end);
    expect(to - from).toBeCloseTo(lengthMs, 3);
  });

  it('100 s is the 20 samples up to the newest one', () => {
    expect(spanOf({ range: '100 s' }, DAY)).toEqual({
      from: DAY.newestSample - 95_000,
      to: DAY.newestSample,
    });
    expect(isRecent({ range: '100 s' })).toBe(true);
    expect(isRecent({ range: 'Orbit' })).toBe(false);
  });

  it('does not reach beyond the start of the session', () => {
    expect(spanOf({ range: '6 h' }, sessionOf(2)).from).toBe(T0);
  });

  it('of a session that has just begun is as long as the 20 samples', () => {
    const young = { start: T0, end: later(5000), newestSample: later(5000) };
    expect(spanOf({ range: 'All' }, young)).toEqual({ from: later(-90_000), to: later(5000) });
  });
});

describe('a zoom', () => {
  const view: ChartView = { range: '6 h' };

  it('to a part of the past stays there while the session goes on', () => {
    const zoomed = zoomTo(view, { from: at(20), to: at(21) }, DAY);
    expect(spanOf(zoomed, DAY)).toEqual({ from: at(20), to: at(21) });
    expect(spanOf(zoomed, sessionOf(25))).toEqual({ from: at(20), to: at(21) });
  });

  it('that ends before the session does not replace the range', () => {
    const zoomed: ChartView = { range: '10 min', zoom: { lengthMs: 600_000, to: T0 } };
    const session = { start: at(1), end: at(2), newestSample: at(2) };
    expect(spanOf(zoomed, session)).toEqual(spanOf({ range: '10 min' }, session));
    expect(spanOf(zoomed, session).to).toBe(at(2));
  });

  it('up to the newest instant follows it', () => {
    const zoomed = zoomTo(view, { from: at(23), to: at(24) }, DAY);
    expect(spanOf(zoomed, sessionOf(25))).toEqual({ from: at(24), to: at(25) });
  });

  it('is not shorter than four samples', () => {
    const { from, to } = spanOf(zoomTo(view, { from: at(20), to: epochMs(at(20) + 10) }, DAY), DAY);
    expect(to - from).toBe(SHORTEST_SPAN_MS);
  });

  it('that shows the whole session is the range All', () => {
    expect(zoomTo(view, { from: at(-5), to: at(30) }, DAY)).toEqual({ range: 'All' });
  });

  it('keeps the instant below the pointer at its place', () => {
    const zoomed = spanOf(zoomBy(view, 2, at(19.5), DAY), DAY);
    expect(zoomed).toEqual({ from: at(18.75), to: at(21.75) });
  });

  it('goes back to its range', () => {
    expect(unzoomed(zoomTo(view, { from: at(20), to: at(21) }, DAY))).toEqual(view);
  });

  it('of a replay ends at the instant shown', () => {
    const zoomed = zoomTo(view, { from: at(20), to: at(21) }, DAY);
    expect(spanOf(zoomed, sessionOf(20.5)).to).toBe(at(20.5));
  });
});

describe('a pan', () => {
  const hour = zoomTo({ range: 'All' }, { from: at(10), to: at(11) }, DAY);

  it('moves by a share of the span', () => {
    expect(spanOf(panBy(hour, -0.5, DAY), DAY)).toEqual({ from: at(9.5), to: at(10.5) });
  });

  it.each([
    [-100, { from: at(0), to: at(1) }],
    [100, { from: at(23), to: at(24) }],
  ])('by %d spans stops at the end of the session', (share, span) => {
    expect(spanOf(panBy(hour, share, DAY), DAY)).toEqual(span);
  });
});

it('no sequence of ranges, zooms and pans leaves the session or the lengths allowed', () => {
  const hours = fc.double({ min: -2, max: 26, noNaN: true }).map(at);
  const action = fc.oneof(
    fc.constantFrom(...RANGE_NAMES).map((range) => (): ChartView => ({ range })),
    fc.tuple(hours, hours).map(
      ([a, b]) =>
        (view: ChartView, session: SessionBounds): ChartView =>
          zoomTo(view, { from: epochMs(Math.min(a, b)), to: epochMs(Math.max(a, b)) }, session),
    ),
    fc.tuple(fc.double({ min: 0.1, max: 10, noNaN: true }), hours).map(
      ([factor, anchor]) =>
        (view: ChartView, session: SessionBounds): ChartView =>
          zoomBy(view, factor, anchor, session),
    ),
    fc.double({ min: -3, max: 3, noNaN: true }).map(
      (share) =>
        (view: ChartView, session: SessionBounds): ChartView =>
          panBy(view, share, session),
    ),
  );
  fc.assert(
    fc.property(
      fc.array(action, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 24 }),
      (actions, length) => {
        const session = sessionOf(length);
        let view: ChartView = { range: '100 s' };
        for (const act of actions) {
          view = act(view, session);
          const { from, to } = spanOf(view, session);
          expect(from).toBeGreaterThanOrEqual(session.start);
          expect(to).toBeLessThanOrEqual(session.end);
          expect(to - from).toBeGreaterThanOrEqual(SHORTEST_SPAN_MS - 1);
        }
      },
    ),
  );
});
