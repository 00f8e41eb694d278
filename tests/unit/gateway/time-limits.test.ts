import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SERVER_LIMITS } from '../../../src/gateway/node-server.ts';
import { DEFAULT_ANON_KEY } from '../../../src/shared/contract/backend.ts';
import {
  ANSWER_LIMIT_MS,
  CALL_LIMIT_MS,
  CATALOGUE_CALL_LIMIT_MS,
  CATALOGUE_SERVICE_LIMIT_MS,
  ELEMENTS_SERVICE_LIMIT_MS,
  KILL_DELAY_MS,
  ROUND_PERIOD_MS,
  SERVICE_LIMIT_MS,
  STOP_LIMIT_MS,
} from '../../../src/shared/contract/time-limits.ts';
import { epochMs } from '../../../src/shared/kit/units.ts';
import type { RoundReplies } from '../../../src/worker/session/live-data/answers.ts';
import { createHttpGateway } from '../../../src/worker/session/live-data/http-gateway.ts';
import { createPoller } from '../../../src/worker/session/live-data/poller.ts';
import { composeGateway, handClock, N2YO_KEY } from '../../support/gateway.ts';

/** Margin for a slow network between the page and the gateway. */
const NETWORK_MS = 1500;
const STEP_MS = 100;

describe('time limits', () => {
  it.each([
    ['a service has less time than an answer', SERVICE_LIMIT_MS, ANSWER_LIMIT_MS],
    ['the elements of a group reach the page', ELEMENTS_SERVICE_LIMIT_MS + NETWORK_MS, CALL_LIMIT_MS],
    ['the catalogue reaches the page', CATALOGUE_SERVICE_LIMIT_MS + NETWORK_MS, CATALOGUE_CALL_LIMIT_MS],
    ['a connection outlives the catalogue', CATALOGUE_SERVICE_LIMIT_MS + NETWORK_MS, SERVER_LIMITS.stallMs],
    ['an answer reaches the worker before it gives up', ANSWER_LIMIT_MS + NETWORK_MS, CALL_LIMIT_MS],
    ['the worker gives up before its next round', CALL_LIMIT_MS, ROUND_PERIOD_MS],
    ['a stop waits for the slowest answer', ANSWER_LIMIT_MS + NETWORK_MS, STOP_LIMIT_MS],
    ['a stop ends before the process is killed', STOP_LIMIT_MS, KILL_DELAY_MS],
    ['a connection outlives the slowest answer', ANSWER_LIMIT_MS, SERVER_LIMITS.stallMs],
    ['a connection outlives the pause between rounds', ROUND_PERIOD_MS, SERVER_LIMITS.idleMs],
  ])('nest so that %s', (_what, inner, outer) => expect(inner).toBeLessThan(outer));
});

/** Creates time limits that end when the clock reaches them. */
function timersOn(clock: { readonly time: number }) {
  const timers = new Map<AbortController, number>();
  return {
    timeoutSignal(ms: number): AbortSignal {
      const timer = new AbortController();
      timers.set(timer, clock.time + ms);
      return timer.signal;
    },
    fire(): void {
      for (const [timer, time] of timers) if (clock.time >= time) timer.abort();
    },
  };
}

/** Simulates a service that accepts the call and never answers. */
const hang = (_url: string, { signal }: RequestInit): Promise<Response> =>
  new Promise((_resolve, reject) =>
    signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true }),
  );

it('the worker learns which services did not answer when all of them hang', async () => {
  const clock = handClock();
  const { timeoutSignal, fire } = timersOn(clock);
  const { gateway } = composeGateway({
    upstreamUrl: 'http://127.0.0.1:9',
    clock,
    env: { N2YO_API_KEY: N2YO_KEY },
    effects: { fetch: hang, timeoutSignal },
  });
  const rounds: RoundReplies[] = [];
  const poller = createPoller(
    {
      gateway: createHttpGateway({
        baseUrl: 'http://localhost',
        key: DEFAULT_ANON_KEY,
        fetch: async (url, init) => gateway.fetch(new Request(url, init)),
      }),
      onRound: (replies) => rounds.push(replies),
      onOffline: () => undefined,
    },
    epochMs(clock.time),
  );
  const deadline = clock.time + ROUND_PERIOD_MS;
  while (rounds.length === 0 && clock.time < deadline) {
    poller.advanceTo(epochMs(clock.time));
    await setImmediate();
    clock.advance(STEP_MS);
    fire();
    await setImmediate();
  }
  expect(rounds).toEqual([
    {
      issPosition: { ok: false, message: 'Open Notify did not answer within 3 s' },
      astronauts: { ok: false, message: 'Open Notify did not answer within 3 s' },
      satellitePositions: {
        ok: false,
        message: 'N2YO did not answer within 3 s; CelesTrak did not answer within 3 s',
      },
    },
  ]);
});
