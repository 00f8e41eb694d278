import { describe, expect, it } from 'vitest';
import { addMs, type EpochMs } from '../../../../../src/shared/kit/units.ts';
import type { RoundReplies } from '../../../../../src/worker/session/live-data/answers.ts';
import { createPoller, LONGEST_JITTER_MS } from '../../../../../src/worker/session/live-data/poller.ts';
import {
  type Behaviour,
  createFakeGateway,
  failing,
  hanging,
  settle,
} from '../../../../support/fake-gateway.ts';
import { later, T0 } from '../../../../support/mission.ts';

function startPoller(behaviour?: Behaviour) {
  const gateway = createFakeGateway(T0);
  gateway.setAll(behaviour);
  const rounds: { readonly replies: RoundReplies; readonly nextTime: EpochMs }[] = [];
  let offline = 0;
  const poller = createPoller(
    {
      gateway,
      onRound: (replies, nextTime) => rounds.push({ replies, nextTime }),
      onOffline: () => {
        offline += 1;
      },
    },
    T0,
  );
  return {
    gateway,
    poller,
    rounds,
    offlineCount: () => offline,
    async advanceTo(time: EpochMs) {
      gateway.time = time;
      poller.advanceTo(time);
      await settle();
    },
  };
}

describe('the rounds of calls', () => {
  it('retry after a failure with a jitter of up to 2 s for each page', async () => {
    const delays: number[] = [];
    for (let ms = 0; ms < 30_000; ms += 1000) {
      const { advanceTo, rounds } = startPoller(failing('Gone.'));
      await advanceTo(later(ms));
      delays.push((rounds[0]?.nextTime ?? 0) - later(ms + 10_000));
    }
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...delays)).toBeLessThanOrEqual(LONGEST_JITTER_MS);
    // Thirty delays leave none of five fifths empty.
    const fifths = new Set(delays.map((delay) => Math.floor((5 * delay) / LONGEST_JITTER_MS)));
    expect(fifths.size).toBe(5);
  });

  it('retry later after a single failure too, and report its message, if any', async () => {
    const instants = [1, 2, 3, 4].map((s) => later(1000 * s));
    for (const time of instants) {
      const { gateway, advanceTo, rounds } = startPoller();
      gateway.set('astronauts', failing('Gone.'));
      gateway.set('issPosition', () => Promise.reject('no error'));
      await advanceTo(time);
      expect(rounds[0]?.nextTime).toBeGreaterThan(addMs(time, 10_000));
      expect(rounds[0]?.replies).toMatchObject({
        issPosition: { ok: false, message: '' },
        astronauts: { ok: false, message: 'Gone.' },
        satellitePositions: { ok: true },
      });
    }
  });

  it('that were aborted keep the abort message, whatever their calls report', async () => {
    const signals: AbortSignal[] = [];
    const { advanceTo, rounds } = startPoller((_time, signal) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    });
    await advanceTo(T0);
    await advanceTo(later(7999));
    expect(rounds).toEqual([]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false]);
    await advanceTo(later(8000));
    const late = { ok: false, message: 'No response within 8 s.' };
    expect(rounds.map(({ replies }) => replies)).toEqual([
      { issPosition: late, astronauts: late, satellitePositions: late },
    ]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  });

  it('are due after 8 s while they wait for an answer, and at their next start while they do not', async () => {
    const { gateway, poller, advanceTo } = startPoller(hanging);
    expect(poller.nextDueTime()).toBe(T0);
    poller.restart(later(-5000));
    expect(poller.nextDueTime()).toBe(later(-5000));
    await advanceTo(T0);
    expect(poller.nextDueTime()).toBe(later(8000));
    gateway.setAll();
    poller.restart(later(20_000));
    expect(poller.nextDueTime()).toBe(later(20_000));
    await advanceTo(later(20_000));
    expect(poller.nextDueTime()).toBe(later(30_000));
  });

  it('that were dropped are aborted and change nothing', async () => {
    let answer: (value: unknown) => void = () => {};
    let given: AbortSignal | undefined;
    const { poller, rounds, advanceTo } = startPoller((_time, signal) => {
      given = signal;
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
    await advanceTo(T0);
    poller.restart(later(-60_000));
    expect(given?.aborted).toBe(true);
    answer({});
    await settle();
    expect(rounds).toEqual([]);
  });

  it('check the network again after 10 s while offline', async () => {
    const { gateway, poller, offlineCount, advanceTo } = startPoller();
    poller.setOnline(false);
    await advanceTo(T0);
    expect(offlineCount()).toBe(1);
    expect(poller.nextDueTime()).toBe(later(10_000));
    await advanceTo(later(9999));
    expect(offlineCount()).toBe(1);
    await advanceTo(later(10_000));
    expect(offlineCount()).toBe(2);
    expect(gateway.calls.astronauts).toBe(0);
  });

  it('keep their time on a repeated online event', async () => {
    const { gateway, poller, advanceTo } = startPoller();
    await advanceTo(T0);
    poller.setOnline(true);
    await advanceTo(addMs(T0, 5000));
    expect(gateway.calls.astronauts).toBe(1);
    poller.setOnline(false);
    poller.setOnline(true);
    await advanceTo(addMs(T0, 5001));
    expect(gateway.calls.astronauts).toBe(2);
  });
});
