import type { ConsoleId, RoomAddress } from '../../../shared/contract/consoles.ts';
import { type Outcome, refused } from '../../../shared/contract/outcome.ts';
import {
  type ClientMessage,
  isFinal,
  type Presence,
  ROOM_CLOSE,
  ROOM_VERSION,
  type RoomDraft,
  roomPath,
  type ServerMessage,
} from '../../../shared/contract/room.ts';
import { pow } from '../../../shared/kit/math.ts';
import { type EpochMs, epochMs, MS_PER_S } from '../../../shared/kit/units.ts';

/** A WebSocket to the server of the page. */
export interface RoomSocket {
  send(text: string): void;
  close(): void;
}

export interface RoomSocketListener {
  opened(): void;
  received(text: string): void;
  /** @param code of the close event */
  closed(code: number): void;
}

export interface RoomLinkEffects {
  openSocket(path: string, listener: RoomSocketListener): RoomSocket;
  /** Returns a message of the server; `undefined` if it cannot be read. */
  read(text: string): ServerMessage | undefined;
  /** Returns UTC by the clock of this computer, which may be wrong. */
  now(): EpochMs;
  /** Calls back once after some milliseconds. */
  after(delayMs: number, callback: () => void): void;
  /** Uniform in [0, 1). */
  random(): number;
}

export type Welcome = Extract<ServerMessage, { type: 'welcome' }>;

/** Receives what the server says. */
export interface RoomLinkListener {
  /** Returns the number of entries known, and the log that they belong to; `undefined` before the first. */
  known(): { readonly since: number; readonly epoch: string } | undefined;
  presence(): Presence;
  welcomed(welcome: Welcome): void;
  /** Any other message than answers to acts, and the time. */
  received(message: Exclude<ServerMessage, { type: 'welcome' | 'ack' | 'nak' | 'time' }>): void;
  /** The server cannot be reached any more; the link tries again. */
  lost(): void;
  /** The server does not admit this console: a sentence says why. The link is over. */
  refused(reason: string): void;
}

/** The link of a console to its room. It connects again by itself until it is refused or closed. */
export interface RoomLink {
  /** Replaces the listener, which gets all from now on. */
  listen(listener: RoomLinkListener): void;
  isConnected(): boolean;
  /** Returns UTC of the server. */
  serverTime(): EpochMs;
  /**
   * Sends an act until the server has taken or refused it.
   * @param isWanted false once it is not to be sent again
   */
  post(draft: RoomDraft, isWanted?: () => boolean): Promise<Outcome<number>>;
  send(message: ClientMessage): void;
  /** Connects anew, as after a loss. */
  reconnect(): void;
  /** Enters with another key from now on. */
  setKey(key: string): void;
  /** Keeps the time, and notices a server that has gone silent; to be called every second or so. */
  advance(): void;
  close(): void;
}

/** What an operator gets to read while the server cannot be reached. */
export const LINK_LOST =
  'The shared mission cannot be reached: nothing can be ordered now. Take over to go on alone.';

const REFUSALS: ReadonlyMap<number, string> = new Map([
  [ROOM_CLOSE.refused, 'The link does not lead to a shared mission: it has ended, or the link is wrong.'],
  [ROOM_CLOSE.version, 'The server has another version of this page. Reload it.'],
  [
    ROOM_CLOSE.renewed,
    'The links of the shared mission have been replaced. Ask its operators for a new one.',
  ],
  [ROOM_CLOSE.ended, 'The shared mission has ended.'],
  [ROOM_CLOSE.malformed, 'The server does not understand this page. Reload it.'],
]);

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 20 * MS_PER_S;
/** The server is asked for its time this often; several times at first, as the quickest answer is the truest. */
const TIME_PERIOD_MS = 10 * MS_PER_S;
const FIRST_TIMES = 5;
const FIRST_TIME_PERIOD_MS = 200;
/** A server that answers nothing for longer is lost. */
const SILENT_MS = 6 * MS_PER_S;
/** An offset is replaced by that of a slower answer after this time: clocks drift. */
const OFFSET_LIFE_MS = 60 * MS_PER_S;

interface Posted {
  readonly draft: RoomDraft;
  readonly isWanted: () => boolean;
  readonly settle: (outcome: Outcome<number>) => void;
}

export function createRoomLink(
  { id, key: firstKey }: RoomAddress,
  self: ConsoleId,
  listener: RoomLinkListener,
  effects: RoomLinkEffects,
): RoomLink {
  let told = listener;
  let key = firstKey;
  let socket: RoomSocket | undefined;
  /** Increases with each connection: what an earlier one still says does not count. */
  let attempt = 0;
  let failures = 0;
  let isWelcome = false;
  let isOver = false;
  const posted = new Map<string, Posted>();
  let offset: { readonly ms: number; readonly tripMs: number; readonly at: EpochMs } | undefined;
  /** When the server was last asked for its time, and if it has answered. */
  let askedAt = effects.now();
  let isAnswered = true;
  let heardAt = effects.now();
  let times = 0;

  const send = (message: ClientMessage): void => socket?.send(JSON.stringify(message));
  const deliver = ({ draft }: Posted): void => {
    if (isWelcome) send({ type: 'act', draft });
  };

  function end(): void {
    isWelcome = false;
    const left = socket;
    socket = undefined;
    left?.close();
  }

  function lose(): void {
    const wasWelcome = isWelcome;
    end();
    attempt += 1;
    if (wasWelcome) failures = 0;
    failures += 1;
    const waitMs = Math.min(FIRST_WAIT_MS * pow(2, failures - 1), LONGEST_WAIT_MS);
    const own = attempt;
    // Consoles of a server that was restarted do not return all at once.
    effects.after(waitMs * (0.5 + effects.random()), () => {
      if (own === attempt && !isOver) connect();
    });
    if (wasWelcome) told.lost();
  }

  function refuse(reason: string): void {
    isOver = true;
    end();
    for (const one of posted.values()) one.settle(refused(reason));
    posted.clear();
    told.refused(reason);
  }

  function askTime(): void {
    times += 1;
    askedAt = effects.now();
    isAnswered = false;
    send({ type: 'time', sent: askedAt });
  }
  function takeTime(sent: number, now: EpochMs): void {
    isAnswered = true;
    const received = effects.now();
    const tripMs = received - sent;
    if (tripMs < 0) return; // the clock of this computer was set
    const isBetter = !offset || tripMs <= offset.tripMs || Math.abs(received - offset.at) > OFFSET_LIFE_MS;
    if (isBetter) offset = { ms: now + tripMs / 2 - received, tripMs, at: received };
    const own = attempt;
    if (times < FIRST_TIMES) {
      effects.after(FIRST_TIME_PERIOD_MS, () => {
        if (own === attempt && isWelcome) askTime();
      });
    }
  }

  function answer(draftId: string, outcome: Outcome<number>): void {
    posted.get(draftId)?.settle(outcome);
    posted.delete(draftId);
  }

  function welcome(message: Welcome): void {
    isWelcome = true;
    failures = 0;
    times = 0;
    offset = { ms: message.now - effects.now(), tripMs: Number.POSITIVE_INFINITY, at: effects.now() };
    told.welcomed(message);
    askTime();
    for (const one of posted.values()) deliver(one);
  }

  function receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        welcome(message);
        return;
      case 'time':
        takeTime(message.sent, message.now);
        return;
      case 'ack':
        answer(message.id, { ok: true, value: message.n });
        return;
      case 'nak': {
        const one = posted.get(message.id);
        if (!one) return;
        if (message.retryMs === undefined || !one.isWanted()) answer(message.id, refused(message.why));
        else effects.after(message.retryMs, () => posted.has(message.id) && deliver(one));
        return;
      }
      default:
        told.received(message);
    }
  }

  function connect(): void {
    attempt += 1;
    const own = attempt;
    heardAt = effects.now();
    isAnswered = true;
    const isCurrent = (): boolean => own === attempt && !isOver;
    socket = effects.openSocket(roomPath(id), {
      opened() {
        if (!isCurrent()) return;
        const presence = told.presence();
        send({ type: 'hello', v: ROOM_VERSION, key, console: self, presence, ...told.known() });
      },
      received(text) {
        if (!isCurrent()) return;
        heardAt = effects.now();
        const message = effects.read(text);
        if (message) receive(message);
      },
      closed(code) {
        if (!isCurrent()) return;
        if (isFinal(code)) refuse(REFUSALS.get(code) ?? `The server has ended the link (${code}).`);
        else lose();
      },
    });
  }

  connect();
  return {
    listen(next) {
      told = next;
    },
    isConnected: () => isWelcome,
    serverTime: () => epochMs(effects.now() + (offset?.ms ?? 0)),
    post: (draft, isWanted = () => true) =>
      new Promise((settle) => {
        const one: Posted = { draft, isWanted, settle };
        posted.set(draft.id, one);
        deliver(one);
      }),
    send(message) {
      if (isWelcome) send(message);
    },
    reconnect: lose,
    setKey(next) {
      key = next;
    },
    advance() {
      if (isOver || !socket) return;
      const now = effects.now();
      const waitedMs = now - Math.max(askedAt, heardAt);
      // The clock of this computer may have been set back.
      if (waitedMs < 0) heardAt = askedAt = now;
      else if (waitedMs >= SILENT_MS && !(isWelcome && isAnswered)) lose();
      else if (isWelcome && isAnswered && now - askedAt >= TIME_PERIOD_MS) askTime();
    },
    close() {
      isOver = true;
      end();
    },
  };
}
