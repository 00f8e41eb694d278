import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RATES } from '../../../../../src/shared/contract/transport.ts';
import { createMissionTime } from '../../../../../src/ui/mission/link/mission-time.ts';
import { later, T0 } from '../../../../support/mission.ts';

describe('mission time on the page', () => {
  it('is unknown before the first update', () => {
    expect(createMissionTime().at(5)).toBeUndefined();
  });

  it('advances between updates', () => {
    const time = createMissionTime();
    time.follow(T0, 1000, 1, true);
    expect(time.at(1000)).toBe(T0);
    expect(time.at(1016)).toBe(later(16));
  });

  it('never steps back and never jumps, however late the updates arrive', () => {
    const lateness = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(lateness, (delays) => {
        const time = createMissionTime();
        let [shown, shownAt] = [T0 as number, delays[0] ?? 0];
        for (const [second, delay] of delays.entries()) {
          time.follow(later(second * 1000), second * 1000 + delay, 1, true);
          for (let frame = 0; frame < 1000 - 16; frame += 16) {
            const at = second * 1000 + delay + frame / 10;
            const now = time.at(at) ?? Number.NaN;
            // It corrects a difference by running at most 5 % slower or faster.
            expect(now - shown).toBeGreaterThanOrEqual(0.95 * (at - shownAt) - 1e-3);
            expect(now - shown).toBeLessThanOrEqual(1.05 * (at - shownAt) + 1e-3);
            [shown, shownAt] = [now, at];
          }
        }
      }),
      { numRuns: 50, seed: 2 },
    );
  });

  it('converges to the fastest update and stays there', () => {
    const time = createMissionTime();
    time.follow(T0, 800, 1, true); // 800 ms late
    time.follow(later(1000), 1005, 1, true); // 5 ms late
    time.follow(later(2000), 2700, 1, true); // 700 ms late again
    time.at(20_000);
    expect(Math.abs((time.at(30_000) ?? 0) - later(29_995))).toBeLessThan(1);
  });

  it.each([
    ['forwards after a sleep', 8 * 3_600_000],
    ['backwards after a set clock', -3_600_000],
  ])('follows a jump %s immediately', (_case, jump) => {
    const time = createMissionTime();
    time.follow(T0, 0, 1, true);
    time.follow(later(1000 + jump), 1000, 1, true);
    expect(time.at(1000)).toBe(later(1000 + jump));
  });

  it('runs slower after the clock moved back a little, until both agree, and never backwards', () => {
    const time = createMissionTime();
    const setBackMs = 1500;
    let shown = T0 as number;
    for (let second = 0; second <= 90; second++) {
      const at = second * 1000;
      time.follow(later(at - (second < 10 ? 0 : setBackMs)), at + 5, 1, true);
      const now = time.at(at + 5) ?? 0;
      expect(now).toBeGreaterThanOrEqual(shown);
      if (second > 0) expect(now - shown).toBeGreaterThan(900);
      shown = now;
    }
    expect(shown).toBeCloseTo(later(90_000 - setBackMs), 0);
  });

  it('is not delayed by a few late updates', () => {
    const time = createMissionTime();
    for (let second = 0; second < 30; second++) {
      time.follow(later(second * 1000), second * 1000 + (second % 6 === 0 ? 0 : 900), 1, true);
    }
    expect(time.at(30_000)).toBeCloseTo(later(30_000), 0);
  });

  it.each([2, 60, 3600])('reaches the update at %d× within the time it was lived in, and waits', (rate) => {
    const time = createMissionTime();
    time.follow(T0, 0, rate, false);
    time.follow(later(250 * rate), 250, rate, false);
    for (const ms of [0, 1, 100, 250]) expect(time.at(250 + ms)).toBeCloseTo(later(ms * rate), 3);
    expect(time.at(60_000)).toBe(later(250 * rate));
    expect(time.latestAt(1250)).toBe(later(1250 * rate));
  });

  it('catches up within half a second with an update that brings more', () => {
    const time = createMissionTime();
    time.follow(T0, 0, 60, false);
    time.follow(later(600_000), 250, 60, false);
    expect(time.at(500)).toBe(later(300_000));
    expect(time.at(750)).toBe(later(600_000));
  });

  it('goes on for two updates without one at 1× out of step with UTC, and without end in step', () => {
    const hour = 3_600_000;
    for (const [isUtc, shown] of [
      [false, 2000],
      [true, hour],
    ] as const) {
      const time = createMissionTime();
      time.follow(T0, 0, 1, isUtc);
      expect(time.at(hour)).toBe(later(shown));
    }
  });

  it('is told by clocks as that of an update as soon as it is there, while what moves follows', () => {
    const late = createMissionTime();
    late.follow(T0, 800, 1, true); // 800 ms late
    late.follow(later(1000), 1005, 1, true); // 5 ms late
    expect(late.timeAt(1005)).toBe(later(1000));
    expect(late.at(1005)).toBeLessThan(later(300));
    const fast = createMissionTime();
    fast.follow(T0, 0, 60, false);
    fast.follow(later(15_000), 250, 60, false);
    expect(fast.timeAt(250)).toBe(later(15_000));
    expect(fast.at(250)).toBe(T0);
    expect(createMissionTime().timeAt(5)).toBeUndefined();
  });

  it('is told back at once with the mission by a seek, and not with a clock that moved back a little', () => {
    const time = createMissionTime();
    time.follow(later(60_000), 0, 60, false);
    time.timeAt(0);
    time.follow(later(59_000), 250, 60, false);
    expect(time.timeAt(250)).toBe(later(60_000));
    time.follow(T0, 500, 0, false);
    expect(time.timeAt(500)).toBe(T0);
  });

  it('never goes back at any rate but to the instant of a pause, however late the updates arrive and however little is achieved', () => {
    const step = fc.record({
      rate: fc.constantFrom(...RATES),
      isUtc: fc.boolean(),
      /** Achieved share of the rate. */
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      updates: fc.integer({ min: 1, max: 8 }),
      periodMs: fc.constantFrom(250, 1000),
      delays: fc.array(fc.integer({ min: 0, max: 9000 }), { minLength: 8, maxLength: 8 }),
    });
    let waits = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        const time = createMissionTime();
        let [mission, wall, receivedAt] = [0, 0, 0];
        let [shown, told] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
        for (const { rate, isUtc, share, updates, periodMs, delays } of steps) {
          for (const delay of delays.slice(0, updates)) {
            wall += periodMs;
            mission += Math.floor(periodMs * rate * (rate > 1 ? share : 1));
            // Updates arrive in order.
            receivedAt = Math.max(receivedAt, wall + delay);
            time.follow(later(mission), receivedAt, rate, isUtc && rate === 1);
            for (const frame of [0, 16, 250, 1000]) {
              const now = time.at(receivedAt + frame) ?? Number.NaN;
              if (rate === 0) expect(now).toBe(later(mission));
              else expect(now).toBeGreaterThanOrEqual(shown);
              if (rate > 1 && now === later(mission)) waits += 1;
              shown = now;
              const clock = time.timeAt(receivedAt + frame) ?? Number.NaN;
              if (rate === 0) expect(clock).toBe(now);
              else expect(clock).toBeGreaterThanOrEqual(Math.max(told, shown, later(mission)));
              told = clock;
            }
            receivedAt += 1000;
          }
        }
      }),
      { numRuns: 200, seed: 3 },
    );
    expect(waits).toBeGreaterThan(100);
  });

  it.each([true, false])(
    'shows the instant of a pause, however late it hears of it (in step: %s)',
    (isUtc) => {
      const time = createMissionTime();
      time.follow(T0, 0, 1, isUtc);
      time.follow(later(1000), 1000, 1, isUtc);
      expect(time.at(2900)).toBe(later(2900));
      time.follow(later(1100), 2900, 0, false);
      expect(time.at(2900)).toBe(later(1100));
      expect(time.timeAt(60_000)).toBe(later(1100));
    },
  );

  it.each([1, 60, 3600])('is never later at %d× than the mission has come, once it is paused', (rate) => {
    const time = createMissionTime();
    time.follow(T0, 0, rate, false);
    time.follow(later(250 * rate), 250, rate, false);
    time.at(400);
    time.follow(later(400 * rate), 400, 0, false);
    expect(time.at(400)).toBe(later(400 * rate));
  });

  it.each([
    ['a seek', 0],
    ['a return to UTC or another branch', 1],
    ['another branch at a high rate', 3600],
  ])('goes back at once by %s', (_act, rate) => {
    const time = createMissionTime();
    time.follow(later(600_000), 0, 600, false);
    time.follow(later(750_000), 250, 600, false);
    time.at(400);
    time.follow(T0, 500, rate, rate === 1);
    expect(time.at(500)).toBe(T0);
  });

  it('stands still at 0, and goes on without a jump', () => {
    const time = createMissionTime();
    time.follow(T0, 0, 1, true);
    time.follow(later(700), 700, 0, true);
    expect(time.at(60_000)).toBe(later(700));
    time.follow(later(700), 60_000, 1, true);
    expect(time.at(60_500)).toBe(later(1200));
  });
});
