import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMissionTime } from '../../../src/ui/mission/mission-time.ts';
import { later, T0 } from '../../support/mission.ts';

describe('mission time on the page', () => {
  it('is unknown before the first update', () => {
    expect(createMissionTime().at(5)).toBeUndefined();
  });

  it('advances between updates', () => {
    const time = createMissionTime();
    time.follow(T0, 1000, 1);
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
          time.follow(later(second * 1000), second * 1000 + delay, 1);
          for (let frame = 0; frame < 1000 - 16; frame += 16) {
            const at = second * 1000 + delay + frame / 10;
            const now = time.at(at) ?? Number.NaN;
            // It makes up for a difference by running 5 % slower or faster, no more.
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
    time.follow(T0, 800, 1); // 800 ms late
    time.follow(later(1000), 1005, 1); // 5 ms late
    time.follow(later(2000), 2700, 1); // 700 ms late again
    time.at(20_000);
    expect(Math.abs((time.at(30_000) ?? 0) - later(29_995))).toBeLessThan(1);
  });

  it.each([
    ['forwards after a sleep', 8 * 3_600_000],
    ['backwards after a set clock', -3_600_000],
  ])('follows a jump %s immediately', (_case, jump) => {
    const time = createMissionTime();
    time.follow(T0, 0, 1);
    time.follow(later(1000 + jump), 1000, 1);
    expect(time.at(1000)).toBe(later(1000 + jump));
  });

  it('runs slower after the clock moved back a little, until both agree, and never backwards', () => {
    const time = createMissionTime();
    const setBackMs = 1500;
    let shown = T0 as number;
    for (let second = 0; second <= 90; second++) {
      const at = second * 1000;
      time.follow(later(at - (second < 10 ? 0 : setBackMs)), at + 5, 1);
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
      time.follow(later(second * 1000), second * 1000 + (second % 6 === 0 ? 0 : 900), 1);
    }
    expect(time.at(30_000)).toBeCloseTo(later(30_000), 0);
  });

  it.each([2, 60, 3600])('goes on at %d× from the update that says so', (rate) => {
    const time = createMissionTime();
    time.follow(T0, 0, 1);
    time.follow(later(1000), 1000, rate);
    for (const ms of [1, 100, 250]) expect(time.at(1000 + ms)).toBeCloseTo(later(1000 + ms * rate), 3);
  });

  it('follows late updates at a high rate without going back', () => {
    const time = createMissionTime();
    const rate = 600;
    let shown = 0;
    for (let call = 0; call < 40; call++) {
      const at = call * 250;
      time.follow(later(at * rate), at + (call % 3) * 40, rate);
      const now = time.at(at + 120) ?? 0;
      expect(now).toBeGreaterThanOrEqual(shown);
      shown = now;
    }
    expect(Math.abs(shown - later((39 * 250 + 120) * rate))).toBeLessThan(100 * rate);
  });

  it('stands still at 0, and goes on without a jump', () => {
    const time = createMissionTime();
    time.follow(T0, 0, 1);
    time.follow(later(700), 700, 0);
    expect(time.at(60_000)).toBe(later(700));
    time.follow(later(700), 60_000, 1);
    expect(time.at(60_500)).toBe(later(1200));
  });
});
