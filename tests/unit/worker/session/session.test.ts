import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REAL_DATA_CALLS } from '../../../../src/shared/contract/real-data.ts';
import { TELEMETRY_HISTORY_LENGTH } from '../../../../src/shared/entities/constants.ts';
import { ORBITAL_ELEMENTS } from '../../../../src/shared/entities/satellites.ts';
import { TELEMETRY_CHANNELS } from '../../../../src/shared/entities/telemetry-channels.ts';
import { epochMs, MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { createPropagators } from '../../../../src/worker/orbit/propagators.ts';
import { openSession, type Session } from '../../../../src/worker/session/session.ts';
import { later, recordUpdates, startMission, startUneventfulMission, T0 } from '../../../support/mission.ts';

const timestamps = (mission: Session): readonly number[] =>
  mission.snapshot().telemetry.value.map(({ timestamp }) => timestamp);

describe('a session in Node', () => {
  it('is driven by hand', () => {
    const mission = openSession({ clock: { now: () => T0 }, seed: 1 });
    mission.advanceTo(later(MS_PER_MIN));
    expect(mission.snapshot().telemetry.value.at(-1)?.timestamp).toBe(later(MS_PER_MIN));
  });

  it('started 7 days before it was loaded', () => {
    expect(startMission().snapshot().clock.value).toEqual({ startTime: T0 - 7 * MS_PER_DAY, time: T0 });
  });

  it('counts from a whole second, so that elapsed time and UTC change together', () => {
    const now = later(678);
    const mission = openSession({ clock: { now: () => now }, seed: 1 });
    expect(mission.snapshot().clock.value.startTime).toBe(T0 - 7 * MS_PER_DAY);
  });

  it('is in progress at the start: twenty samples, 5 s apart, the last one now', () => {
    const expected = Array.from({ length: TELEMETRY_HISTORY_LENGTH }, (_, index) => T0 - (19 - index) * 5000);
    expect(timestamps(startMission())).toEqual(expected);
  });

  it('shows a satellite without an orbit as unavailable, and everything else continues', () => {
    const propagators = createPropagators({
      ...ORBITAL_ELEMENTS,
      iss: { ...ORBITAL_ELEMENTS.iss, ECCENTRICITY: 2 },
    });
    const mission = startMission({ propagators });
    mission.advanceTo(later(MS_PER_MIN));
    const { iss, orbita } = mission.snapshot().ephemerides.value;
    expect(iss).toMatchObject({ status: 'unavailable', reason: expect.stringContaining('ISS (ZARYA)') });
    expect(orbita.status).toBe('available');
    expect(timestamps(mission).at(-1)).toBe(later(MS_PER_MIN));
  });

  it('has no telemetry from a spacecraft without an orbit', () => {
    const propagators = createPropagators({
      ...ORBITAL_ELEMENTS,
      orbita: { ...ORBITAL_ELEMENTS.orbita, ECCENTRICITY: 2 },
    });
    const mission = startMission({ propagators });
    mission.advanceTo(later(MS_PER_MIN));
    expect(mission.snapshot().telemetry.value).toEqual([]);
  });
});

describe('cadences', () => {
  it.each([
    ['clock', 1000],
    ['telemetry', 5000],
  ] as const)('%s changes at its instant and not a millisecond before', (slice, periodMs) => {
    const mission = startMission();
    const first = mission.snapshot()[slice].revision;
    mission.advanceTo(later(periodMs - 1));
    expect(mission.snapshot()[slice].revision).toBe(first + Math.floor((periodMs - 1) / periodMs));
    mission.advanceTo(later(periodMs));
    expect(mission.snapshot()[slice].revision).toBe(first + 1);
    mission.advanceTo(later(periodMs));
    expect(mission.snapshot()[slice].revision).toBe(first + 1);
  });

  it('advances both orbit windows at a 10 s instant once their grid has advanced', () => {
    const mission = startMission();
    const { value: before } = mission.snapshot().ephemerides;
    mission.advanceTo(later(29_999));
    expect(mission.snapshot().ephemerides.value).toBe(before);
    mission.advanceTo(later(30_000));
    const { value: moved } = mission.snapshot().ephemerides;
    for (const id of ['iss', 'orbita'] as const) {
      const [old, next] = [before[id], moved[id]];
      if (old.status === 'unavailable' || next.status === 'unavailable') throw new Error('unavailable');
      expect(next.window.startTime - old.window.startTime).toBe(30_000);
    }
  });

  it('gives the earliest due instant as its next wake-up time', () => {
    const mission = startMission();
    expect(mission.nextDueTime()).toBe(later(1000));
    mission.advanceTo(later(1000));
    expect(mission.nextDueTime()).toBe(later(2000));
  });

  it('keeps its grid after a late wake-up', () => {
    const mission = startMission();
    mission.advanceTo(later(7321));
    expect(timestamps(mission).at(-1)).toBe(later(5000));
    expect(mission.nextDueTime()).toBe(later(8000));
  });
});

describe('jumps', () => {
  it('catches up after eight hours of suspension with one notice, a full history at its cadence and one update', () => {
    const mission = startUneventfulMission();
    const { updates, listener } = recordUpdates();
    mission.control.subscribe(listener);
    mission.advanceTo(later(8 * MS_PER_H));
    expect(updates).toHaveLength(2);
    expect(updates[1]?.notices.map(({ text }) => text)).toEqual([
      'Simulation was suspended for 8 h and has caught up.',
    ]);
    const expected = Array.from({ length: 20 }, (_, index) => later(8 * MS_PER_H - (19 - index) * 5000));
    expect(timestamps(mission)).toEqual(expected);
  });

  it.each([2 * MS_PER_DAY, 30 * MS_PER_DAY, 365 * MS_PER_DAY])(
    'propagates a jump of %d ms with at most 4800 orbit evaluations',
    (jumpMs) => {
      const propagators = createPropagators();
      if (!propagators.orbita.ok) throw new Error(propagators.orbita.message);
      const propagator = propagators.orbita.value;
      let looks = 0;
      const counted = {
        ...propagator,
        stateAt: (time: typeof T0) => {
          looks += 1;
          return propagator.stateAt(time);
        },
      };
      const mission = startUneventfulMission({
        propagators: { ...propagators, orbita: { ok: true, value: counted } },
      });
      looks = 0;
      mission.advanceTo(later(jumpMs));
      expect(looks).toBeLessThanOrEqual(4800);
      expect(timestamps(mission).at(-1)).toBe(later(jumpMs));
    },
  );

  it('propagates through a long suspension: the battery has discharged in its eclipses', () => {
    const slept = startUneventfulMission();
    slept.advanceTo(later(3 * MS_PER_H));
    const awake = startUneventfulMission();
    for (let time = 0; time <= 3 * MS_PER_H; time += MS_PER_MIN) awake.advanceTo(later(time));
    const [a, b] = [slept.snapshot().telemetry.value.at(-1), awake.snapshot().telemetry.value.at(-1)];
    if (!a || !b) throw new Error('no sample');
    expect(Math.abs(a.batteryVoltage - b.batteryVoltage)).toBeLessThan(0.2);
    expect(Math.abs(a.temperature - b.temperature)).toBeLessThan(1);
  });

  it('catches up in slices: an update after each, the notice and the next live call at the end', () => {
    const calls: string[] = [];
    const gateway = {
      call(name: string) {
        calls.push(name);
        return new Promise(() => undefined);
      },
    };
    const mission = startMission({ gateway });
    mission.advanceTo(later(1000));
    const { updates, listener } = recordUpdates();
    mission.control.subscribe(listener);
    const before = calls.length;
    const now = later(35 * MS_PER_MIN);
    const slices = Array.from({ length: 4 }, () => mission.advanceTo(now, 10 * MS_PER_MIN));
    expect(slices).toEqual([false, false, false, true]);
    expect([...new Set(updates.slice(1).map(({ time }) => time))]).toEqual(
      [10, 20, 30].map((minutes) => later(minutes * MS_PER_MIN + 1000)).concat(now),
    );
    expect(updates.flatMap(({ notices }) => notices.map(({ text }) => text))).toEqual([
      'Simulation was suspended for 34 min 59 s and has caught up.',
    ]);
    expect(calls.length - before).toBeLessThanOrEqual(REAL_DATA_CALLS.length);
    const whole = startMission({ gateway });
    whole.advanceTo(later(1000));
    whole.advanceTo(now);
    expect(mission.mission.hash()).toBe(whole.mission.hash());
  });

  it('reports once a gap that becomes a jump while it catches up', () => {
    const mission = startUneventfulMission();
    mission.advanceTo(later(MS_PER_H), 10 * MS_PER_MIN);
    mission.advanceTo(later(2 * MS_PER_DAY), 10 * MS_PER_MIN);
    mission.advanceTo(later(2 * MS_PER_DAY + 1000), 10 * MS_PER_MIN);
    const reports = mission.snapshot().log.value.filter(({ text }) => text.includes('was suspended'));
    expect(reports).toHaveLength(1);
  });

  it('waits for a clock that moved back a little', () => {
    const mission = startMission();
    mission.advanceTo(later(10_000));
    const before = mission.snapshot();
    mission.advanceTo(later(8_500));
    expect(mission.snapshot()).toBe(before);
    mission.advanceTo(later(11_000));
    expect(mission.snapshot().clock.value.time).toBe(later(11_000));
  });

  it('sends updates while it waits, at its present time', () => {
    const mission = startMission();
    mission.advanceTo(later(10_000));
    const { updates, listener } = recordUpdates();
    mission.control.subscribe(listener);
    const heard = updates.length;
    mission.advanceTo(later(8_500));
    expect(updates.slice(heard)).toMatchObject([{ time: later(10_000), slices: {}, notices: [] }]);
  });

  it('follows a clock that moved back an hour, drops what lies ahead and reports it', () => {
    const mission = startMission();
    mission.advanceTo(later(30_000));
    const { updates, listener } = recordUpdates();
    mission.control.subscribe(listener);
    mission.advanceTo(later(30_000 - MS_PER_H));
    expect(mission.snapshot().clock.value.time).toBe(later(30_000 - MS_PER_H));
    expect(timestamps(mission)).toEqual([]);
    expect(updates[1]?.notices[0]?.text).toBe('System clock moved back by 1 h; mission time adjusted.');
    mission.advanceTo(later(35_000 - MS_PER_H));
    expect(timestamps(mission)).toEqual([later(35_000 - MS_PER_H)]);
  });

  it('has no command executed later than its log says, after the clock moved back', () => {
    const mission = startMission();
    mission.advanceTo(later(30_000));
    mission.control.sendCommand({ name: 'Communications Check' });
    const executedAt = () =>
      mission
        .snapshot()
        .commands.value.map(({ executionTime }) => executionTime)
        .at(-1);
    const loggedAt = () =>
      mission.snapshot().log.value.find(({ text }) => text.startsWith('Communications Check'))?.time;
    expect(executedAt()).toBe(later(30_000));
    mission.advanceTo(later(30_000 - MS_PER_H));
    expect(executedAt()).toBe(later(30_000 - MS_PER_H));
    expect(loggedAt()).toBe(later(30_000 - MS_PER_H));
  });

  it('answers with the orbit that the ISS follows at the instant shown', () => {
    const session = startMission();
    const live = { ...ORBITAL_ELEMENTS.iss, MEAN_ANOMALY: 100 };
    const elements = () => session.control.issElements();
    expect(elements()).toEqual({ ok: true, value: ORBITAL_ELEMENTS.iss });
    session.advanceTo(later(2 * MS_PER_MIN));
    session.apply({ kind: 'iss-orbit', elements: live });
    expect(elements()).toEqual({ ok: true, value: live });
    session.control.seek(later(MS_PER_MIN));
    expect(elements()).toEqual({ ok: true, value: ORBITAL_ELEMENTS.iss });
    session.control.seek();
    session.apply({ kind: 'iss-orbit' });
    expect(elements()).toEqual({ ok: true, value: ORBITAL_ELEMENTS.iss });
  });

  it('rejects an invalid time', () => {
    expect(() => startMission().advanceTo(epochMs(Number.NaN))).toThrow(RangeError);
  });
});

describe('telemetry', () => {
  it('keeps its own grid of 20 samples in order, finite, over any sequence of jumps', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: MS_PER_H / 2 }), { maxLength: 12 }), (jumps) => {
        // Without anomalies, because in survival the spacecraft sends less often.
        const mission = startUneventfulMission();
        let time = T0;
        for (const jump of jumps) {
          time = later(jump, time);
          mission.advanceTo(time);
          const history = mission.snapshot().telemetry.value;
          expect(history).toHaveLength(20);
          for (const [index, sample] of history.entries()) {
            expect(sample.timestamp % 5000).toBe(T0 % 5000);
            const previous = history[index - 1];
            if (previous) expect(sample.timestamp - previous.timestamp).toBe(5000);
            for (const channel of TELEMETRY_CHANNELS) expect(sample[channel]).toBeTypeOf('number');
            expect(Object.values(sample).every(Number.isFinite)).toBe(true);
          }
        }
      }),
      { numRuns: Number(process.env.FOLD_RUNS ?? 4), seed: 3 },
    );
  });
});
