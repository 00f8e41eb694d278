import { describe, expect, it } from 'vitest';
import type { TelemetrySample } from '../../../../src/shared/entities.ts';
import { degrees, MS_PER_H, MS_PER_MIN } from '../../../../src/shared/units.ts';
import {
  type AnomaliesState,
  containFault,
  detectFault,
  endFault,
  resolveAnomaly,
} from '../../../../src/worker/anomalies/anomalies.ts';
import {
  isForecastDue,
  noteForecast,
  refreshAnomalies,
  reportClosed,
  shiftAnomalies,
  shiftTimes,
} from '../../../../src/worker/anomalies/anomaly-reports.ts';
import type { FdirPlan } from '../../../../src/worker/spacecraft/fdir.ts';
import { later, T0 } from '../../../support/mission.ts';
import { spacecraftView } from '../../../support/spacecraft-view.ts';
import { sample } from '../../../support/telemetry.ts';

const ID = 'anomaly-1';
const NOMINAL = sample(0, { signalStrength: 60 });
const LASTING: FdirPlan = { course: 'lasting' };
const CONTAINED: FdirPlan = {
  course: 'contained',
  containedAt: later(12 * MS_PER_MIN),
  clearedAt: later(90 * MS_PER_MIN),
};

const detect = (plan: FdirPlan = LASTING): AnomaliesState =>
  detectFault({ anomalies: [], nextId: 1, faults: {} }, { name: 'antenna-off', plan }, T0, [NOMINAL]).state;

/** Samples every 5 s up to an instant; after the onset the signal is as told. */
const historyTo = (atS: number, signal: number): readonly TelemetrySample[] =>
  Array.from({ length: 20 }, (_, index) => {
    const seconds = atS - 5 * (19 - index);
    return sample(seconds, { signalStrength: seconds > 0 ? signal : 60 });
  });
/** The antenna's encoder tells of the fault. */
const viewAt = (atS: number) => {
  const { radio } = spacecraftView();
  return spacecraftView({ time: later(1000 * atS), radio: { ...radio, misalignment: degrees(4) } });
};
const at = (state: AnomaliesState, atS: number, signal = 50): AnomaliesState =>
  refreshAnomalies(state, historyTo(atS, signal), viewAt(atS), later(1000 * atS));
const textOf = ({ anomalies }: AnomaliesState): string =>
  `${anomalies[0]?.message}\n${anomalies[0]?.aiExplanation}`;

describe('the report of an open anomaly', () => {
  it('cites the newest reading as long as the anomaly is open', () => {
    let state = detect();
    for (const [atS, signal] of [
      [5, 52],
      [60, 55],
      [200, 56.7],
      [4000, 51.3],
    ] as const) {
      state = at(state, atS, signal);
      expect(textOf(state)).toContain(
        `Signal strength is ${signal.toFixed(1)} %, ${(60 - signal).toFixed(1)} points lower`,
      );
      expect(textOf(state)).toContain(`Seen: Signal strength is ${signal.toFixed(1)} %, in limits`);
    }
  });

  it('is kept for a minute while its reading varies within the noise', () => {
    const seen = at(detect(), 60, 52);
    expect(at(seen, 65, 52.8)).toBe(seen);
    expect(at(seen, 65, 53.2)).not.toBe(seen);
    expect(at(seen, 119, 52.4)).toBe(seen);
    expect(textOf(at(seen, 120, 52.4))).toContain('52.4 %');
  });

  it('is rewritten when a limit is violated, however little the reading has changed', () => {
    const seen = at(detect(), 60, 50.2);
    expect(textOf(seen)).toContain('50.2 %, in limits');
    expect(textOf(at(seen, 65, 49.9))).toContain('49.9 %, warning');
  });

  it('follows FDIR with no new reading, and never names a minute that has passed', () => {
    let state = detect(CONTAINED);
    const history = historyTo(5, 50);
    for (let atS = 5; atS < 89 * 60; atS += 5) {
      const now = later(1000 * atS);
      if (atS === 12 * 60) state = containFault(state, ID);
      state = refreshAnomalies(state, history, viewAt(atS), now);
      for (const [, hours, minutes] of textOf(state).matchAll(/(\d\d):(\d\d) UTC/g)) {
        const named = Date.UTC(2026, 10, 20, Number(hours), Number(minutes), 59, 999);
        expect(named, textOf(state)).toBeGreaterThanOrEqual(now);
      }
    }
    expect(textOf(state)).toContain('The redundant unit limits the effect');
  });

  it('reports the end of the fault, then the recovery of the channel, and then stays unchanged', () => {
    const ended = at(endFault(at(detect(), 60), ID, later(190_000), 'Rotate Antenna'), 190);
    expect(textOf(ended)).toMatch(/ cleared by Rotate Antenna at 12:03:10 UTC: ready to resolve\.\n/);
    const back = at(ended, 200, 62);
    expect(textOf(back)).toMatch(/; signal strength back at 62\.0 %: ready to resolve\.\n/);
    expect(at(back, 205, 30)).toBe(back);
  });
});

describe('a closed anomaly', () => {
  const closedAt = (state: AnomaliesState, atS: number) => {
    const { state: resolved } = resolveAnomaly(state, ID);
    return reportClosed(resolved, ID, historyTo(atS, 50), viewAt(atS), later(1000 * atS));
  };
  const detectedAgain = (
    closed: AnomaliesState,
    recurrence: 'unresolved' | 'worse',
    atS: number,
    signal: number,
  ) =>
    detectFault(
      closed,
      { name: 'antenna-off', plan: LASTING, recurrence, earlierId: ID },
      later(1000 * atS),
      historyTo(atS, signal),
    ).state;

  it('is in the past tense, and stays unchanged', () => {
    const closed = closedAt(at(detect(), 60), 180);
    expect(textOf(closed)).toContain('Signal anomaly resolved at 12:03:00 UTC while its fault persisted.');
    expect(textOf(closed)).toContain('Seen: When the entry was closed, signal strength was 50.0 %');
    expect(at(closed, 300, 30)).toBe(closed);
  });

  it('passes its observations to the anomaly that detects its fault again', () => {
    const { faults, ...left } = at(detect(), 60);
    const again = detectedAgain(
      { ...left, anomalies: [], faults: {}, closed: faults },
      'unresolved',
      250,
      50,
    );
    expect(again.closed).toEqual({});
    expect(textOf(again)).toMatch(/^Recurred: its entry left the list while its fault persists\. /);
    expect(textOf(at(again, 255, 50))).toContain(
      'Signal strength is 50.0 %, 10.0 points lower than before the onset.',
    );
  });

  it('passes them also if the fault gets worse', () => {
    const worse = detectedAgain(closedAt(at(detect(), 60), 180), 'worse', 200, 48);
    expect(worse.closed).toEqual({});
    expect(textOf(at(worse, 205, 48))).toMatch(
      /^Recurred, and worse than before\. Signal strength is 48\.0 %, 12\.0 points lower/,
    );
  });

  it('is forgotten once its fault has ended', () => {
    const closed = closedAt(at(detect(), 60), 180);
    expect(endFault(closed, ID, later(200_000)).closed).toEqual({});
    const ended = closedAt(endFault(at(detect(), 60), ID, later(100_000), 'Rotate Antenna'), 180);
    expect(ended.closed).toEqual({});
    expect(textOf(ended)).toContain('Antenna off pointing cleared by Rotate Antenna at 12:01:40 UTC');
  });
});

describe('a forecast', () => {
  const forecast = {
    channel: 'signalStrength',
    level: 'critical',
    value: 40,
    time: later(2 * MS_PER_H),
  } as const;
  const noted = noteForecast(at(detect(), 100), ID, forecast, later(100_000));
  const record = (state: AnomaliesState) => {
    const held = state.faults[ID];
    if (!held) throw new Error('no record');
    return held;
  };

  it('is in the text, and counts down to the same instant', () => {
    expect(textOf(at(noted, 120))).toContain(
      'falls below the critical limit of 40 % in about 1 h 58 min, at 14:00 UTC',
    );
    expect(textOf(at(noted, 5400))).toContain(
      'falls below the critical limit of 40 % in about 30 min, at 14:00 UTC',
    );
    expect(textOf(at(noted, 7210))).not.toContain('falls below');
  });

  it('is due every five minutes, when it has expired, and when its limit is violated early', () => {
    const isDue = (atS: number, signalStrength = 50, state = noted) =>
      isForecastDue(record(state), { ...NOMINAL, signalStrength, timestamp: T0 }, later(1000 * atS));
    expect([isDue(399), isDue(400)]).toEqual([false, true]);
    expect([isDue(125, 39), isDue(130, 39)]).toEqual([false, true]);
    const short = noteForecast(noted, ID, { ...forecast, time: later(140_000) }, later(100_000));
    expect([isDue(139, 50, short), isDue(140, 50, short)]).toEqual([false, true]);
    expect(isDue(9000, 50, endFault(noted, ID, later(200_000)))).toBe(false);
  });

  it('that is not found again is dropped', () => {
    const none = noteForecast(noted, ID, undefined, later(400_000));
    expect(record(none)).toMatchObject({ foreseenAt: later(400_000) });
    expect(record(none).forecast).toBeUndefined();
    expect(noteForecast(noted, 'no-such', forecast, T0)).toBe(noted);
  });
});

describe('a clock that moved back', () => {
  const SHIFT = -5 * MS_PER_H;

  it('shifts anomalies, plans, forecasts and the times in texts', () => {
    const state = at(
      noteForecast(
        at(detect(CONTAINED), 60),
        ID,
        { channel: 'signalStrength', level: 'warning', value: 45, time: later(MS_PER_H) },
        later(60_000),
      ),
      120,
    );
    const shifted = shiftAnomalies(state, SHIFT);
    expect(shifted.anomalies[0]?.timestamp).toBe(T0 + SHIFT);
    expect(shifted.faults[ID]).toMatchObject({
      since: T0 + SHIFT,
      plan: { containedAt: later(12 * MS_PER_MIN + SHIFT) },
      forecast: { time: later(MS_PER_H + SHIFT) },
      foreseenAt: later(60_000 + SHIFT),
      before: { timestamp: T0 + SHIFT },
    });
    expect(textOf(state)).toContain(', at 13:00 UTC');
    expect(textOf(shifted)).toContain(', at 08:00 UTC');
    expect(textOf(shiftAnomalies(shifted, -SHIFT))).toBe(textOf(state));
  });

  it('may cross midnight', () => {
    expect(shiftTimes('ended at 01:03:10 UTC, by 02:30 UTC; 24 h', -2 * MS_PER_H)).toBe(
      'ended at 23:03:10 UTC, by 00:30 UTC; 24 h',
    );
  });
});
