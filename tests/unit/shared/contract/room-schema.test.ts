import { describe, expect, it } from 'vitest';
import type {
  ClientMessage,
  RoomEntry,
  RoomPace,
  ServerMessage,
} from '../../../../src/shared/contract/room.ts';
import {
  helloVersion,
  readBegunRoom,
  readClientMessage,
  readRoomBeginning,
  readRoomSnapshot,
  readServerMessage,
} from '../../../../src/shared/contract/room-schema.ts';
import { epochMs } from '../../../../src/shared/kit/units.ts';
import { bookmark, roomBeginning, roomSnapshot } from '../../../support/room-consoles.ts';

const TIME = epochMs(Date.UTC(2026, 10, 20, 12));
const KEY = 'Ab3_-Ab3_-Ab3_-Ab3_-xy';
const PACE: RoomPace = {
  run: {
    rate: 60,
    runUntil: 'aos',
    isInStep: false,
    interrupted: { time: TIME, anomaly: 'Battery', rate: 10, runUntil: 'los' },
  },
  slowsOnCritical: false,
  achievedRate: 41.5,
};
const PRESENCE = { name: 'Desk', kind: 'wall', past: TIME, showsBranch: true, hasGroundLink: true } as const;
const MARK = { time: TIME, entryCount: 4, hash: '0123456789abcdef' };
const ENTRIES: readonly RoomEntry[] = [
  { ...bookmark('one', TIME), n: 1, by: 'a1b2c3', at: TIME },
  { id: 'two', time: TIME, act: { kind: 'pace', pace: PACE }, n: 2, by: 'a1b2c3', at: TIME },
  { id: 'three', time: TIME, act: { kind: 'return' }, n: 3, by: 'a1b2c3', at: TIME },
];

const CLIENT: readonly ClientMessage[] = [
  { type: 'hello', v: 1, key: KEY, console: 'a1b2c3', presence: PRESENCE, since: 0, epoch: 'e1' },
  { type: 'presence', presence: { name: '', kind: 'desk' } },
  ...ENTRIES.map(({ id, time, act }): ClientMessage => ({ type: 'act', draft: { id, time, act } })),
  { type: 'refill', entries: ENTRIES },
  { type: 'mark', n: 3, mark: MARK },
  { type: 'time', sent: 1234.5 },
  { type: 'renew', operatorKey: 'n'.repeat(22) },
];
const SERVER: readonly ServerMessage[] = [
  {
    type: 'welcome',
    v: 1,
    role: 'operator',
    head: { startedAt: TIME, epoch: 'e1', time: TIME, pace: PACE },
    last: 3,
    snapshot: 0,
    endsAt: TIME,
    now: TIME,
    viewerKey: KEY,
  },
  { type: 'log', entries: ENTRIES },
  { type: 'ack', id: 'one', n: 1 },
  { type: 'nak', id: 'one', why: 'Not now.', retryMs: 200 },
  { type: 'room', consoles: [{ id: 'a1b2c3', ...PRESENCE }], viewerCount: 7, lead: 'a1b2c3' },
  { type: 'room', consoles: [], viewerCount: 0 },
  { type: 'mark', n: 3, mark: MARK },
  { type: 'time', sent: 1234.5, now: TIME },
  { type: 'renewed', operatorKey: KEY, viewerKey: KEY },
];

describe('the messages of rooms', () => {
  it.each(CLIENT)('are read as they were written by a console: $type', (message) => {
    expect(readClientMessage(JSON.stringify(message))).toEqual({ ok: true, value: message });
  });

  it.each(SERVER)('are read as they were written by a server: $type', (message) => {
    expect(readServerMessage(JSON.stringify(message))).toEqual({ ok: true, value: message });
  });

  it('lose fields that this build does not know', () => {
    const text = JSON.stringify({ type: 'time', sent: 1, colour: 'red' });
    expect(readClientMessage(text)).toEqual({ ok: true, value: { type: 'time', sent: 1 } });
  });

  it('show names and sentences as one line of plain text', () => {
    const presence = { name: ` A\u202e\n${'x'.repeat(90)}`, kind: 'desk' };
    const read = readClientMessage(JSON.stringify({ type: 'presence', presence }));
    expect(read).toMatchObject({ value: { presence: { name: `A ${'x'.repeat(37)}…` } } });
    const nak = readServerMessage(JSON.stringify({ type: 'nak', id: 'x', why: 'No,\u0000\nnever.' }));
    expect(nak).toMatchObject({ value: { why: 'No, never.' } });
  });

  it.each([
    ['{"type":"act"', 'it is not JSON'],
    ['null', 'it is not JSON'],
    ['{"type":"vote"}', 'type is not a message of a console'],
    ['{"type":"act","draft":{"id":"a b","time":0,"act":{"kind":"return"}}}', 'draft.id is not an id'],
    ['{"type":"act","draft":{"id":"a","time":-1,"act":{"kind":"return"}}}', 'draft.time is not a time'],
    ['{"type":"act","draft":{"id":"a","time":0,"act":{"kind":"undo"}}}', 'draft.act.kind is not an act'],
    [
      '{"type":"act","draft":{"id":"a","time":0,"act":{"kind":"input","input":{"kind":"fault"}}}}',
      'draft.act.input is refused: input must inject or clear a fault',
    ],
    ['{"type":"refill","entries":{"length":1}}', 'entries is not a list, or too long'],
    ['{"type":"mark","n":1.5,"mark":{}}', 'n is not a whole number'],
  ])('are refused if they are not valid: %s', (text, message) => {
    expect(readClientMessage(text)).toEqual({ ok: false, message: expect.stringContaining(message) });
  });

  it('tell the version of a hello that cannot be read otherwise', () => {
    expect(helloVersion('{"type":"hello","v":3,"proof":{}}')).toBe(3);
    expect(helloVersion('{"type":"time","v":3}')).toBeUndefined();
    expect(helloVersion('{"type":"hello","v":"3"}')).toBeUndefined();
  });
});

describe('the snapshot of a room', () => {
  it('is read as it was written, and so is what a room begins with', () => {
    const snapshot = roomSnapshot(3, 'e1');
    expect(readRoomSnapshot(JSON.stringify(snapshot))).toEqual({ ok: true, value: snapshot });
    const beginning = roomBeginning(PACE);
    expect(readRoomBeginning(JSON.stringify(beginning))).toEqual({ ok: true, value: beginning });
  });

  it('is refused with an input that no recording has', () => {
    const { record, ...rest } = roomBeginning();
    const entries = [
      { time: 0, origin: 'A', sequence: 1, input: { kind: 'operation', name: 'selfDestruct' } },
    ];
    expect(readRoomBeginning(JSON.stringify({ ...rest, record: { ...record, entries } }))).toMatchObject({
      ok: false,
      message: expect.stringContaining('record.entries.0 is refused: '),
    });
  });
});

it('a begun room is read strictly', () => {
  const room = { id: '0'.repeat(32), operatorKey: KEY };
  expect(readBegunRoom(JSON.stringify(room))).toEqual({ ok: true, value: room });
  expect(readBegunRoom(JSON.stringify({ ...room, operatorKey: 'short' })).ok).toBe(false);
  expect(readBegunRoom(JSON.stringify({ ...room, id: '../etc' })).ok).toBe(false);
});
