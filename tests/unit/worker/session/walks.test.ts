import fc from 'fast-check';
import { expect, it } from 'vitest';
import type {
  Resume,
  SessionRecord,
  ShownSession,
  Snapshot,
} from '../../../../src/shared/contract/mission-control.ts';
import { readRecording, writeRecording } from '../../../../src/shared/contract/recording.ts';
import { RATES, type Rate } from '../../../../src/shared/contract/transport.ts';
import { type EpochMs, epochMs, MS_PER_H, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { applyUpdate, shownIn } from '../../../../src/ui/mission/link/apply-update.ts';
import { replay } from '../../../../src/worker/session/branches/replay.ts';
import type { Session } from '../../../../src/worker/session/session.ts';
import { openBrowser, type TestBrowser, type TestConsole } from '../../../support/consoles.ts';
import { expectEqual } from '../../../support/equal.ts';
import { logSession } from '../../../support/logged-session.ts';
import { asListener } from '../../../support/mission.ts';

/** Random walks through everything that changes a mission's time or owner; `WALKS` makes the run long. */
const WALKS = Number(process.env.WALKS ?? 3);
const SEED = Number(process.env.WALK_SEED ?? 20_261_124);
const STEPS = 30;

type Step =
  | { readonly step: 'pass'; readonly ms: number }
  | { readonly step: 'rate'; readonly rate: Rate }
  | { readonly step: 'seek'; readonly share: number }
  | { readonly step: 'show' | 'delete'; readonly letter: number }
  | { readonly step: 'clock'; readonly byMs: number }
  | {
      readonly step:
        | 'take over'
        | 'return to live'
        | 'return to UTC'
        | 'next sample'
        | 'command'
        | 'anomaly'
        | 'recording'
        | 'dead worker'
        | 'reload'
        | 'second window'
        | 'close window'
        | 'other window'
        | 'offline'
        | 'online';
    };

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ step: fc.constant('pass'), ms: fc.integer({ min: 100, max: 5000 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ step: fc.constant('rate'), rate: fc.constantFrom<Rate>(...RATES) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant('seek'),
      share: fc.double({ min: -0.1, max: 1.1, noNaN: true }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constantFrom('show', 'delete'),
      letter: fc.integer({ min: 0, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      step: fc.constant('clock'),
      byMs: fc.oneof(
        fc.integer({ min: -3 * MS_PER_H, max: 3 * MS_PER_H }),
        fc.integer({ min: -5000, max: 5000 }),
      ),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      step: fc.constantFrom(
        'take over',
        'return to live',
        'return to UTC',
        'next sample',
        'command',
        'command',
        'anomaly',
        'recording',
        'dead worker',
        'reload',
        'second window',
        'close window',
        'other window',
        'offline',
        'online',
      ),
    }),
  },
) as fc.Arbitrary<Step>;

/** A window as seen by its page: the displayed state, assembled from updates alone, and the log in its memory. */
interface Page {
  readonly console: TestConsole;
  shown(): Snapshot;
  record(): SessionRecord;
  /** Returns what another worker continues. */
  resume(): Resume;
}

function look(console: TestConsole, now: () => EpochMs): Page {
  let shown: Snapshot | undefined;
  let instant: ShownSession | undefined;
  const log = logSession(console.session, now);
  console.session.control.subscribe(
    asListener((update) => {
      log.advance();
      shown = applyUpdate(shown, structuredClone(update));
      instant = shownIn(update, shown);
    }),
  );
  return {
    console,
    shown: () => shown ?? expect.fail('Nothing was delivered.'),
    record: log.record,
    resume: () => log.resume(instant ?? expect.fail('Nothing was delivered.')),
  };
}

const transportOf = (session: Session) => session.snapshot().transport.value;

/** Checks that the shown branch's recording, saved as a file, leads to the shown hash. */
function expectRecording(session: Session): void {
  const taken = session.control.recording();
  if (!taken.ok) expect.fail(taken.message);
  const read = readRecording(writeRecording({ ...taken.value, build: 'one' }));
  if (!read.ok) expect.fail(read.message);
  const { mission, differsAt, equalCount } = replay(read.value);
  expect(differsAt).toBeUndefined();
  expect(equalCount).toBeGreaterThan(0);
  expect(mission.time()).toBe(session.mission.time());
  expect(mission.hash()).toBe(session.mission.hash());
}

/** Checks that the page has each branch as its worker does. */
function expectWholeRecord({ console, record }: Page): void {
  const { branches = [], entries, marks } = console.session.record();
  const held = record();
  expect(held.entries).toEqual(entries);
  // The newest second of a mission that is not shown may be missing.
  expect(held.marks).toEqual(marks.slice(0, held.marks.length));
  const inputsOf = (records: typeof branches) =>
    records.map(({ view, entries: inputs }) => ({ view, inputs }));
  expect(inputsOf(held.branches ?? [])).toEqual(inputsOf(branches));
}

/** Checks that nothing shown is later than the simulated time. */
function expectPast({ console, shown }: Page): void {
  const { session } = console;
  const { clock, telemetry, transport } = shown();
  const edge = session.mission.time();
  expect(transport.value.startTime).toBeLessThanOrEqual(edge);
  expect(clock.value.time).toBeLessThanOrEqual(edge);
  for (const { timestamp } of telemetry.value) expect(timestamp).toBeLessThanOrEqual(edge);
}

class Walk {
  readonly #browser: TestBrowser = openBrowser();
  #pages: readonly Page[] = [];
  #current = 0;

  get page(): Page {
    return this.#pages[this.#current] ?? expect.fail('There is no window.');
  }
  get pages(): readonly Page[] {
    return this.#pages;
  }
  async open(seed: number): Promise<void> {
    this.#pages = [look(await this.#browser.open({ joins: false, seed }), this.#browser.now)];
  }
  now(): EpochMs {
    return this.#browser.now();
  }
  pass(ms: number): void {
    this.#browser.pass(ms);
  }
  /** Replaces the worker that is shown. */
  async #replace(options: Parameters<TestBrowser['open']>[0]): Promise<void> {
    const page = this.page;
    page.console.kill();
    const next = look(await this.#browser.open(options), this.#browser.now);
    this.#pages = this.#pages.map((one) => (one === page ? next : one));
  }

  async take(step: Step): Promise<void> {
    const { session } = this.page.console;
    const { control } = session;
    switch (step.step) {
      case 'pass':
        return this.#browser.pass(step.ms);
      case 'rate':
        control.setRate(step.rate);
        return;
      case 'seek': {
        const { startTime } = transportOf(session);
        const edge = session.mission.time();
        const sought = epochMs(Math.round(startTime + step.share * (edge - startTime)));
        const found = control.seek(sought);
        if (found.ok) expect(found.value).toBeLessThanOrEqual(session.mission.time());
        return;
      }
      case 'show':
        control.showBranch('ABCDE'.charAt(step.letter));
        return;
      case 'delete':
        control.deleteBranch('ABCDE'.charAt(step.letter));
        return;
      case 'clock':
        this.#browser.setClock(step.byMs);
        return this.#browser.pass(1500);
      case 'take over':
        control.takeOver();
        return;
      case 'return to live':
        control.seek();
        return;
      case 'return to UTC':
        control.returnToUtc();
        return;
      case 'next sample':
        control.step();
        return;
      case 'command': {
        const queued = control.queueCommand({ name: 'Enter Safe Mode', scheduledTime: '2026-11-20T18:00' });
        if (queued.ok) control.executeCommand(queued.value.id);
        return;
      }
      case 'anomaly': {
        const open = session.snapshot().anomalies.value.find(({ status }) => status === 'Active');
        if (open) control.acknowledgeAnomaly(open.id);
        return;
      }
      case 'recording':
        return expectRecording(session);
      case 'dead worker':
        return this.#replace({ joins: false, resume: this.page.resume() });
      case 'reload':
        return this.#replace({ joins: true, isKept: true, resume: this.page.record() });
      case 'second window':
        if (this.#pages.length < 3)
          this.#pages = [...this.#pages, look(await this.#browser.open(), this.#browser.now)];
        return;
      case 'close window':
        if (this.#pages.length === 1) return;
        this.page.console.kill();
        this.#pages = this.#pages.filter((page) => page !== this.page);
        this.#current = 0;
        return;
      case 'other window':
        this.#current = (this.#current + 1) % this.#pages.length;
        return;
      case 'offline':
      case 'online':
        session.setOnline(step.step === 'online');
    }
  }
}

it('any walk through branches, rates, clocks, windows, dead workers and reloads ends in a mission whose recordings lead to the hash that is shown', {
  timeout: 60 * MS_PER_MIN,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(steps, { minLength: 5, maxLength: STEPS, size: 'max' }),
      fc.nat(1000),
      async (sequence, seed) => {
        const walk = new Walk();
        await walk.open(seed);
        walk.pass(61_000);
        for (const step of sequence) {
          await walk.take(step);
          walk.pass(20);
          for (const page of walk.pages) expectPast(page);
        }
        walk.pass(3000);
        for (const page of walk.pages) {
          page.console.session.advanceTo(walk.now());
          expectEqual(page.shown(), page.console.session.snapshot());
          expectWholeRecord(page);
          const { session } = page.console;
          for (const { id } of transportOf(session).branches) {
            session.control.showBranch(id);
            session.control.setRate(0);
            expectRecording(session);
          }
        }
      },
    ),
    { seed: SEED, numRuns: WALKS, endOnFailure: process.env.WALKS !== undefined },
  );
});
