import { describe, expect, it } from 'vitest';
import { readRecording, writeRecording } from '../../../src/shared/contract/recording.ts';
import { MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../../../src/shared/kit/units.ts';
import type { Message } from '../../../src/worker/session/consoles/messages.ts';
import { createReader } from '../../../src/worker/session/consoles/read-message.ts';
import type { Session } from '../../../src/worker/session/session.ts';
import { MISSION, openBrowser } from '../../support/consoles.ts';
import { createFakeGateway, settle } from '../../support/fake-gateway.ts';
import { fuzz, insist, insistOnFinite, insistOnRange } from '../../support/fuzz.ts';
import { mutateClone } from '../../support/fuzz-mutations.ts';
import { GROUNDED, later, startMission, T0 } from '../../support/mission.ts';
import { networkStation } from '../../support/places.ts';

const OPTIONS = { propagators: GROUNDED, profile: 'none' } as const;
/** Age of the mission whose messages are used below. */
const LIVED_MS = 12 * MS_PER_MIN;

/** Records the messages of two consoles with live data, of every type, for the console that receives them. */
async function listenToTwo(): Promise<readonly Message[]> {
  const browser = openBrowser();
  const heard: Message[] = [];
  browser.openPort().listen((message) => heard.push(structuredClone(message)));
  const gateway = createFakeGateway(T0);
  const desk = await browser.open({ joins: false, gateway, ...OPTIONS });
  for (let round = 0; round < 3; round++) {
    browser.pass(10 * MS_PER_S);
    await settle();
  }
  browser.pass(LIVED_MS - MS_PER_MIN);
  const wall = await browser.open({ kind: 'wall', ...OPTIONS });
  browser.pass(MS_PER_S);
  desk.session.control.setNetwork([networkStation('Berlin')]);
  desk.session.control.queueCommand({ name: 'Thermal Control', scheduledTime: '2026-11-20T18:00' });
  void wall.session.ordered.addEvent({
    title: 'Burn',
    startTime: '2026-11-20T13:00',
    endTime: '2026-11-20T14:00',
  });
  browser.pass(MS_PER_S);
  wall.session.control.seek(later(MS_PER_MIN));
  gateway.time = browser.now();
  browser.pass(10 * MS_PER_S);
  await settle();
  void wall.session.ordered.runUntil('command');
  browser.pass(MS_PER_S);
  desk.session.control.setRate(60);
  browser.pass(5 * MS_PER_S);
  desk.session.control.returnToUtc();
  browser.pass(MS_PER_S);
  expect(browser.unread()).toEqual([]);
  const ask = { type: 'ask', from: 'console-2', to: 'console-1' } as const;
  return [...heard, ask, { ...ask, since: 1 }, { type: 'who' }, { type: 'bye', from: 'console-2' }];
}

const HEARD = await listenToTwo();
/** Some messages of each type, received by a console with the same id as their addressee. */
const CORPUS = [...new Set(HEARD.map(({ type }) => type))].flatMap((type) =>
  HEARD.filter((message) => message.type === type).slice(-8),
);

const IDS = ['console-1', 'console-2'];

/** Opens a console of a mission that is some minutes old. */
function openConsole(id: string) {
  let now = T0;
  let listener: (message: Message) => void = () => undefined;
  const read = createReader({ id, build: 'one' }, () => undefined);
  const session = startMission({
    clock: { now: () => now },
    console: {
      id,
      missionId: MISSION,
      kind: 'desk',
      build: 'one',
      since: T0,
      bus: {
        send: () => undefined,
        listen: (next) => {
          listener = next;
        },
        close: () => undefined,
      },
    },
    ...OPTIONS,
  });
  const passTo = (ms: number): void => {
    now = later(ms);
    session.advanceTo(now, 20 * MS_PER_MIN);
  };
  passTo(LIVED_MS);
  return {
    session,
    passTo,
    receive(data: unknown): boolean {
      const message = read(data);
      if (message) listener(message);
      return message !== undefined;
    },
  };
}

function checkSession(session: Session, before: number): void {
  const time = session.mission.time();
  insistOnRange(time, before - MS_PER_S, before + 2 * MS_PER_DAY, 'Mission time');
  const { consoles, transport, realData, provenance } = session.snapshot();
  insistOnFinite({ consoles, transport, realData, provenance });
  const { header, entries, marks } = session.record();
  const read = readRecording(writeRecording({ build: 'one', header, entries, marks, time }));
  insist(read.ok, `Its recording cannot be read: ${read.ok || read.message}`);
}

describe('a mutated message between consoles', () => {
  it('has a corpus of every type', () => {
    expect([...new Set(CORPUS.map(({ type }) => type))].sort()).toEqual([
      'ask',
      'beat',
      'bye',
      'done',
      'hello',
      'live',
      'log',
      'mission',
      'order',
      'who',
    ]);
    const taken = CORPUS.map((message) =>
      openConsole(('to' in message && message.to) || 'x').receive(message),
    );
    expect(taken.every(Boolean)).toBe(true);
  });

  it('is taken or left out: the session goes on from about its time, and its recording can be read', () =>
    fuzz<unknown>({
      runs: 500,
      isSlow: true,
      corpus: CORPUS,
      mutate: mutateClone,
      check(message) {
        const { to } = (message ?? {}) as { readonly to?: unknown };
        const { session, passTo, receive } = openConsole(IDS.find((id) => id === to) ?? 'console-9');
        const before = session.mission.time();
        receive(message);
        // A mission that is adopted as a whole may be a little older, until its sequencer sends news.
        insistOnRange(session.mission.time(), before - MS_PER_MIN, before + 2 * MS_PER_DAY, 'Mission time');
        for (const ms of [10, 1000, 2000, 60_000]) passTo(LIVED_MS + ms);
        checkSession(session, before);
      },
    }));
});
