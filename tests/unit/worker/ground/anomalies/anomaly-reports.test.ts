import { describe, expect, it } from 'vitest';
import type { TelemetrySample } from '../../../../../src/shared/entities/entities.ts';
import type { FaultName } from '../../../../../src/shared/entities/faults.ts';
import { CHANNELS } from '../../../../../src/shared/entities/telemetry-channels.ts';
import { degrees, MS_PER_H, MS_PER_MIN } from '../../../../../src/shared/kit/units.ts';
import {
  type AnomaliesState,
  acknowledgeAnomaly,
  containFault,
  detectFault,
  endFault,
  resolveAnomaly,
} from '../../../../../src/worker/ground/anomalies/anomalies.ts';
import {
  isForesightDue,
  refreshAnomalies,
  reportClosed,
  shiftAnomalies,
  shiftTimes,
} from '../../../../../src/worker/ground/anomalies/anomaly-reports.ts';
import type { FdirPlan } from '../../../../../src/worker/spacecraft/fdir.ts';
import { later, T0 } from '../../../../support/mission.ts';
import { spacecraftView } from '../../../../support/spacecraft-view.ts';
import { sample } from '../../../../support/telemetry.ts';

const ID = 'anomaly-1';
const NOMINAL = sample(0, { signalStrength: 60 });
const LASTING: FdirPlan = { course: 'lasting' };
const CONTAINED: FdirPlan = {
  course: 'contained',
  containedAt: later(12 * MS_PER_MIN),
  clearedAt: later(90 * MS_PER_MIN),
};

const detect = (
  plan: FdirPlan = LASTING,
  name: FaultName = 'antenna-off',
  before: AnomaliesState = { anomalies: [], nextId: 1, faults: {} },
): AnomaliesState => detectFault(before, { name, plan }, T0, [NOMINAL]).state;
/** Returns the anomaly of the antenna, below that of another fault. */
const detectTwo = (): AnomaliesState => detect(LASTING, 'cell-short', detect());

/** Returns samples every 5 s up to an instant, with the given signal after the onset. */
const historyTo = (atS: number, signal: number): readonly TelemetrySample[] =>
  Array.from({ length: 20 }, (_, index) => {
    const seconds = atS - 5 * (19 - index);
    return sample(seconds, { signalStrength: seconds > 0 ? signal : 60 });
  });
/** Returns a view in which the antenna's encoder shows the fault. */
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
        `Signal strength is about ${signal.toFixed(0)} %, ${60 - Math.round(signal)} points lower`,
      );
      expect(textOf(state)).toContain(`Seen: Signal strength is about ${signal.toFixed(0)} %, in limits`);
    }
  });

  it('is kept for a minute while its reading varies within the noise', () => {
    const seen = at(detect(), 60, 52);
    expect(at(seen, 65, 52.8)).toBe(seen);
    expect(at(seen, 65, 53.2)).not.toBe(seen);
    expect(at(seen, 119, 52.8)).toBe(seen);
    expect(textOf(at(seen, 120, 52.8))).toContain('about 53 %');
  });

  it('claims no more of a reading that it is kept for than holds of the next ones', () => {
    const seen = at(detect(), 60, 66.9);
    for (const signal of [66.6, 67.3, 66.2, 65.95, 67.95]) {
      const kept = textOf(at(seen, 75, signal));
      const claimed = Number(/is about (\d+) %/.exec(kept)?.[1]);
      expect(Math.abs(claimed - signal)).toBeLessThanOrEqual(CHANNELS.signalStrength.variation);
      expect(kept).not.toMatch(/\bis (about )?\d+\.\d/);
    }
  });

  it('is rewritten when a limit is violated, however little the reading has changed', () => {
    const seen = at(detect(), 60, 50.2);
    expect(textOf(seen)).toContain('about 50 %, in limits');
    expect(textOf(at(seen, 65, 49.9))).toContain('about 50 %, warning');
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
    expect(textOf(ended)).toMatch(/ cleared by Rotate Antenna at 12:03:10 UTC\.\n/);
    const back = at(ended, 200, 62);
    expect(textOf(back)).toMatch(/; signal strength was back at 62\.0 % at \d\d:\d\d:\d\d UTC\.\n/);
    expect(at(back, 205, 30)).toBe(back);
  });

  it('gives the reading of a recovery its time: later readings differ', () => {
    const back = at(endFault(at(detect(), 60), ID, later(190_000), 'Rotate Antenna'), 200, 62);
    expect(textOf(back)).toContain('Seen: At 12:03:20 UTC, signal strength was 62.0 %, in limits.');
    expect(textOf(at(back, 4000, 38))).not.toMatch(/(?:Seen: |; )signal strength (?:is|now)/i);
  });
});

describe('a closed anomaly', () => {
  const closedAt = (state: AnomaliesState, atS: number) => {
    const { state: resolved } = resolveAnomaly(state, ID, T0);
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
    expect(at(closed, 200, 30)).toBe(closed);
    expect(textOf(at(closed, 300, 30))).toBe(textOf(closed));
  });

  it('is the one that was closed: others keep their text', () => {
    const two = at(detectTwo(), 60);
    const closed = closedAt(two, 180);
    expect(closed.anomalies[0]).toBe(two.anomalies[0]);
    expect(closed.anomalies[1]?.message).toMatch(/^Signal anomaly resolved at 12:03:00 UTC/);
  });

  it('says of a recovered fault what it said before, whatever its channel does since', () => {
    const back = at(endFault(at(detect(), 60), ID, later(190_000), 'Rotate Antenna'), 200, 62);
    const acknowledged = at(acknowledgeAnomaly(back, ID, T0).state, 4000, 38);
    expect(textOf(acknowledged)).toBe(textOf(back));
    const { state: resolved } = resolveAnomaly(back, ID, T0);
    const closed = reportClosed(resolved, ID, historyTo(4000, 38), viewAt(4000), later(4_000_000));
    expect(textOf(closed)).toBe(textOf(back));
    expect(closed.closed).toEqual({});
  });

  it('gives no reading of another time with the end of a fault that was closed before its channel was back', () => {
    const ended = at(endFault(at(detect(), 60), ID, later(190_000), 'Rotate Antenna'), 200, 47);
    const { state: resolved } = resolveAnomaly(ended, ID, T0);
    const closed = reportClosed(resolved, ID, historyTo(4000, 48), viewAt(4000), later(4_000_000));
    expect(closed.anomalies[0]?.message).toBe(
      'Antenna off pointing cleared by Rotate Antenna at 12:03:10 UTC.',
    );
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
    expect(textOf(again)).toMatch(/^The fault persists; its earlier entry left the list\. /);
    expect(textOf(at(again, 255, 50))).toContain(
      'Signal strength is about 50 %, 10 points lower than before the onset.',
    );
    // Its onset is before the new entry.
    expect(textOf(at(again, 255, 50))).toMatch(/it was 60 % at 1[12]:\d\d:\d\d UTC, before the onset\./);
  });

  it('passes on that its fault was contained meanwhile', () => {
    const contained = containFault(closedAt(at(detect(CONTAINED), 60), 180), ID);
    expect(detectedAgain(contained, 'unresolved', 250, 50).faults['anomaly-2']?.isContained).toBe(true);
  });

  it('passes them also if the fault gets worse', () => {
    const worse = detectedAgain(closedAt(at(detect(), 60), 180), 'worse', 200, 48);
    expect(worse.closed).toEqual({});
    expect(textOf(at(worse, 205, 48))).toMatch(
      /^The fault has become worse\. Signal strength is about 48 %, 12 points lower/,
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

/** Returns a forecast for a little more than 12 h, in which the signal falls below 50 % once. */
const foresightFrom = (fromS: number, outS: number, untilS = outS + 60) =>
  ({
    from: later(1000 * fromS),
    until: later(1000 * fromS + 12.1 * MS_PER_H),
    limits: [
      {
        channel: 'signalStrength',
        value: 50,
        turns: [{ to: 'out', from: later(1000 * outS), until: later(1000 * untilS) }],
      },
    ],
  }) as const;

describe('a forecast', () => {
  const noted = (foresight: AnomaliesState['foresight']): AnomaliesState => ({
    ...at(detect(), 100),
    ...(foresight && { foresight }),
  });
  const inTwoHours = noted(foresightFrom(100, 7200));

  it('is in the text, and stays the same until its time', () => {
    for (const atS of [120, 5400]) {
      expect(textOf(at(inTwoHours, atS))).toContain('falls below 50 % between 14:00 and 14:01 UTC');
    }
    expect(textOf(at(inTwoHours, 7270))).not.toContain('50 % between');
  });

  it('is due every five minutes, without one, and when the newest sample contradicts it', () => {
    const isDue = (atS: number, signalStrength = 50, state = inTwoHours) =>
      isForesightDue(state, { ...NOMINAL, signalStrength, timestamp: later(1000 * atS) }, later(1000 * atS));
    expect([isDue(399), isDue(400)]).toEqual([false, true]);
    expect([isDue(125, 39), isDue(130, 39)]).toEqual([false, true]);
    expect(isDue(110, 50, noted(undefined))).toBe(true);
    // Its time band ends without the reading exceeding the limit.
    const soon = noted(foresightFrom(100, 140, 160));
    expect([isDue(139, 50, soon), isDue(150, 50, soon), isDue(161, 50, soon)]).toEqual([false, false, true]);
    expect(isDue(9000, 50, endFault(inTwoHours, ID, later(200_000)))).toBe(false);
    const oneOfTwo = endFault(detectTwo(), ID, later(100_000));
    expect(isDue(200, 50, oneOfTwo)).toBe(true);
  });

  it('is due once with the first sample after the onset of a fault, also of a closed one', () => {
    const isDue = (state: AnomaliesState, sampleS: number, fromS = 0) =>
      isForesightDue(
        { ...state, foresight: foresightFrom(fromS, 7200) },
        { ...NOMINAL, timestamp: later(1000 * sampleS) },
        later(5000),
      );
    expect([isDue(detect(), 0), isDue(detect(), 5), isDue(detect(), 5, 5)]).toEqual([false, true, false]);
    const second = detectFault(detect(), { name: 'cell-short', plan: LASTING }, later(10_000), []).state;
    const { state: closed } = resolveAnomaly(second, 'anomaly-2', later(10_000));
    expect([isDue(closed, 10, 5), isDue(closed, 15, 5)]).toEqual([false, true]);
  });

  it('is due once the time has passed within which FDIR may act', () => {
    // Once the antenna is known to be the cause, FDIR contains it within 20 min.
    const known = noted({ ...foresightFrom(1190, 7200), fdirUntil: later(20 * MS_PER_MIN) });
    const isDue = (atS: number, state = known) =>
      isForesightDue(
        state,
        { ...NOMINAL, signalStrength: 51, timestamp: later(1000 * atS) },
        later(1000 * atS),
      );
    expect([isDue(1200), isDue(1205)]).toEqual([false, true]);
    expect(isDue(1205, { ...known, foresight: foresightFrom(1205, 7200) })).toBe(false);
    const second = detectFault(known, { name: 'cell-short', plan: LASTING }, later(1_190_000), []).state;
    expect(isDue(1205, { ...second, foresight: foresightFrom(1195, 7200) })).toBe(true);
  });

  it('is dropped when a cause is ruled out: FDIR then has less time to act', () => {
    const open = { ...detect(), foresight: foresightFrom(0, 7200) };
    expect(open.faults[ID]?.reported.causes.length).toBeGreaterThan(1);
    const ruledOut = at(open, 100);
    expect(ruledOut.faults[ID]?.reported.causes).toEqual(['antenna-off']);
    expect(ruledOut.foresight).toBeUndefined();
    expect(at({ ...ruledOut, foresight: foresightFrom(100, 7200) }, 200, 45).foresight).toBeDefined();
    expect(at({ ...detectTwo(), foresight: foresightFrom(0, 7200) }, 100).foresight).toBeUndefined();
  });

  it('is dropped when a report changes what it assumed', () => {
    expect(containFault(inTwoHours, ID).foresight).toBeUndefined();
    expect(endFault(inTwoHours, ID, later(200_000)).foresight).toBeUndefined();
    expect(endFault(inTwoHours, 'no-such', later(200_000))).toBe(inTwoHours);
  });
});

describe('a clock that moved back', () => {
  const SHIFT = -5 * MS_PER_H;

  it('shifts anomalies, plans and the times in texts, and leaves no forecast', () => {
    const state = at({ ...at(detect(CONTAINED), 60), foresight: foresightFrom(60, 3600) }, 120);
    const shifted = shiftAnomalies(state, SHIFT);
    expect(shifted.anomalies[0]?.timestamp).toBe(T0 + SHIFT);
    expect(shifted.faults[ID]).toMatchObject({
      since: T0 + SHIFT,
      plan: { containedAt: later(12 * MS_PER_MIN + SHIFT) },
      before: { timestamp: T0 + SHIFT },
    });
    expect(textOf(state)).toContain(' between 13:00 and 13:01 UTC');
    expect(textOf(shifted)).toContain(' between 08:00 and 08:01 UTC');
    expect(shifted.foresight).toBeUndefined();
    expect(textOf(shiftAnomalies(shifted, -SHIFT))).toBe(textOf(state));
    const { closed } = shiftAnomalies(resolveAnomaly(state, ID, T0).state, SHIFT);
    expect(closed?.[ID]?.since).toBe(T0 + SHIFT);
  });

  it('may cross midnight', () => {
    expect(shiftTimes('ended at 01:03:10 UTC, by 02:30 UTC; 24 h', -2 * MS_PER_H)).toBe(
      'ended at 23:03:10 UTC, by 00:30 UTC; 24 h',
    );
  });
});
