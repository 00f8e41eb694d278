import { createStore } from 'jotai';
import { expect, it } from 'vitest';
import type { MissionId } from '../../src/shared/contract/consoles.ts';
import { readRecording, writeRecording } from '../../src/shared/contract/recording.ts';
import { RATES } from '../../src/shared/contract/transport.ts';
import { epochMs, MS_PER_H } from '../../src/shared/kit/units.ts';
import { linkStateAtom, sliceAtoms } from '../../src/ui/mission/link/atoms.ts';
import { LINK_TICK_MS, linkMission, type MissionLink } from '../../src/ui/mission/link/link.ts';
import { createMemoryLog } from '../../src/ui/mission/link/memory-log.ts';
import { createMissionTime } from '../../src/ui/mission/link/mission-time.ts';
import { createRandom, type Random } from '../../src/worker/kit/random.ts';
import { replay } from '../../src/worker/session/branches/replay.ts';
import { type BuiltWorker, startBuiltWorker } from './built-worker.ts';

/** Random walks in the worker of the built page, behind the page's own link; `WALKS` makes the run long. */
const WALKS = Number(process.env.WALKS ?? 1);
const FIRST_SEED = Number(process.env.WALK_SEED ?? 2);
/** A long run takes more steps. */
const STEPS = process.env.WALKS === undefined ? 10 : 25;
const T0 = Date.UTC(2026, 10, 24, 9);

/** Waits for the workers' messages, which precede their answer that time has passed. */
const arrivals = () => new Promise<void>((resolve) => setTimeout(resolve, 2));

/** A simulated browser: a clock and windows. */
class Browser {
  now: number = T0;
  monotonic = 0;
  readonly windows: Window[] = [];

  async pass(ms: number): Promise<void> {
    for (let leftMs = ms; leftMs > 0; leftMs -= LINK_TICK_MS) {
      this.now += LINK_TICK_MS;
      this.monotonic += LINK_TICK_MS;
      await Promise.all(this.windows.map((window) => window.worker?.advance(LINK_TICK_MS)));
      await arrivals();
      for (const window of this.windows) window.tick();
    }
  }

  /** Sets the computer's clock. */
  async setClock(byMs: number): Promise<void> {
    this.now += byMs;
    await Promise.all(this.windows.map((window) => window.worker?.advance(byMs, true)));
  }

  close(): void {
    for (const window of this.windows.splice(0)) window.close();
  }
}

let missions = 0;
let requests = 0;
const newMissionId = (): MissionId => (++missions).toString(16).padStart(32, '0');

/** A simulated window: its page's link and newest worker. */
class Window {
  readonly store = createStore();
  /** The log, which a thread without a database leaves to its page. */
  readonly memory = createMemoryLog();
  readonly link: MissionLink;
  readonly announced: string[] = [];
  worker: BuiltWorker | undefined;
  tick = (): void => undefined;
  #fail = (_message?: string): void => undefined;

  constructor(browser: Browser, join?: MissionId) {
    this.link = linkMission({
      store: this.store,
      memory: this.memory,
      missionTime: createMissionTime(),
      console: {
        missionId: newMissionId(),
        join,
        kind: 'desk',
        openedAt: epochMs(browser.now),
        window: newMissionId(),
      },
      newMissionId,
      connect: (onFailure) => {
        const worker = startBuiltWorker(browser.now, onFailure);
        // A worker that only checks a recording does not replace the mission's.
        if (!this.#isChecking) {
          this.worker = worker;
          this.#fail = onFailure;
        }
        return worker;
      },
      now: () => browser.monotonic,
      utc: () => epochMs(browser.now),
      newRequestId: () => `request-${++requests}`,
      every: (_periodMs, callback) => {
        this.tick = callback;
        return () => undefined;
      },
      sayGoodbye: () => undefined,
      announce: ({ text }) => void this.announced.push(text),
    });
  }

  #isChecking = false;
  check: MissionLink['check'] = (recording) => {
    this.#isChecking = true;
    const checked = this.link.check(recording);
    this.#isChecking = false;
    return checked;
  };
  killWorker(): void {
    this.worker?.close();
    this.#fail('boom');
  }
  missionId = () => this.store.get(sliceAtoms.consoles)?.missionId ?? expect.fail();
  transport = () => this.store.get(sliceAtoms.transport);
  isConnected = () => this.store.get(linkStateAtom).status === 'connected';
  close(): void {
    this.link.suspend(false);
    this.worker?.close();
  }
}

/** Advances time until a condition holds. */
async function until(browser: Browser, isSo: () => boolean, what: string): Promise<void> {
  for (let tries = 0; !isSo(); tries++) {
    if (tries === 400) throw new Error(`It never came to pass that ${what}.`);
    await browser.pass(LINK_TICK_MS);
    await arrivals();
  }
}

const connected = (browser: Browser, window: Window) =>
  until(browser, window.isConnected, 'the window is connected');

/** A worker's answers take no mission time, but turns of this thread. */
async function answered<Value>(browser: Browser, window: Window, promise: Promise<Value>): Promise<Value> {
  let isSettled = false;
  const settled = promise.finally(() => {
    isSettled = true;
  });
  await until(browser, () => isSettled || !window.isConnected(), 'the worker answers');
  if (!isSettled) await connected(browser, window);
  return settled;
}

/** Checks that a recording of the shown mission, saved as a file, leads to its worker's hash. */
async function expectRecording(browser: Browser, window: Window): Promise<void> {
  const taken = await answered(browser, window, window.link.takeRecording());
  const read = readRecording(writeRecording({ ...(taken ?? expect.fail()), build: 'one' }));
  if (!read.ok) expect.fail(read.message);
  const { marks, time } = read.value;
  expect(marks.at(-1)?.time).toBe(time);
  const lived = replay(read.value);
  expect(lived.differsAt).toBeUndefined();
  expect(lived.mission.hash()).toBe(marks.at(-1)?.hash);
  expect(await window.check(read.value)).toEqual({ equalCount: marks.length, differsAt: undefined });
}

type Step = (walk: { browser: Browser; window: Window; random: Random }) => Promise<unknown> | unknown;

const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random.next() * items.length)] as Item;

const STEP_BY_NAME: Readonly<Record<string, Step>> = {
  'time passes': ({ browser, random }) => browser.pass(250 * Math.ceil(20 * random.next())),
  'more time passes': ({ browser }) => browser.pass(6000),
  rate: ({ browser, window, random }) =>
    answered(browser, window, window.link.session.setRate(pick(random, RATES))),
  'past instant': ({ browser, window, random }) => {
    const { startTime } = window.transport() ?? {};
    const from = startTime ?? T0;
    const sought = epochMs(Math.round(from + random.next() * (browser.now - from)));
    return answered(browser, window, window.link.session.seek(sought));
  },
  'live edge': ({ browser, window }) => answered(browser, window, window.link.session.seek()),
  UTC: ({ browser, window }) => answered(browser, window, window.link.session.returnToUtc()),
  'take over': ({ browser, window }) => answered(browser, window, window.link.session.takeOver()),
  'show a branch': ({ browser, window, random }) =>
    answered(browser, window, window.link.session.showBranch(pick(random, [...'ABCD']))),
  'delete a branch': ({ browser, window, random }) =>
    answered(browser, window, window.link.session.deleteBranch(pick(random, [...'BCD']))),
  command: async ({ browser, window }) => {
    const draft = { name: 'Enter Safe Mode', scheduledTime: '2026-11-25T18:00' } as const;
    const queued = await answered(browser, window, window.link.operations.queueCommand(draft));
    if (queued.ok) await answered(browser, window, window.link.operations.executeCommand(queued.value.id));
  },
  'set the clock': async ({ browser, random }) => {
    await browser.setClock(Math.round((random.next() - 0.5) * 4 * MS_PER_H));
    await browser.pass(2000);
  },
  'dead worker': async ({ browser, window }) => {
    window.killWorker();
    await connected(browser, window);
  },
  'reload and continue': async ({ browser, window }) => {
    const id = window.missionId();
    const { head, record } = window.memory.read(id) ?? expect.fail();
    const next = new Window(browser);
    browser.windows.splice(browser.windows.indexOf(window), 1, next);
    window.close();
    await connected(browser, next);
    next.memory.write({ ...record, head, piece: record, number: 0 });
    next.link.continueMission({ id, name: 'the mission' }, 24 * MS_PER_H);
    await connected(browser, next);
    expect(next.announced.filter((text) => text.startsWith('Failed'))).toEqual([]);
  },
  'open a window': async ({ browser, window }) => {
    if (browser.windows.length === 3) return;
    const other = new Window(browser, window.missionId());
    browser.windows.push(other);
    await connected(browser, other);
  },
  'close a window': ({ browser, window }) => {
    if (browser.windows.length === 1) return;
    browser.windows.splice(browser.windows.indexOf(window), 1);
    window.close();
  },
  'save the recording': ({ browser, window }) => expectRecording(browser, window),
};

it.each(Array.from({ length: WALKS }, (_, index) => FIRST_SEED + index))(
  "random walk %i of the built page's worker ends in recordings that lead to the hash of each branch",
  async (seed) => {
    const random = createRandom(seed);
    const browser = new Browser();
    const taken: string[] = [];
    try {
      browser.windows.push(new Window(browser));
      await connected(browser, browser.windows[0] as Window);
      await browser.pass(5000);
      for (let count = 0; count < STEPS; count++) {
        const window = pick(random, browser.windows);
        const name = pick(random, Object.keys(STEP_BY_NAME));
        taken.push(name);
        await STEP_BY_NAME[name]?.({ browser, window, random });
        await browser.pass(LINK_TICK_MS);
      }
      await browser.pass(3000);
      for (const window of browser.windows) {
        await connected(browser, window);
        for (const { id } of window.transport()?.branches ?? []) {
          await answered(browser, window, window.link.session.showBranch(id));
          await answered(browser, window, window.link.session.setRate(0));
          await expectRecording(browser, window);
        }
      }
    } catch (error) {
      throw new Error(`After ${taken.join(', ')}: ${String(error)}`, { cause: error });
    } finally {
      browser.close();
    }
  },
);
