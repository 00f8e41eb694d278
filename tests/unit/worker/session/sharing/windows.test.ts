import { proxy } from 'comlink';
import { describe, expect, it } from 'vitest';
import type { MissionUpdate } from '../../../../../src/shared/contract/mission-control.ts';
import { MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { createMissionTime } from '../../../../../src/ui/mission/link/mission-time.ts';
import type { Message } from '../../../../../src/worker/session/consoles/messages.ts';
import {
  expectOneMission,
  leads,
  openBrowser,
  type TestBrowser,
  type TestConsole,
  type Timers,
  throttledTo,
} from '../../../../support/consoles.ts';
import { GROUNDED } from '../../../../support/mission.ts';

const OPTIONS = { propagators: GROUNDED, profile: 'none' } as const;

async function openFour() {
  const browser = openBrowser();
  const windows = [await browser.open({ joins: false, ...OPTIONS })];
  for (let count = 1; count < 4; count++) windows.push(await browser.open(OPTIONS));
  browser.pass(2 * MS_PER_S);
  return { browser, windows: windows as [TestConsole, TestConsole, TestConsole, TestConsole] };
}

const TIMES = { startTime: '2026-11-20T13:00', endTime: '2026-11-20T14:00' };
const add = ({ session }: TestConsole, title: string) => session.ordered.addEvent({ title, ...TIMES });
const titlesOf = ({ session }: TestConsole): readonly string[] =>
  session
    .snapshot()
    .timeline.value.map(({ title }) => title)
    .filter((title) => title.startsWith('Burn'));

/** The sequencing window lags a tick behind the clock, the others by another message. */
const TICK_MS = MS_PER_S + 100;
/** Time within which another window takes over. */
const SUCCEEDED_MS = 2.5 * MS_PER_S;

/** Advances time, and checks that these windows' mission never lags further behind. */
function passWithoutStall(
  browser: TestBrowser,
  windows: readonly TestConsole[],
  ms: number,
  mostMs = TICK_MS,
): void {
  for (const end = browser.now() + ms; browser.now() < end; ) {
    browser.pass(100);
    for (const { session } of windows) {
      expect(browser.now() - session.mission.time()).toBeLessThanOrEqual(mostMs);
    }
  }
}

function expectAll(browser: TestBrowser, windows: readonly TestConsole[], titles: readonly string[]): void {
  expectOneMission(browser, windows);
  for (const one of windows) expect(titlesOf(one).toSorted()).toEqual(titles);
}

describe('a window in the background', () => {
  it.each([
    ['its first window once a second', 0, MS_PER_S],
    ['its first window once a minute', 0, MS_PER_MIN],
    ['another window once a minute', 2, MS_PER_MIN],
  ])('loses no input, does none twice and stalls no other: timers of %s', async (_, index, periodMs) => {
    const { browser, windows } = await openFour();
    const slow = windows[index] as TestConsole;
    const others = windows.filter((one) => one !== slow);
    slow.timers = throttledTo(periodMs);
    passWithoutStall(browser, others, 90 * MS_PER_S, SUCCEEDED_MS);
    add(slow, 'Burn 1');
    passWithoutStall(browser, others, 10);
    for (const other of others) expect(titlesOf(other)).toEqual(['Burn 1']);
    for (const [number, one] of others.entries()) add(one, `Burn ${number + 2}`);
    passWithoutStall(browser, others, 3 * MS_PER_MIN);
    expectAll(browser, windows, ['Burn 1', 'Burn 2', 'Burn 3', 'Burn 4']);
  });
});

describe('a machine that is so slow that every window is woken late', () => {
  it('goes on, and carries out what is ordered, once', async () => {
    const { browser, windows } = await openFour();
    for (const one of windows) one.timers = throttledTo(2 * MS_PER_S);
    browser.pass(30 * MS_PER_S);
    for (const { session } of windows) {
      expect(browser.now() - session.mission.time()).toBeLessThan(5 * MS_PER_S);
    }
    for (const [number, one] of windows.entries()) {
      add(one, `Burn ${number + 1}`);
      browser.pass(5 * MS_PER_S);
      expect(titlesOf(one)).toContain(`Burn ${number + 1}`);
    }
    windows[0].kill();
    add(windows[3], 'Burn 5');
    browser.pass(10 * MS_PER_S);
    const others = windows.slice(1);
    for (const one of others) one.timers = (due) => due;
    browser.pass(5 * MS_PER_S);
    expectAll(browser, others, ['Burn 1', 'Burn 2', 'Burn 3', 'Burn 4', 'Burn 5']);
  });
});

describe('a window that stands still', () => {
  it.each([
    ['is frozen', (one: TestConsole) => one.freeze()],
    ['ends without a word', (one: TestConsole) => one.kill()],
  ])('right after an input leaves it to the others, and stalls none: %s', async (_, end) => {
    const { browser, windows } = await openFour();
    const [first, ...others] = windows;
    add(first, 'Burn 1');
    end(first);
    for (const [number, one] of others.entries()) add(one, `Burn ${number + 2}`);
    passWithoutStall(browser, others, 30 * MS_PER_S, SUCCEEDED_MS);
    expectAll(browser, others, ['Burn 1', 'Burn 2', 'Burn 3', 'Burn 4']);
    expect(others.filter(leads)).toHaveLength(1);
  });

  it('has all inputs once within a second after it woke, and its own in its place', async () => {
    const { browser, windows } = await openFour();
    const [first, ...others] = windows;
    first.weather = { deliveries: () => [] };
    add(first, 'Burn 1');
    first.freeze();
    for (const [number, one] of others.entries()) add(one, `Burn ${number + 2}`);
    passWithoutStall(browser, others, MS_PER_MIN, SUCCEEDED_MS);
    first.weather = { deliveries: () => [1] };
    first.wake();
    browser.pass(MS_PER_S);
    expectAll(browser, windows, ['Burn 1', 'Burn 2', 'Burn 3', 'Burn 4']);
  });
});

describe('a window whose clock is three seconds ahead', () => {
  it.each([
    ['leads', 0],
    ['does not lead', 3],
  ])('makes none jump where it %s: the others live through its inputs at their time', async (_, index) => {
    const browser = openBrowser();
    const windows: TestConsole[] = [];
    for (let count = 0; count < 4; count++) {
      const aheadMs = count === index ? 3 * MS_PER_S : 0;
      windows.push(await browser.open({ joins: count > 0, aheadMs, ...OPTIONS }));
    }
    browser.pass(2 * MS_PER_S);
    const ahead = windows[index] as TestConsole;
    // Half of the deliveries arrive late, and every message arrives twice.
    let count = 0;
    ahead.weather = { deliveries: () => (++count % 2 === 0 ? [1, 50] : [900, 4000]) };
    for (let number = 1; number <= 9; number++) {
      add(ahead, `Burn ${number}`);
      browser.pass(700);
    }
    void ahead.session.ordered.setRate(0);
    browser.pass(5 * MS_PER_S);
    void windows[1]?.session.ordered.setRate(1);
    browser.pass(5 * MS_PER_S);
    void windows[2]?.session.ordered.returnToUtc();
    browser.pass(10 * MS_PER_S);
    for (const { session } of windows) {
      const inputs = session.mission.journal().map(({ input }) => input.kind);
      expect(inputs).toEqual(Array.from({ length: 9 }, () => 'operation'));
    }
  });
});

describe('the time that four windows show', () => {
  it('differs by at most a frame over three minutes, with late timers and late updates', async () => {
    const { browser, windows } = await openFour();
    const clocks = windows.map((one, index) => {
      const late: Timers = (due) => due + ((due * 7919 + index * 104_729) % 180);
      one.timers = late;
      const clock = createMissionTime();
      let count = 0;
      const follow = ({ time, rate }: MissionUpdate): void => {
        // Three of four updates take a while to reach the page.
        count += 1;
        const delayMs = (count + index) % 4 === 0 ? 2 : 20 + ((count * 37 + index * 11) % 90);
        browser.after(delayMs, () => clock.follow(time, browser.now(), rate, true));
      };
      one.session.control.subscribe(proxy(follow));
      return clock;
    });
    browser.pass(20 * MS_PER_S);
    let worst = 0;
    let frames = 0;
    for (const end = browser.now() + 3 * MS_PER_MIN; browser.now() < end; frames++) {
      browser.pass(117);
      const times = clocks.map((clock) => clock.at(browser.now()) ?? Number.NaN);
      worst = Math.max(worst, Math.max(...times) - Math.min(...times));
    }
    expect(frames).toBeGreaterThan(1500);
    expect(worst).toBeLessThanOrEqual(1000 / 60);
  });
});

describe('what a window keeps of the others', () => {
  it('is its own mission: no message, no window that has gone, and no input twice', async () => {
    const browser = openBrowser();
    const desk = await browser.open({ joins: false, ...OPTIONS });
    const heard: Message[] = [];
    const port = browser.openPort();
    port.listen((message) => heard.push(message));
    const joined = 30;
    for (let count = 0; count < joined; count++) {
      const other = await browser.open(OPTIONS);
      // Every message arrives three times.
      other.weather = { deliveries: () => [1, 2, 40] };
      if (count % 10 === 0) add(other, `Burn ${count}`);
      browser.pass(2 * MS_PER_S);
      other.kill();
    }
    expect(heard.length).toBeGreaterThan(100);
    browser.pass(2 * MS_PER_MIN);
    heard.length = 0;
    port.send({ type: 'hello', from: { id: 'new', build: 'one', since: browser.now() }, attempt: 2 });
    browser.pass(10);
    const whole = heard.find((message) => message.type === 'mission')?.mission;
    expect(whole?.record.entries).toHaveLength(3);
    expect(desk.session.snapshot().consoles.value.consoles).toHaveLength(1);
  });
});
