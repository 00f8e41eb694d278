import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterFailure,
  afterSuccess,
  doubling,
  isDue,
  type Policy,
  type UpstreamState,
  usable,
} from '../../../src/gateway/cached-answer.ts';
import type { Failure } from '../../../src/gateway/outcome.ts';
import { createSource } from '../../../src/gateway/source.ts';
import { addMs, epochMs } from '../../../src/shared/kit/units.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const BROKEN: Failure = { kind: 'unreachable', message: 'It cannot be reached' };
const POLICY: Policy<string> = {
  staleAt: (_value, fetchedAt) => addMs(fetchedAt, 10_000),
  validFrom: (_value, fetchedAt) => addMs(fetchedAt, -5000),
  expiresAt: (_value, fetchedAt) => addMs(fetchedAt, 60_000),
  waitMs: (_failure, failures, chance) => doubling(4000, 16_000, failures, chance),
};

describe('when a service is called', () => {
  it('initially, when its response has expired, and after the back-off of a failure', () => {
    expect(isDue({}, T0)).toBe(true);
    const good = afterSuccess('a', T0, POLICY);
    expect([isDue(good, addMs(T0, 9999)), isDue(good, addMs(T0, 10_000))]).toEqual([false, true]);
    const bad = afterFailure(good, BROKEN, addMs(T0, 10_000), 1 - 1e-12, POLICY);
    expect([isDue(bad, addMs(T0, 13_999)), isDue(bad, addMs(T0, 14_000))]).toEqual([false, true]);
  });

  it('doubles the back-off up to the maximum, with jitter in the upper quarter', () => {
    const waits = (chance: number) => [1, 2, 3, 4, 5000].map((n) => doubling(4000, 16_000, n, chance));
    expect(waits(0)).toEqual([3000, 6000, 12_000, 12_000, 12_000]);
    expect(waits(0.999_999).map(Math.round)).toEqual([4000, 8000, 16_000, 16_000, 16_000]);
  });

  it('keeps a response while it is usable, then drops it', () => {
    let state: UpstreamState<string> = afterSuccess('a', T0, POLICY);
    state = afterFailure(state, BROKEN, addMs(T0, 59_999), 0, POLICY);
    expect(usable(state, addMs(T0, 59_999))?.value).toBe('a');
    expect(usable(state, addMs(T0, 60_000))).toBeUndefined();
    state = afterFailure(state, BROKEN, addMs(T0, 60_000), 0, POLICY);
    expect(state).toMatchObject({ lastSuccess: T0, outage: { failures: 2 } });
    expect(state.cached).toBeUndefined();
  });
});

it('does not use a response from the future after the clock moved back', () => {
  const good = afterSuccess('a', T0, POLICY);
  expect(usable(good, addMs(T0, -5000))?.value).toBe('a');
  expect(usable(good, addMs(T0, -5001))).toBeUndefined();
});

it('never calls twice within the minimum interval, whatever the outcome', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.boolean()), { maxLength: 60 }),
      async (polls) => {
        let time: number = T0;
        const asked: number[] = [];
        let isWell = true;
        const source = createSource(
          POLICY,
          async () => {
            asked.push(time);
            return isWell ? { ok: true, value: 'a' } : { ok: false, failure: BROKEN };
          },
          { clock: { now: () => epochMs(time) }, random: () => 0 },
        );
        for (const [wait, well] of polls) {
          time += wait;
          isWell = well;
          await source.latest();
        }
        for (let i = 1; i < asked.length; i++) {
          expect((asked[i] ?? 0) - (asked[i - 1] ?? 0)).toBeGreaterThanOrEqual(3000);
        }
      },
    ),
    { seed: 7 },
  );
});

describe('one call for all', () => {
  function manual() {
    let time: number = T0;
    const open: ((value: string) => void)[] = [];
    const source = createSource(
      POLICY,
      () => new Promise((resolve) => open.push((value) => resolve({ ok: true, value }))),
      { clock: { now: () => epochMs(time) }, random: () => 0 },
    );
    return { source, open, advance: (ms: number) => (time += ms) };
  }

  it('a response that arrives after a newer one changes nothing', async () => {
    const { source, open, advance } = manual();
    const first = source.latest();
    advance(15_001); // the platform has aborted the first call
    const second = source.latest();
    expect(open).toHaveLength(2);
    open[1]?.('new');
    expect((await second).cached?.value).toBe('new');
    open[0]?.('old');
    expect((await first).cached?.value).toBe('new');
  });

  it('a call that ends in an exception is a failure like any other', async () => {
    const source = createSource(POLICY, () => Promise.reject(new Error('a bug')), {
      clock: { now: () => T0 },
      random: () => 0,
    });
    expect((await source.latest()).outage?.failure.message).toBe('Failed to read the response');
  });

  it('tells the platform about calls that others wait for', async () => {
    const { source, open } = manual();
    const kept: Promise<unknown>[] = [];
    const caller = { keepAlive: (work: Promise<unknown>) => void kept.push(work) };
    const answers = [source.latest(caller), source.latest(caller)];
    expect(kept).toHaveLength(1);
    open[0]?.('a');
    await Promise.all([...kept, ...answers]);
  });
});
