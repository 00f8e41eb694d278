import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { type App, createApp } from '../../src/gateway/app.ts';
import { composeGateway, type HandClock } from '../support/gateway.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { builtSite } from './built-site.ts';
import { serveOnLasting } from './lasting-address.ts';
import { PROJECT_ROOT } from './node-process.ts';

/** Factor by which the gateway's 3 s time limit is shortened for services that are slow or hang on purpose. */
const IMPATIENCE = 15;

export interface ConsoleOptions {
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Start of the worker's time, which seeds the mission, so that every run is the same. Without it no fault is drawn.
   */
  readonly startTime?: number;
  /**
   * True if services may be slow on purpose: they then take less long, and `LiveConsole.isImpatient` starts as true.
   */
  readonly isImpatient?: boolean;
}

/** The served product on loopback services, with time controlled by the test everywhere but in the browser's page. */
export interface LiveConsole {
  readonly url: string;
  readonly upstream: Upstream;
  /** True while services that do not answer are given up soon. A busy machine may then time out a good one. */
  isImpatient: boolean;
  /** Time of the services, the gateway and the page's mission. */
  now(): number;
  /** Advances all of them; anything then due in the page's worker happens at once. */
  advance(page: Page, ms: number): Promise<void>;
  /**
   * Freezes time for all of them and the page while a test looks, however long a busy machine takes. The page needs
   * `holdableTime` among its init scripts.
   */
  standStill<Result>(page: Page, look: () => Promise<Result>): Promise<Result>;
  /** Clears the server's memory, as a restart does. */
  restartGateway(): void;
  close(): Promise<void>;
}

/**
 * Runs the server's app in this process, so that its clock can be moved; the page, its worker and the sockets are real.
 */
export async function startConsole({
  env = {},
  startTime,
  isImpatient = false,
}: ConsoleOptions = {}): Promise<LiveConsole> {
  let aheadMs = startTime === undefined ? 0 : startTime - Date.now();
  /** True once the worker has called: its time started a moment before, and the gateway's starts with it. */
  let isBorn = false;
  /** Set while time is frozen. */
  let heldAt: number | undefined;
  const wallTime = () => heldAt ?? Date.now();
  const now = () => wallTime() + aheadMs;
  let callCount = 0;
  /** Time of the first pending call; undefined if there are none. */
  let calledAt: number | undefined;
  /** An answer is of one instant, however long a busy machine takes for it. */
  const answerTime = () => (calledAt ?? wallTime()) + aheadMs;
  const clock: HandClock = {
    get time() {
      return answerTime();
    },
    advance: (ms) => {
      aheadMs += ms;
    },
  };
  const upstream = await startUpstream({
    now: answerTime,
    slowMs: isImpatient ? 12_000 / IMPATIENCE : 12_000,
  });
  const folder = startTime === undefined ? inject('quietClient') : join(PROJECT_ROOT, 'dist/client');
  const site = await builtSite(folder);
  const compose = () => {
    const timeoutSignal = (ms: number) => AbortSignal.timeout(live.isImpatient ? ms / IMPATIENCE : ms);
    const { gateway } = composeGateway({ upstreamUrl: upstream.url, clock, env, effects: { timeoutSignal } });
    return createApp({ site, gateway });
  };
  let app: App;
  let timeHasMoved = Promise.resolve();
  async function answerCall(request: Request, rest: Rest): Promise<Response> {
    await timeHasMoved;
    if (!isBorn && startTime !== undefined) aheadMs = startTime - Date.now();
    isBorn = true;
    calledAt ??= wallTime();
    callCount += 1;
    try {
      return await app.fetch(request, ...rest);
    } finally {
      callCount -= 1;
      if (callCount === 0) calledAt = undefined;
    }
  }
  const served = await serveOnLasting(folder, (request, ...rest) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/functions/')) return answerCall(request, rest);
    return startTime !== undefined && pathname.startsWith('/assets/worker-')
      ? bornAt(isBorn ? now() : startTime, app, request, rest)
      : app.fetch(request, ...rest);
  });
  const live: LiveConsole = {
    url: served.url,
    upstream,
    isImpatient,
    now,
    async advance(page, ms) {
      // The newest worker: one that hung and was given up may still exist.
      const worker = page.workers().at(-1);
      // A jump of more than 8 s aborts a pending call, on a busy machine also one that is about to be answered.
      while (startTime !== undefined && (await worker?.evaluate(callsUnderWay)))
        await page.evaluate(nextTurn);
      // Worker first: if it lagged, a pending answer would come from the future. Its later calls wait for the gateway's
      // clock, at whose old time the gateway would still cache its last answers, failures too.
      const moving = (async () => {
        await worker?.evaluate((later) => {
          const before = Date.now;
          Date.now = () => before() + later;
        }, ms);
        clock.advance(ms);
      })();
      timeHasMoved = moving.catch(() => undefined);
      await moving;
      await worker?.evaluate(() => dispatchEvent(new Event('online'))); // wakes the mission
    },
    async standStill(page, look) {
      const worker = page.workers().at(-1);
      await page.evaluate(holdTime);
      // From the worker's time on, so that no differences add up over many looks.
      const held = (await worker?.evaluate(holdTime)) ?? now();
      heldAt = held - aheadMs;
      try {
        return await look();
      } finally {
        await worker?.evaluate(releaseTime);
        aheadMs = held - Date.now();
        heldAt = undefined;
        await page.evaluate(releaseTime);
      }
    },
    restartGateway: () => {
      app = compose();
    },
    async close() {
      await served.close();
      await upstream.close();
    },
  };
  app = compose();
  return live;
}

/** Number of the worker's calls that are not read to their end, as its prelude counts them. */
const callsUnderWay = (): number => (globalThis as { callsUnderWay?: number }).callsUnderWay ?? 0;
const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** State of a page or worker whose time can be frozen. */
interface Holdable {
  /** Resumes time from where it was frozen. */
  releaseTime?(): void;
  isTimeHeld?: boolean;
}

/**
 * Runs in the page, before its own scripts: pauses its intervals while time is frozen, so that no worker counts as
 * lost.
 */
export function holdableTime(): void {
  const set = window.setInterval.bind(window);
  const holdable = (callback: TimerHandler, ms?: number): number =>
    set(() => {
      if (!(globalThis as Holdable).isTimeHeld && typeof callback === 'function') callback();
    }, ms);
  window.setInterval = holdable as typeof setInterval;
}

/** Runs in the page or in the worker; returns the time that it freezes. */
function holdTime(): number {
  const restores = [Date, performance].map((clock) => {
    const running = clock.now.bind(clock);
    const held = running();
    clock.now = () => held;
    return () => {
      const lag = running() - held;
      clock.now = () => running() - lag;
    };
  });
  const holdable = globalThis as Holdable;
  holdable.isTimeHeld = true;
  holdable.releaseTime = () => {
    for (const restore of restores) restore();
    holdable.isTimeHeld = false;
  };
  return Date.now();
}

/** Runs in the page or in the worker. */
const releaseTime = (): void => (globalThis as Holdable).releaseTime?.();

/**
 * Script before the worker's code: delivers an answer once it is complete, and counts the call as pending until then.
 */
const COUNT_CALLS = `{const ask=fetch;globalThis.callsUnderWay=0;
globalThis.fetch=async(...call)=>{globalThis.callsUnderWay++;
try{const answer=await ask(...call);const bytes=new Uint8Array(await answer.arrayBuffer());
return new Response(new ReadableStream({start(c){c.enqueue(bytes);c.close()}}),answer)}
finally{setTimeout(()=>globalThis.callsUnderWay--)}}}`;

type Rest = Parameters<App['fetch']> extends [Request, ...infer Others] ? Others : never;

/**
 * Serves the worker's code with time starting at `startTime` on its first request for it, and running normally from
 * then on.
 */
async function bornAt(startTime: number, app: App, request: Request, rest: Rest): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.delete('accept-encoding');
  const answer = await app.fetch(new Request(request.url, { headers }), ...rest);
  const birth = `{let born;Date.now=()=>${startTime}+Math.round(performance.now()-(born??=performance.now()))}`;
  const sent = new Headers(answer.headers);
  sent.delete('content-length');
  sent.set('cache-control', 'no-store'); // a reload starts at another time
  return new Response(`${birth};${COUNT_CALLS};${await answer.text()}`, {
    status: answer.status,
    headers: sent,
  });
}
