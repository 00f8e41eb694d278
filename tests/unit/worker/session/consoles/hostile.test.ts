import { describe, expect, it } from 'vitest';
import {
  type EpochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../../../src/shared/kit/units.ts';
import { MOST_MEMBERS } from '../../../../../src/worker/session/consoles/members.ts';
import type { LogNews, Message } from '../../../../../src/worker/session/consoles/messages.ts';
import { openBrowser, type TestBrowser, type TestConsole } from '../../../../support/consoles.ts';
import { GROUNDED, later, T0 } from '../../../../support/mission.ts';

/** Opens a window, and an attacker that posts on its mission's channel. */
async function openAlone(options: Parameters<TestBrowser['open']>[0] = {}) {
  const browser = openBrowser();
  const desk = await browser.open({ joins: false, profile: 'none', ...options });
  const port = browser.openPort();
  const heard: Message[] = [];
  port.listen((message) => heard.push(message));
  port.send({ type: 'who' });
  browser.pass(2 * MS_PER_MIN);
  const beat = heard.flatMap((message) => (message.type === 'beat' ? message.beat : []))[0];
  if (!beat) throw new Error('The window says nothing.');
  const post = (data: unknown, ms = 5 * MS_PER_S): void => {
    port.send(data as Message);
    browser.pass(ms);
  };
  return { browser, desk, heard, post, beat };
}

const timeOf = ({ session }: TestConsole): number => session.mission.time();
const consolesOf = ({ session }: TestConsole) => session.snapshot().consoles.value.consoles;

/** Returns news of a sequencer that took over from the window, after these milliseconds. */
const newsAfter = (ms: number, change: object = {}): object => ({
  term: { number: 2, sequencer: 'x' },
  after: { term: { number: 1, sequencer: 'console-1' }, known: 0, kept: 0, time: later(ms) },
  run: { rate: 1, isInStep: true },
  slowsOnCritical: true,
  tick: 0,
  since: 0,
  entries: [],
  time: later(ms),
  notices: [],
  ...change,
});
/** Time at which the window above has received a message of the attacker. */
const MET_MS = 2 * MS_PER_MIN + MS_PER_S;
const logOf = (news: object) => ({ type: 'log', from: 'x', news });
const STRANGE_TIMES = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  8.64e15 + 1,
  Date.UTC(2200, 0, 1),
  '2026',
  null,
];

const runs: readonly [string, object][] = [
  ['rate -5', { rate: -5 }],
  ['rate NaN', { rate: Number.NaN }],
  ['rate 1e9', { rate: 1e9 }],
  ['rate 3', { rate: 3 }],
  ['no rate', { rate: undefined }],
  ['an unknown target', { runUntil: 'noon' }],
  ['an interruption by nothing', { interrupted: { time: 0, rate: 60, anomaly: 'Nothing' } }],
  ['no step', { isInStep: undefined }],
];

describe('a run that no console can have set', () => {
  it.each(runs)('changes nothing: %s', async (_what, change) => {
    const { browser, desk, post } = await openAlone({ propagators: GROUNDED });
    post(logOf(newsAfter(MET_MS, { run: { rate: 60, isInStep: false, ...change } })));
    desk.session.advanceTo(browser.now());
    expect(timeOf(desk)).toBe(browser.now());
    expect(desk.session.snapshot().transport.value).toMatchObject({ rate: 1, isInStep: true });
  });
});

const news: readonly [string, object][] = [
  ['a term far beyond', { term: { number: 2e6, sequencer: 'x' } }],
  ['an earlier term', { term: { number: 0, sequencer: 'a' } }],
  ['tick -1', { tick: -1 }],
  ['inputs since -1', { since: -1 }],
  ['a rate that is achieved by nothing', { achievedRate: Number.POSITIVE_INFINITY }],
  ['a notice of 1 MB', { notices: [{ level: 'info', text: 'x'.repeat(1e6) }] }],
  ...STRANGE_TIMES.map((time): [string, object] => [`time ${time}`, { time }]),
];

describe('news that no console can have sent', () => {
  it.each(news)('change nothing: %s', async (_what, change) => {
    const { browser, desk, post } = await openAlone({ propagators: GROUNDED });
    post(logOf(newsAfter(MET_MS, { run: { rate: 60, isInStep: false }, ...change })));
    desk.session.advanceTo(browser.now());
    expect(timeOf(desk)).toBe(browser.now());
    expect(desk.session.snapshot().transport.value).toMatchObject({ rate: 1, isInStep: true });
  });

  it('change nothing where another console than their sequencer sends them', async () => {
    const { browser, desk, post } = await openAlone({ propagators: GROUNDED });
    post({ ...logOf(newsAfter(MET_MS, { run: { rate: 60, isInStep: false } })), from: 'y' });
    desk.session.advanceTo(browser.now());
    expect(timeOf(desk)).toBe(browser.now());
    expect(desk.session.snapshot().transport.value).toMatchObject({ rate: 1, isInStep: true });
  });

  it('are told from some that it can have sent', async () => {
    const { desk, post } = await openAlone({ propagators: GROUNDED });
    post(logOf(newsAfter(MET_MS, { run: { rate: 60, isInStep: false } })), 10);
    expect(timeOf(desk)).toBe(later(MET_MS));
    expect(desk.session.snapshot().transport.value).toMatchObject({ rate: 60, isInStep: false });
  });
});

const ENTRY = {
  time: later(MET_MS),
  origin: 'x',
  sequence: 1,
  input: { kind: 'note', subject: 'Mission', level: 'info', text: 'Hello' },
} as const;
const entries: readonly [string, unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['no list', { length: 1e9 }],
  ['a list of nothing', [null]],
  ['a long list', Array.from({ length: 200_000 }, () => ENTRY)],
  ['a jump beyond the news', [{ ...ENTRY, input: { kind: 'jump', to: Date.UTC(2199, 11, 31) } }]],
  ['an operation that there is not', [{ ...ENTRY, input: { kind: 'operation', name: 'constructor' } }]],
  ['a note of no kind', [{ ...ENTRY, input: { ...ENTRY.input, subject: '__proto__' } }]],
  ['a text of 1 MB', [{ ...ENTRY, input: { ...ENTRY.input, text: 'x'.repeat(1e6) } }]],
  ['an input before the mission', [{ ...ENTRY, time: later(-MS_PER_H) }]],
  ['an input years later', [{ ...ENTRY, time: later(300 * MS_PER_DAY) }]],
  ['an input without those before it', [{ ...ENTRY, sequence: 9 }]],
  ['sequence NaN', [{ ...ENTRY, sequence: Number.NaN }]],
  ...STRANGE_TIMES.map((time): [string, unknown] => [`an input at ${time}`, [{ ...ENTRY, time }]]),
];

describe('an input that no console can have sent', () => {
  it.each(entries)('is left out: %s', async (_what, sent) => {
    const { browser, desk, post } = await openAlone({ propagators: GROUNDED });
    post(logOf(newsAfter(MET_MS, { entries: sent })));
    desk.session.advanceTo(browser.now());
    expect(timeOf(desk)).toBe(browser.now());
    expect(desk.session.mission.journal()).toEqual([]);
  });

  it('is told from one that it can have sent', async () => {
    const { desk, post } = await openAlone({ propagators: GROUNDED });
    post(logOf(newsAfter(MET_MS, { entries: [ENTRY] })));
    expect(desk.session.mission.journal()).toEqual([ENTRY]);
  });

  it('of an origin that is called like what every object has is one like any', async () => {
    const { browser, desk, post } = await openAlone({ propagators: GROUNDED });
    const origins = ['constructor', 'toString', '__proto__'];
    const sent = origins.map((origin, index) => ({ ...ENTRY, origin, sequence: index + 1 }));
    post(logOf(newsAfter(MET_MS, { entries: sent })));
    expect(desk.session.mission.journal()).toHaveLength(3);
    const wall = await browser.open({ kind: 'wall', profile: 'none', propagators: GROUNDED });
    browser.pass(5 * MS_PER_S);
    expect(wall.session.mission.journal()).toHaveLength(3);
  });
});

describe('a mission that would be long to live through is asked for as a whole', () => {
  it.each<[string, (ms: number) => object]>([
    ['hours ahead', (ms) => ({ time: later(ms + 7 * MS_PER_H) })],
    [
      'of many inputs',
      (ms) => ({
        entries: Array.from({ length: 5000 }, (_, index) => ({
          ...ENTRY,
          time: later(ms),
          sequence: index + 1,
        })),
      }),
    ],
    ['of a newer term that it is no part of', () => ({ after: undefined })],
  ])('%s', async (_what, change) => {
    const { desk, post, heard } = await openAlone({ propagators: GROUNDED });
    post(logOf(newsAfter(MET_MS, change(MET_MS))), 10);
    expect(desk.session.mission.journal()).toEqual([]);
    expect(heard.filter(({ type }) => type === 'ask')).toEqual([{ type: 'ask', from: 'console-1', to: 'x' }]);
  });

  it('of another hash', async () => {
    const { browser, desk, post, heard } = await openAlone({ propagators: GROUNDED });
    browser.pass(7 * MS_PER_H);
    const mark = desk.session.record().marks.at(-1);
    const time = browser.now() - T0 + MS_PER_S;
    const lie: Partial<LogNews> = { mark: { ...(mark as NonNullable<typeof mark>), hash: '0'.repeat(16) } };
    post(logOf(newsAfter(time, lie)), 10);
    expect(heard.filter(({ type }) => type === 'ask')).toEqual([{ type: 'ask', from: 'console-1', to: 'x' }]);
  });
});

const junk: readonly unknown[] = [
  null,
  undefined,
  0,
  '',
  'beat',
  [],
  {},
  { type: null },
  { type: 'constructor' },
  { type: 'beat' },
  { type: 'beat', beat: null },
  { type: 'hello' },
  { type: 'hello', from: null, attempt: 1 },
  { type: 'bye' },
  { type: 'ask', to: 'console-1' },
  { type: 'live', from: 'x', live: null },
  { type: 'live', from: 'x', live: { shown: {}, orbit: {} } },
  { type: 'mission', from: 'x' },
  { type: 'mission', from: 'x', mission: null },
  new Map([['type', 'who']]),
];

it('what is no message is left out, and logged once', async () => {
  const { browser, desk, post } = await openAlone({ propagators: GROUNDED });
  for (const one of junk) post(one);
  desk.session.advanceTo(browser.now());
  expect(timeOf(desk)).toBe(browser.now());
  expect(browser.unread()).toEqual(['A message from another window cannot be read and is ignored.']);
});

describe('a beat', () => {
  it.each([
    ['a past instant that is none', { past: Number.NaN }],
    ['a name of 41 characters', { name: 'x'.repeat(41) }],
    ['a kind that there is not', { kind: 'console' }],
    ['a time after 2199', { since: Date.UTC(2200, 0, 1) }],
  ])('with %s makes no console', async (_what, change) => {
    const { desk, post, beat } = await openAlone({ propagators: GROUNDED });
    post({ type: 'beat', beat: { ...beat, id: 'x', ...change } }, 10);
    expect(consolesOf(desk)).toHaveLength(1);
    post({ type: 'beat', beat: { ...beat, id: 'x' } }, 10);
    expect(consolesOf(desk)).toHaveLength(2);
  });

  it('of a great many consoles makes some, each is answered once, and a real one is among them soon', async () => {
    const { browser, desk, post, beat, heard } = await openAlone({ propagators: GROUNDED });
    heard.length = 0;
    for (let index = 0; index < 3000; index++) {
      post({ type: 'beat', beat: { ...beat, id: `x${index}`, name: `Console ${index}` } }, 0);
    }
    browser.pass(10);
    expect(consolesOf(desk)).toHaveLength(1 + MOST_MEMBERS);
    expect(heard.filter(({ type }) => type === 'beat').length).toBeLessThanOrEqual(MOST_MEMBERS + 1);
    browser.pass(2 * MS_PER_S);
    const wall = await browser.open({ kind: 'wall', profile: 'none', propagators: GROUNDED });
    browser.pass(MS_PER_S);
    expect(consolesOf(desk).map(({ name }) => name)).toContain('Wall');
    expect(timeOf(wall)).toBeGreaterThan(browser.now() - 2 * MS_PER_S);
  });

  it('of a great many builds is one other build', async () => {
    const { desk, post, browser } = await openAlone({ propagators: GROUNDED });
    for (let index = 0; index < 3000; index++) {
      const from = { id: `x${index}`, build: `build ${index}`, since: browser.now() };
      post({ type: 'beat', beat: { ...from, colour: 'red' } }, 0);
    }
    browser.pass(10);
    expect(consolesOf(desk)).toHaveLength(1);
    expect(desk.session.snapshot().consoles.value.otherBuild).toBe('newer');
  });
});

it('the mission is told twenty times a second at most, and later again', async () => {
  const { browser, post, heard } = await openAlone({ propagators: GROUNDED });
  const hello = (index: number, time: EpochMs) =>
    post({ type: 'hello', from: { id: `x${index}`, build: 'one', since: time }, attempt: 2 }, 0);
  for (let index = 0; index < 1000; index++) hello(index, browser.now());
  browser.pass(10);
  const told = () => heard.filter(({ type }) => type === 'mission').length;
  expect(told()).toBe(20);
  browser.pass(2 * MS_PER_S);
  hello(1001, browser.now());
  browser.pass(10);
  expect(told()).toBe(21);
});

it('orders of another page are carried out fifty times a second at most, and one that is repeated once', async () => {
  const { browser, desk, post } = await openAlone({ propagators: GROUNDED });
  const times = { startTime: '2026-11-20T13:00', endTime: '2026-11-20T14:00' };
  const order = (index: number) => {
    const input = { kind: 'operation', name: 'addEvent', input: { title: `Event ${index}`, ...times } };
    post(
      { type: 'order', from: 'x', to: 'console-1', id: `order ${index}`, order: { kind: 'input', input } },
      0,
    );
  };
  const inputs = () => desk.session.mission.journal().length;
  for (let index = 0; index < 1000; index++) order(index);
  browser.pass(10);
  expect(inputs()).toBe(50);
  browser.pass(2 * MS_PER_S);
  order(0);
  order(1000);
  browser.pass(10);
  expect(inputs()).toBe(51);
});

describe('a mission that cannot be restored', () => {
  async function wholeOf(change: (mission: never) => unknown) {
    const opened = await openAlone();
    opened.browser.pass(15 * MS_PER_MIN);
    opened.post({ type: 'ask', from: 'x', to: 'console-1' }, 10);
    const { mission } = opened.heard.find(({ type }) => type === 'mission') as Message & { type: 'mission' };
    const sent = structuredClone({ ...mission, term: { number: 2, sequencer: 'x' } });
    return { ...opened, sent: change(sent as never), mission };
  }
  type Whole = (Message & { type: 'mission' })['mission'];

  it.each<[string, (mission: Whole) => unknown]>([
    [
      'a keyframe of another hash',
      ({ record, ...rest }) => ({
        ...rest,
        record: { ...record, keyframe: { ...record.keyframe, hash: '0'.repeat(16) } },
      }),
    ],
    [
      'a keyframe without a state',
      ({ record, ...rest }) => ({
        ...rest,
        record: { ...record, keyframe: { ...record.keyframe, state: null } },
      }),
    ],
    [
      'a keyframe of a later time',
      ({ record, ...rest }) => ({
        ...rest,
        record: { ...record, keyframe: { ...record.keyframe, time: later(MS_PER_DAY) } },
      }),
    ],
    [
      'inputs that are missing',
      ({ record, ...rest }) => ({ ...rest, record: { ...record, entries: [{ ...ENTRY, sequence: 2 }] } }),
    ],
    [
      'an end before its start',
      ({ record, ...rest }) => ({ ...rest, record: { ...record, time: later(-1) } }),
    ],
    [
      'years without a keyframe',
      ({ record, ...rest }) => ({
        ...rest,
        record: { ...record, keyframe: undefined, time: later(900 * MS_PER_DAY) },
      }),
    ],
    ['a term far beyond', (mission) => ({ ...mission, term: { number: 2e6, sequencer: 'x' } })],
  ])('is left out: %s', async (_what, change) => {
    const { browser, desk, post, sent } = await wholeOf(change as never);
    const before = desk.session.mission.header;
    post({ type: 'mission', from: 'x', mission: sent });
    desk.session.advanceTo(browser.now());
    expect(timeOf(desk)).toBe(browser.now());
    expect(desk.session.mission.header).toBe(before);
  });

  it('is told from one that can', async () => {
    const { browser, desk, post, sent } = await wholeOf((mission) => mission);
    const before = desk.session.mission.header;
    post({ type: 'mission', from: 'x', mission: sent });
    desk.session.advanceTo(browser.now());
    expect(timeOf(desk)).toBe(browser.now());
    expect(desk.session.mission.header).not.toBe(before);
    expect(desk.session.mission.header).toEqual(before);
  });
});
