import { expect } from 'vitest';
import type { LogLine } from '../../src/gateway/effects.ts';
import type { RoomExchange } from '../../src/gateway/rooms/exchange.ts';
import type { RoomHome } from '../../src/gateway/rooms/home.ts';
import { type RoomServerLimits, SERVER_ROOM_LIMITS } from '../../src/gateway/rooms/limits.ts';
import { createMemoryHome } from '../../src/gateway/rooms/memory-home.ts';
import { createRoomServer } from '../../src/gateway/rooms/room-server.ts';
import {
  type BegunRoom,
  type ClientMessage,
  ROOM_VERSION,
  type RoomBeginning,
  type RoomDraft,
  type RoomEntry,
  type RoomPace,
  type RoomSnapshot,
  type ServerMessage,
} from '../../src/shared/contract/room.ts';
import { readServerMessage } from '../../src/shared/contract/room-schema.ts';
import { anchorOf } from '../../src/shared/contract/room-time.ts';
import { epochMs } from '../../src/shared/kit/units.ts';
import { eventually } from './eventually.ts';
import { type HandClock, handClock } from './gateway.ts';

/** Rooms of a process for tests, with a clock that they drive and consoles that they play. */

export const IN_STEP: RoomPace = { run: { rate: 1, isInStep: true }, slowsOnCritical: true };

/** A mission that begins at the usual time of hand clocks. */
export function roomBeginning(pace: RoomPace = IN_STEP, time = handClock().time): RoomBeginning {
  return {
    build: 'abc1234',
    record: {
      header: { seed: 7, startTime: epochMs(time - 60_000), profile: 'specified' },
      entries: [],
      marks: [],
      time: epochMs(time),
    },
    live: {},
    pace,
  };
}

/** Returns a snapshot of a room that began with `roomBeginning`. */
export function roomSnapshot(n: number, epoch: string, time = handClock().time): RoomSnapshot {
  const { pace, ...rest } = roomBeginning();
  const edge = epochMs(time);
  return { ...rest, n, epoch, anchor: anchorOf({ time: edge, startedAt: edge, pace }), edge };
}

/** Returns an input of an operator, which is to take effect at a time. */
export const bookmark = (id: string, time: number): RoomDraft => ({
  id,
  time: epochMs(time),
  act: { kind: 'input', input: { kind: 'bookmark', text: `Bookmark ${id}` } },
});

export const octetsOf = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

type Kind = ServerMessage['type'];
type OfKind<K extends Kind> = ServerMessage & { readonly type: K };

/** A console with a socket that a test plays. */
export interface PlayedConsole {
  readonly id: string;
  /** Why its socket was closed. */
  closed?: { readonly code: number; readonly reason: string };
  /** Bytes that it has not read. */
  unread: number;
  say(message: ClientMessage): void;
  /** Sends a text that need not be a message; `undefined` for octets. */
  sayText(text: string | undefined): void;
  hello(key: string, more?: Partial<ClientMessage & { readonly type: 'hello' }>): void;
  act(draft: RoomDraft): void;
  /** It has read everything. */
  flush(): void;
  leave(): void;
  /** Messages of a kind so far. */
  heard<K extends Kind>(kind: K): readonly OfKind<K>[];
  /** Awaits a message of a kind: the first one, or another. */
  hears<K extends Kind>(kind: K, index?: number): Promise<OfKind<K>>;
  /** Awaits the end of its socket; returns the code. */
  ends(): Promise<number | undefined>;
  /** Entries so far. */
  entries(): readonly RoomEntry[];
  /** Awaits a number of entries; returns their ids. */
  hearsEntries(count: number): Promise<readonly string[]>;
}

export interface RoomProcessOptions {
  readonly home?: RoomHome;
  readonly exchange?: RoomExchange;
  readonly clock?: HandClock;
  readonly limits?: Partial<RoomServerLimits>;
}

/** Starts the rooms of a process. */
export function startRooms({
  home = createMemoryHome(),
  exchange,
  clock = handClock(),
  limits,
}: RoomProcessOptions = {}) {
  const lines: LogLine[] = [];
  const server = createRoomServer({
    home,
    exchange,
    clock: { now: () => epochMs(clock.time) },
    randomBytes: octetsOf,
    log: (line) => void lines.push(line),
    limits: { ...SERVER_ROOM_LIMITS, ...limits },
  });

  async function begin(pace: RoomPace = IN_STEP): Promise<BegunRoom> {
    const begun = await server.begin(roomBeginning(pace, clock.time), undefined);
    if (!begun.ok) throw new Error(begun.message);
    return begun.value;
  }

  function connect(room: string, id: string): PlayedConsole {
    const messages: ServerMessage[] = [];
    const socket = server.connect(room, {
      send(text) {
        const read = readServerMessage(text);
        if (!read.ok) throw new Error(read.message);
        if (!played.closed) messages.push(read.value);
      },
      close(code, reason) {
        played.closed = { code, reason };
        socket.closed();
      },
      unread: () => played.unread,
    });
    const played: PlayedConsole = {
      id,
      unread: 0,
      say: (message) => socket.received(JSON.stringify(message)),
      sayText: (text) => socket.received(text),
      hello(key, more) {
        const presence = { name: `Desk ${id}`, kind: 'desk' as const };
        played.say({ type: 'hello', v: ROOM_VERSION, key, console: id, presence, ...more });
      },
      act: (draft) => played.say({ type: 'act', draft }),
      flush() {
        played.unread = 0;
        socket.flushed();
      },
      leave: () => socket.closed(),
      heard: <K extends Kind>(kind: K) =>
        messages.filter((message): message is OfKind<K> => message.type === kind),
      async hears(kind, index = 0) {
        await eventually(() => expect(played.heard(kind).length).toBeGreaterThan(index));
        return played.heard(kind)[index] as never;
      },
      async ends() {
        await eventually(() => expect(played.closed).toBeDefined());
        return played.closed?.code;
      },
      entries: () => played.heard('log').flatMap(({ entries }) => entries),
      async hearsEntries(count) {
        await eventually(() => expect(played.entries().length).toBeGreaterThanOrEqual(count));
        return played.entries().map(({ id: own }) => own);
      },
    };
    return played;
  }

  /** Returns a console that has been welcomed. */
  async function enter(
    room: string,
    id: string,
    key: string,
    more?: Partial<ClientMessage & { readonly type: 'hello' }>,
  ): Promise<PlayedConsole> {
    const played = connect(room, id);
    played.hello(key, more);
    await played.hears('welcome');
    return played;
  }

  /** Lets time pass, second by second. */
  function pass(seconds: number): void {
    for (let second = 0; second < seconds; second++) {
      clock.advance(1000);
      server.tick();
    }
  }

  return { server, home, clock, lines, begin, connect, enter, pass };
}

export type RoomProcess = ReturnType<typeof startRooms>;

/** Begins a room with an operator in it. */
export async function roomWithOperator(options: RoomProcessOptions = {}, pace: RoomPace = IN_STEP) {
  const rooms = startRooms(options);
  const { id, operatorKey } = await rooms.begin(pace);
  const operator = await rooms.enter(id, 'anna', operatorKey);
  const { viewerKey = '', head } = await operator.hears('welcome');
  return { rooms, id, operatorKey, viewerKey, epoch: head.epoch, operator };
}
