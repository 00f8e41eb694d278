import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRecording, writeRecording } from '../../../../../src/shared/contract/recording.ts';
import type { Rate } from '../../../../../src/shared/contract/transport.ts';
import { MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { replay } from '../../../../../src/worker/session/branches/replay.ts';
import { FAIR, openBrowser, type TestConsole } from '../../../../support/consoles.ts';
import { GROUNDED } from '../../../../support/mission.ts';

/** Random days of four consoles; `CONSOLE_RUNS` makes the run long. */
const RUNS = Number(process.env.CONSOLE_RUNS ?? 8);
const ACTS = 40;

type Act =
  | { readonly act: 'pass'; readonly ms: number }
  | { readonly act: 'add' | 'cancel' | 'freeze' | 'wake' | 'kill' | 'utc'; readonly who: number }
  | { readonly act: 'rate'; readonly who: number; readonly rate: Rate }
  | { readonly act: 'weather'; readonly who: number; readonly delays: readonly number[] };

const who = fc.integer({ min: 0, max: 3 });
const LATEST_MS = 2 * MS_PER_MIN;
/** Delivery of each message: lost, late, or twice. */
const delays = fc.array(fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: LATEST_MS })), {
  maxLength: 2,
});
const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('pass'), ms: fc.integer({ min: 1, max: 20_000 }) }) },
  { weight: 8, arbitrary: fc.record({ act: fc.constantFrom('add', 'cancel'), who }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('freeze', 'wake'), who }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('kill'), who }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('rate'), who, rate: fc.constantFrom<Rate>(0, 1, 2, 10) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('utc'), who }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('weather'), who, delays }) },
) as fc.Arbitrary<Act>;

const TIMES = { startTime: '2026-11-20T13:00', endTime: '2026-11-20T14:00' };
const titlesOf = ({ session }: TestConsole): readonly string[] =>
  session
    .snapshot()
    .timeline.value.filter(({ status }) => status === 'Scheduled')
    .map(({ title }) => title);

const FRAME_MS = 1000 / 60;

/** Returns the largest difference in mission time, converted to wall time. */
function spreadOf(consoles: readonly TestConsole[]): number {
  const times = consoles.map(({ session }) => session.mission.time());
  const { rate } = (consoles[0] as TestConsole).session.snapshot().transport.value;
  return (Math.max(...times) - Math.min(...times)) / Math.max(1, rate);
}

const viewOf = ({ session }: TestConsole) => session.snapshot().consoles.value;

/** Checks that no console is ahead of the one that sequences its inputs. */
function expectNoneAhead(consoles: readonly TestConsole[]): void {
  for (const one of consoles) {
    const leader = consoles.find((other) => viewOf(other).self === viewOf(one).leader);
    if (!leader || viewOf(leader).leader !== viewOf(leader).self) continue;
    expect(one.session.mission.time()).toBeLessThanOrEqual(leader.session.mission.time());
  }
}

/** Replays the end of a console's recording from a file. */
function replayed({ session }: TestConsole) {
  const { header, entries, marks } = session.record();
  const recording = { build: 'one', header, entries, marks, time: session.mission.time() };
  const read = readRecording(writeRecording(recording));
  if (!read.ok) throw new Error(read.message);
  const { mission, differsAt } = replay(read.value, { propagators: GROUNDED });
  expect(differsAt).toBeUndefined();
  return { time: mission.time(), hash: mission.hash() };
}

async function live(sequence: readonly Act[]) {
  const browser = openBrowser();
  const options = { propagators: GROUNDED, profile: 'none' } as const;
  const consoles = [await browser.open({ joins: false, ...options })];
  for (let count = 1; count < 4; count++) consoles.push(await browser.open(options));
  browser.pass(MS_PER_S);
  const added: { readonly title: string; readonly by: TestConsole; isDone: boolean }[] = [];
  const cancels: { readonly title: string; readonly by: TestConsole; isDone: boolean }[] = [];
  const frozen = new Set<TestConsole>();
  let alive: readonly TestConsole[] = consoles;
  let hasReturned = false;
  for (const act of sequence) {
    if (act.act === 'pass') {
      browser.pass(act.ms);
      if (!hasReturned) expectNoneAhead(alive);
      await new Promise(setImmediate);
      continue;
    }
    const one = consoles[act.who] as TestConsole;
    const { ordered } = one.session;
    if (!alive.includes(one)) continue;
    if (act.act === 'weather') one.weather = { deliveries: () => act.delays };
    else if (act.act === 'freeze') {
      frozen.add(one);
      one.freeze();
    } else if (act.act === 'wake') {
      frozen.delete(one);
      one.wake();
    } else if (act.act === 'kill') {
      if (alive.length <= 2) continue;
      alive = alive.filter((other) => other !== one);
      one.kill();
    } else if (frozen.has(one)) continue;
    else if (act.act === 'rate') void ordered.setRate(act.rate);
    else if (act.act === 'utc') {
      void ordered.returnToUtc();
      hasReturned = true;
    } else if (act.act === 'add') {
      const event = { title: `Event ${added.length + 1}`, by: one, isDone: false };
      added.push(event);
      void ordered.addEvent({ title: event.title, ...TIMES }).then(({ ok }) => {
        event.isDone = ok;
      });
    } else {
      const event = one.session
        .snapshot()
        .timeline.value.find(({ title, status }) => title.startsWith('Event') && status === 'Scheduled');
      if (!event) continue;
      const cancel = { title: event.title, by: one, isDone: false };
      cancels.push(cancel);
      void ordered.cancelEvent(event.id).then(({ ok }) => {
        cancel.isDone = ok;
      });
    }
  }
  for (const one of alive) {
    one.wake();
    one.weather = FAIR;
  }
  // Heartbeats of a console that has ended may still be in transit.
  browser.pass(LATEST_MS + 10 * MS_PER_S);
  for (const { session } of alive) session.advanceTo(browser.now());
  browser.pass(1);
  const spreadMs = spreadOf(alive);
  void alive[0]?.session.ordered.setRate(0);
  browser.pass(MS_PER_S);
  await new Promise(setImmediate);
  expect(browser.unread()).toEqual([]);
  // An order of a console that has ended since was executed or not.
  const mayBeDone = cancels.filter(({ by, isDone }) => isDone || !alive.includes(by));
  const cancelled = new Set(mayBeDone.map(({ title }) => title));
  return { alive, spreadMs, added, cancelled, hasReturned };
}

it(
  'four consoles agree after any delays, losses, repetitions, sleeps, ends and changes of the rate, none is ahead of the one that orders, and nothing is lost or done twice',
  {
    timeout: 1_000_000,
  },
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: ACTS, maxLength: ACTS }), async (sequence) => {
        const { alive, spreadMs, added, cancelled, hasReturned } = await live(sequence);
        const [first] = alive as [TestConsole];
        expect(spreadMs).toBeLessThanOrEqual(FRAME_MS);
        for (const one of alive) {
          expect(one.session.mission.time()).toBe(first.session.mission.time());
          expect(one.session.mission.hash()).toBe(first.session.mission.hash());
          // The clock never moves back, and no mission jumps.
          expect(one.session.mission.journal().map(({ input }) => input.kind)).not.toContain('jump');
        }
        expect(replayed(first)).toEqual({
          time: first.session.mission.time(),
          hash: first.session.mission.hash(),
        });
        const titles = titlesOf(first).filter((title) => title.startsWith('Event'));
        expect(new Set(titles).size).toBe(titles.length);
        const ids = first.session.snapshot().timeline.value.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        if (hasReturned) return; // what was done ahead is discarded
        for (const { title, by, isDone } of added) {
          // An order that ended with its window was placed or not.
          if (!alive.includes(by)) continue;
          expect(isDone).toBe(true);
          expect(titles.includes(title) || cancelled.has(title)).toBe(true);
        }
      }),
      { numRuns: RUNS, seed: 19 },
    ),
);
