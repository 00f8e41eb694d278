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
  UNREACHABLE,
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
  /** Monotonic milliseconds: the clock of this computer may be wrong, or be set. They may stand still while it sleeps. */
  elapsed(): number;
  /** UTC by the clock of this computer. */
  now(): EpochMs;
  /** Calls back once after some milliseconds. */
  after(delayMs: number, callback: () => void): void;
  /** Uniform in [0, 1). */
  random(): number;
}

export type Welcome = Extract<ServerMessage, { type: 'welcome' }>;

/** Messages that are no answers to this console. */
export type RoomNews = Exclude<ServerMessage, { type: 'welcome' | 'ack' | 'nak' | 'time' }>;

/** Receives what the server says. */
export interface RoomLinkListener {
  /** Returns the number of entries known, and the log that they belong to; `undefined` before the first. */
  known(): { readonly since: number; readonly epoch: string } | undefined;
  presence(): Presence;
  welcomed(welcome: Welcome): void;
  /** Any other message than answers to acts, and the time. */
  received(message: RoomNews): void;
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
  /** Returns the key with which the link enters. */
  key(): string;
  /** Returns UTC of the server. */
  serverTime(): EpochMs;
  /**
   * Sends an act, after those before it, until the server has taken or refused it.
   * @param isWanted false once it is not to be sent again
   */
  post(draft: RoomDraft, isWanted?: () => boolean): Promise<Outcome<number>>;
  send(message: ClientMessage): void;
  /** Connects anew, as after a loss. */
  reconnect(): void;
  /** Replaces the keys of the room. Repeated until the server has answered. */
  renew(operatorKey: string): void;
  /** Keeps the time, and notices a server that has gone silent; to be called every second or so. */
  advance(): void;
  close(): void;
}

/** What an operator gets to read while the server cannot be reached. */
export const LINK_LOST = `${UNREACHABLE} Take over to continue alone.`;

const REFUSALS: ReadonlyMap<number, string> = new Map([
  [ROOM_CLOSE.refused, 'The link does not lead to a shared mission: it has ended, or the link is wrong.'],
  [
    ROOM_CLOSE.version,
    'The server has another version of this page. Reload this page, then open the link of the shared mission again.',
  ],
  [
    ROOM_CLOSE.renewed,
    'The links of the shared mission have been replaced. Ask its operators for a new one.',
  ],
  [ROOM_CLOSE.ended, 'The shared mission has ended.'],
  [ROOM_CLOSE.full, 'The shared mission has as many consoles as it may have. Try again when one has left.'],
  [
    ROOM_CLOSE.malformed,
    'The server does not understand this page. Reload this page, then open the link of the shared mission again.',
  ],
]);

const UNREADABLE_LOG =
  'The shared mission has entries that this version of the page cannot read. Reload this page, then open its link again.';

/** A link that has held for this long was a good one. */
const HELD_MS = 5 * MS_PER_S;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 20 * MS_PER_S;
/** The server is asked for its time this often; several times at first, as the quickest answer is the truest. */
const TIME_PERIOD_MS = 10 * MS_PER_S;
const FIRST_TIMES = 5;
const FIRST_TIME_PERIOD_MS = 200;
/** A server that answers nothing for longer is lost. */
const SILENT_MS = 6 * MS_PER_S;
/** Two measurements of the time differ by no more, besides what their trips explain. */
const CLOCK_ERROR_MS = 50;
/** The two clocks of this computer part by more only if it has slept, or one was set. */
const SLEPT_MS = MS_PER_S;
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
  /** Keys to enter with, in this order. A second one is the new key, until the server has answered that it holds. */
  let keys: readonly string[] = [firstKey];
  let socket: RoomSocket | undefined;
  /** Increases with each connection: what an earlier one still says does not count. */
  let attempt = 0;
  let failures = 0;
  let isWelcome = false;
  let welcomedAt = Number.NEGATIVE_INFINITY;
  /** Why the server has refused a key, while there is another one to try. */
  let refusedFor: string | undefined;
  let isOver = false;
  /** Acts in order; only the first one is on its way. */
  let posted: readonly Posted[] = [];
  /** Time of the server at the zero of the monotonic clock, as the quickest answer says, and when that was. */
  let offset: { readonly ms: number; readonly tripMs: number; readonly at: number } | undefined;
  /** When the server was last asked for its time, and if it has answered. */
  let askedAt = effects.elapsed();
  let isAnswered = true;
  let heardAt = effects.elapsed();
  let times = 0;
  /** Lead of the clock of this computer over its monotonic one, when the server was last asked for its time. */
  let lead = 0;
  const leadNow = (): number => effects.now() - effects.elapsed();

  const send = (message: ClientMessage): void => socket?.send(JSON.stringify(message));
  function deliverFirst(): void {
    const [first] = posted;
    if (!first || !isWelcome) return;
    if (first.isWanted()) {
      send({ type: 'act', draft: first.draft });
      askedAt = effects.elapsed();
      isAnswered = false;
    } else answer(first.draft.id, refused('The order was withdrawn.'));
  }

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
    // A server that only says welcome is not asked all the time.
    if (wasWelcome && effects.elapsed() - welcomedAt >= HELD_MS) failures = 0;
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
    for (const one of posted) one.settle(refused(reason));
    posted = [];
    told.refused(reason);
  }

  function askTime(): void {
    times += 1;
    lead = leadNow();
    askedAt = effects.elapsed();
    isAnswered = false;
    send({ type: 'time', sent: askedAt });
  }
  function takeTime(sent: number, now: EpochMs): void {
    isAnswered = true;
    const received = effects.elapsed();
    const tripMs = received - sent;
    const ms = now + tripMs / 2 - received;
    const isBetter =
      !offset ||
      tripMs <= offset.tripMs ||
      received - offset.at > OFFSET_LIFE_MS ||
      // This computer has slept, or the clock of the server was set.
      Math.abs(ms - offset.ms) > (tripMs + offset.tripMs) / 2 + CLOCK_ERROR_MS;
    if (isBetter) offset = { ms, tripMs, at: received };
    const own = attempt;
    if (times < FIRST_TIMES) {
      effects.after(FIRST_TIME_PERIOD_MS, () => {
        if (own === attempt && isWelcome) askTime();
      });
    }
  }

  function answer(draftId: string, outcome: Outcome<number>): void {
    const one = posted.find(({ draft }) => draft.id === draftId);
    if (!one) return;
    posted = posted.filter((other) => other !== one);
    one.settle(outcome);
    deliverFirst();
  }

  function welcome(message: Welcome): void {
    isWelcome = true;
    welcomedAt = effects.elapsed();
    refusedFor = undefined;
    times = 0;
    const elapsed = effects.elapsed();
    offset = { ms: message.now - elapsed, tripMs: Number.POSITIVE_INFINITY, at: elapsed };
    told.welcomed(message);
    askTime();
    const [, newKey] = keys;
    if (newKey !== undefined) send({ type: 'renew', operatorKey: newKey });
    deliverFirst();
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
        isAnswered = true;
        answer(message.id, { ok: true, value: message.n });
        return;
      case 'nak':
        isAnswered = true;
        if (message.retryMs === undefined) answer(message.id, refused(message.why));
        else effects.after(message.retryMs, deliverFirst);
        return;
      case 'renewed':
        keys = [message.operatorKey];
        told.received(message);
        return;
      default:
        told.received(message);
    }
  }

  function connect(): void {
    attempt += 1;
    const own = attempt;
    heardAt = effects.elapsed();
    isAnswered = true;
    const [key = firstKey] = keys;
    const isCurrent = (): boolean => own === attempt && !isOver;
    socket = effects.openSocket(roomPath(id), {
      opened() {
        if (!isCurrent()) return;
        const presence = told.presence();
        send({ type: 'hello', v: ROOM_VERSION, key, console: self, presence, ...told.known() });
      },
      received(text) {
        if (!isCurrent()) return;
        heardAt = effects.elapsed();
        const message = effects.read(text);
        if (message) receive(message);
        // The mission cannot be known without its entries; what else a newer server says can be left out.
        else if (text.startsWith('{"type":"log"')) refuse(UNREADABLE_LOG);
      },
      closed(code) {
        if (!isCurrent()) return;
        const reason = REFUSALS.get(code) ?? `The server has ended the link (${code}).`;
        if (!isFinal(code)) lose();
        else if (keys.length > 1 && (code === ROOM_CLOSE.refused || code === ROOM_CLOSE.renewed)) {
          keys = keys.slice(1);
          refusedFor = reason;
          lose();
        } else refuse(refusedFor ?? reason);
      },
    });
  }

  connect();
  return {
    listen(next) {
      told = next;
    },
    isConnected: () => isWelcome,
    key: () => keys[0] ?? firstKey,
    serverTime: () => epochMs(Math.round(effects.elapsed() + (offset?.ms ?? 0))),
    post: (draft, isWanted = () => true) =>
      new Promise((settle) => {
        posted = [...posted, { draft, isWanted, settle }];
        if (posted.length === 1) deliverFirst();
      }),
    send(message) {
      if (isWelcome) send(message);
    },
    reconnect: lose,
    renew(operatorKey) {
      keys = [keys[0] ?? firstKey, operatorKey];
      if (isWelcome) send({ type: 'renew', operatorKey });
    },
    advance() {
      if (isOver || !socket) return;
      const now = effects.elapsed();
      const waitedMs = now - Math.max(askedAt, heardAt);
      if (waitedMs >= SILENT_MS && !(isWelcome && isAnswered)) lose();
      else if (isWelcome && isAnswered) {
        const hasSlept = Math.abs(leadNow() - lead) > SLEPT_MS;
        if (hasSlept || now - askedAt >= TIME_PERIOD_MS) askTime();
      }
    },
    close() {
      isOver = true;
      end();
    },
  };
}
