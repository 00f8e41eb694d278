import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EpochMs, epochMs } from '../../../../src/shared/kit/units.ts';
import { crossing, highestBetween, type TimeFunction } from '../../../../src/shared/orbit/root.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 6));
const at = (ms: number): EpochMs => epochMs(T0 + ms);

/** Finds the crossing of a function of milliseconds since `T0`, and counts the function's calls. */
function cross(f: (ms: number) => number, fromMs: number, toMs: number) {
  let count = 0;
  const counted: TimeFunction = (time) => {
    count++;
    return f(time - T0);
  };
  const [from, to] = [at(fromMs), at(toMs)];
  const time = crossing(counted, { time: from, value: f(fromMs) }, { time: to, value: f(toMs) });
  return { ms: time - T0, count };
}

/** Returns the number of calls by bisection to a millisecond, plus the one extra step that is allowed. */
const mostSteps = (widthMs: number): number => Math.ceil(Math.log2(widthMs)) + 1;

/** Curves through zero at an instant: gentle ones, and ones on which the secant helps little. */
const CURVES: readonly (readonly [string, (fromRootMs: number) => number])[] = [
  ['a line', (ms) => ms],
  ['a cubic', (ms) => ms ** 3],
  ['a ninth power', (ms) => (ms / 1000) ** 9],
  ['a step', (ms) => (ms > 0 ? 1 : -1)],
  ['a lopsided step', (ms) => (ms > 0 ? 1e-6 : -1e6)],
  ['a step the other way', (ms) => (ms > 0 ? 1e6 : -1e-6)],
  ['an exponential', (ms) => Math.expm1(ms / 3000)],
  ['a root', (ms) => Math.cbrt(ms)],
  ['a ramp up from nothing', (ms) => Math.max(0, ms)],
];

describe.each(CURVES)('the crossing of %s', (_, curve) => {
  it('is found to a millisecond, rising or falling, at no more steps than bisection and one (seed 1)', () => {
    const anyMs = fc.double({ min: 0, max: 600_000, noNaN: true });
    fc.assert(
      fc.property(anyMs, anyMs, fc.boolean(), (beforeMs, afterMs, isFalling) => {
        fc.pre(beforeMs + afterMs > 1);
        const f = (ms: number): number => (isFalling ? -curve(ms) : curve(ms));
        fc.pre(f(-beforeMs) > 0 !== f(afterMs) > 0);
        const { ms, count } = cross(f, -beforeMs, afterMs);
        expect(Math.abs(ms)).toBeLessThanOrEqual(1);
        expect(count).toBeLessThanOrEqual(mostSteps(beforeMs + afterMs));
      }),
      { seed: 1 },
    );
  });
});

describe('a crossing', () => {
  it('of a smooth curve costs far less than bisection', () => {
    // An elevation that rises through the horizon between two samples a minute apart: 17 steps by bisection.
    for (let share = 0.05; share < 1; share += 0.05) {
      const rootMs = share * 60_000;
      const { ms, count } = cross((time) => Math.sin((time - rootMs) / 300_000), 0, 60_000);
      expect(Math.abs(ms - rootMs)).toBeLessThan(0.5);
      expect(count).toBeLessThanOrEqual(6);
    }
  });

  it('between samples that are a millisecond apart asks nothing more', () => {
    expect(cross((ms) => ms - 0.25, 0, 1)).toEqual({ ms: 0.25, count: 0 });
  });

  it('lies where a function begins to be known', () => {
    const { ms } = cross((time) => (time > 12_345 ? 1 : Number.NaN), 0, 60_000);
    expect(Math.abs(ms - 12_345)).toBeLessThan(1);
    const { ms: endMs } = cross((time) => (time < 12_345 ? 1 : Number.NaN), 0, 60_000);
    expect(Math.abs(endMs - 12_345)).toBeLessThan(1);
  });
});

describe('the highest instant between two', () => {
  const highest = (f: (ms: number) => number, fromMs: number, toMs: number): number =>
    highestBetween((time) => f(time - T0), at(fromMs), at(toMs)) - T0;

  it('is the top of a parabola', () => {
    expect(Math.abs(highest((ms) => -((ms - 1234) ** 2), 0, 60_000) - 1234)).toBeLessThan(1);
    expect(Math.abs(highest((ms) => -((ms - 58_000) ** 2), 0, 60_000) - 58_000)).toBeLessThan(1);
  });

  it('is an end where the function only rises, only falls, is level or is not known', () => {
    expect(highest((ms) => ms, 0, 60_000)).toBe(60_000);
    expect(highest((ms) => -ms, 0, 60_000)).toBe(0);
    expect(highest(() => 1, 0, 60_000)).toBe(0);
    expect(highest(() => Number.NaN, 0, 60_000)).toBe(0);
  });

  it('is within the range where the top lies just outside', () => {
    expect(highest((ms) => -((ms + 50) ** 2), 0, 60_000)).toBe(0);
    expect(highest((ms) => -((ms - 60_050) ** 2), 0, 60_000)).toBe(60_000);
  });
});
