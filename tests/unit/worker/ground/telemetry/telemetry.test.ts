import { describe, expect, it } from 'vitest';
import type { FaultName } from '../../../../../src/shared/entities/faults.ts';
import {
  addMs,
  degrees,
  type EpochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../../../src/shared/kit/units.ts';
import {
  beginTelemetry,
  coast,
  estimateDownlinkedMb,
  recordSample,
  rewindTelemetry,
  type TelemetryState,
} from '../../../../../src/worker/ground/telemetry/telemetry.ts';
import { type Streams, streamsOf } from '../../../../../src/worker/kit/random.ts';

import { trueReadings } from '../../../../../src/worker/spacecraft/sensors.ts';
import { later, T0 } from '../../../../support/mission.ts';
import { aroundOrbita, command, fly, strike, transitionEndedAt } from '../../../../support/spacecraft.ts';

const START: TelemetryState = beginTelemetry(transitionEndedAt(T0));

/** Returns the state after a sample every 5 s up to an instant. */
function recordUntil(state: TelemetryState, until: EpochMs, streams: Streams = streamsOf(1)): TelemetryState {
  let recorded = state;
  for (let time = addMs(state.time, 5 * MS_PER_S); time <= until; time = addMs(time, 5 * MS_PER_S)) {
    recorded = recordSample(recorded, time, aroundOrbita, streams);
  }
  return recorded;
}

const times = ({ history }: TelemetryState): readonly number[] => history.map(({ timestamp }) => timestamp);

describe('the record of telemetry', () => {
  it('has a sample of the spacecraft at each instant, the newest twenty', () => {
    const recorded = recordUntil(START, later(125_000));
    expect(times(recorded)).toEqual(Array.from({ length: 20 }, (_, index) => later(30_000 + 5000 * index)));
    const truth = trueReadings(recorded.spacecraft, later(125_000));
    expect(recorded.history.at(-1)?.batteryVoltage).toBeCloseTo(truth.batteryVoltage, 0);
    expect(recorded.time).toBe(later(125_000));
    expect(recordUntil(START, later(15_000)).history).toHaveLength(3);
  });

  it('does not change after the orbit has ended', () => {
    const ended = recordSample(START, later(5000), () => undefined, streamsOf(1));
    expect(ended).toBe(START);
  });

  it('has a sample every 30 s only in survival', () => {
    const first = recordUntil(START, later(5000));
    const surviving: TelemetryState = {
      ...first,
      spacecraft: { ...first.spacecraft, mode: 'SURVIVAL', soc: 0.1 },
    };
    const recorded = recordUntil(surviving, later(95_000));
    expect(recorded.spacecraft.mode).toBe('SURVIVAL');
    expect(times(recorded)).toEqual([5000, 35_000, 65_000, 95_000].map((ms) => later(ms)));
    expect(recordUntil(surviving, later(90_000)).time).toBe(later(90_000));
    // A spacecraft that was never received is received at once.
    expect(times(recordUntil({ ...surviving, history: [] }, later(10_000)))).toEqual([later(10_000)]);
  });
});

describe('telemetry over a link that fails', () => {
  const lasting = (name: FaultName, anomalyIds: readonly string[]) =>
    anomalyIds.map(
      (anomalyId) =>
        ({
          anomalyId,
          name,
          startTime: T0,
          strength: 1.6,
          plan: { course: 'lasting' },
          mending: undefined,
        }) as const,
    );
  /** A lasting pointing error that leaves the high-gain antenna without margin. */
  const slips = lasting('gimbal-slip', ['a', 'b']);
  /** 9.6 dB less on every link: over a relay the low-gain antenna then has no margin. */
  const detuned = lasting('receiver-detuned', ['c', 'd', 'e', 'f', 'g']);
  const away = (time: EpochMs) => ({ ...aroundOrbita(time), station: undefined });
  const withFaults = (
    state: TelemetryState,
    faults: TelemetryState['spacecraft']['faults'],
  ): TelemetryState => ({
    ...state,
    spacecraft: { ...state.spacecraft, faults },
  });
  const until = (state: TelemetryState, to: EpochMs): TelemetryState => {
    let recorded = state;
    const streams = streamsOf(1);
    for (let time = addMs(state.time, 5 * MS_PER_S); time <= to; time = addMs(time, 5 * MS_PER_S)) {
      recorded = recordSample(recorded, time, away, streams);
    }
    return recorded;
  };
  const heard = until(START, later(20_000));

  it('arrives every 30 s over low gain; samples in between are recorded', () => {
    const low = until(withFaults(heard, slips), later(90_000));
    expect(low.spacecraft).toMatchObject({ antenna: 'low', link: 'relay' });
    expect(times(low).slice(-3)).toEqual([20_000, 50_000, 80_000].map((ms) => later(ms)));
    expect(low.downlink.periodMs).toBe(30_000);
    expect(low.downlink.recorded.map(({ timestamp }) => timestamp)).toEqual(
      [25, 30, 35, 40, 45, 55, 60, 65, 70, 75, 85, 90].map((s) => later(s * 1000)),
    );
    expect(low.downlink.reported.time).toBe(later(80_000));
  });

  it('stops without a link, and the newest twenty samples are recorded', () => {
    const lost = until(withFaults(heard, [...slips, ...detuned]), later(140_000));
    expect(lost.spacecraft).toMatchObject({ antenna: 'none', link: 'none' });
    expect(lost.history).toEqual(heard.history);
    expect(lost.downlink.reported).toEqual(heard.downlink.reported);
    // The period before the loss counts: telemetry is stale after 12.5 s.
    expect(lost.downlink.periodMs).toBe(5000);
    expect(lost.downlink.recorded.map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: 20 }, (_, index) => later(45_000 + 5000 * index)),
    );
  });

  it('is filled from the recorder over high gain, oldest first and at its own times', () => {
    const lost = until(withFaults(heard, [...slips, ...detuned]), later(60_000));
    const pointed = { ...lost, spacecraft: { ...lost.spacecraft, misalignment: degrees(0), faults: [] } };
    const back = until(pointed, later(70_000));
    expect(back.spacecraft.antenna).toBe('high');
    expect(times(back)).toEqual(Array.from({ length: 14 }, (_, index) => later(5000 * (index + 1))));
    expect(back.downlink.recorded).toEqual([]);
    expect(back.history).toEqual(expect.arrayContaining([...lost.downlink.recorded]));
    expect(times(until(back, later(200_000)))).toHaveLength(20);
  });
});

describe('a gap', () => {
  const coasted = (ms: number): TelemetryState => coast(START, later(ms), aroundOrbita, streamsOf(2));

  it('is propagated without telemetry', () => {
    const recorded = recordUntil(START, later(10_000));
    const after = coast(recorded, later(MS_PER_H), aroundOrbita, streamsOf(2));
    expect(after.history).toBe(recorded.history);
    expect(after.time).toBe(later(MS_PER_H));
    expect(after.spacecraft.downlinkedMb).toBeGreaterThanOrEqual(recorded.spacecraft.downlinkedMb);
  });

  it('of zero length, or without an orbit, changes nothing', () => {
    expect(coasted(0)).toBe(START);
    expect(coast(START, later(3 * MS_PER_DAY), () => undefined, streamsOf(2))).toBe(START);
  });

  it('of several days downlinks several days of data, although only the last one is propagated', () => {
    const broughtMb = (ms: number) => coasted(ms).spacecraft.downlinkedMb - START.spacecraft.downlinkedMb;
    const [day, week] = [broughtMb(MS_PER_DAY), broughtMb(7 * MS_PER_DAY)];
    expect(day).toBeGreaterThan(100);
    // The passes of one day are much like those of the next.
    expect(week / day).toBeGreaterThan(5);
    expect(week / day).toBeLessThan(9);
    expect(coasted(7 * MS_PER_DAY).time).toBe(later(7 * MS_PER_DAY));
    // Nothing is estimated for no flight time.
    expect(estimateDownlinkedMb(0, 0, MS_PER_DAY)).toBe(0);
    // Up to a day is simulated rather than estimated.
    const flown = fly(START, MS_PER_DAY / MS_PER_S, streamsOf(2));
    expect(coasted(MS_PER_DAY).spacecraft).toEqual(flown.spacecraft);
  });
});

describe('a clock that moves back', () => {
  const struck = strike(fly(recordUntil(START, later(60_000)), 0), 'wing-folded');
  const sent = command(struck, 'Deploy Solar Array');
  const held: TelemetryState = { ...recordUntil(START, later(60_000)), ...sent };
  const setBack = () => rewindTelemetry(held, later(30_000));

  it('drops the samples after it, and none before or at it', () => {
    const back = setBack();
    expect(back.time).toBe(later(30_000));
    expect(times(back)).toEqual([5000, 10_000, 15_000, 20_000, 25_000, 30_000].map((ms) => later(ms)));
  });

  it('keeps the time left of activities and the age of faults', () => {
    const back = setBack();
    // The wing has folded and its command has started at 60 s; it takes 60 s.
    const [from, until] = [later(30_000), later(90_000)];
    const [activity] = held.spacecraft.activities;
    expect(back.spacecraft.activities).toEqual([{ ...activity, startTime: from, endTime: until }]);
    const [fault] = held.spacecraft.faults;
    expect(back.spacecraft.faults).toEqual([{ ...fault, startTime: from, mending: { from, until } }]);
  });

  it('keeps a fault that nothing clears', () => {
    const unmended = rewindTelemetry({ ...held, ...struck }, later(30_000));
    expect(unmended.spacecraft.faults).toEqual([
      { ...struck.spacecraft.faults[0], startTime: later(30_000), mending: undefined },
    ]);
  });

  it('does not shift times if the clock did not move back', () => {
    const ahead = rewindTelemetry(held, addMs(held.time, MS_PER_MIN));
    expect(ahead.spacecraft).toEqual(held.spacecraft);
    expect(ahead.history).toEqual(held.history);
  });
});
