import { randomBytes } from 'node:crypto';
import type { RoomHome } from '../../src/gateway/rooms/home.ts';
import { createMemoryHome } from '../../src/gateway/rooms/memory-home.ts';
import { createRoomServer, type RoomServer } from '../../src/gateway/rooms/room-server.ts';
import type { ConsoleKind, RoomAddress } from '../../src/shared/contract/consoles.ts';
import type { BranchRecord } from '../../src/shared/contract/mission-control.ts';
import { ROOM_CLOSE, ROOMS_PATH } from '../../src/shared/contract/room.ts';
import { readRoomBeginning, readRoomSnapshot } from '../../src/shared/contract/room-schema.ts';
import { type EpochMs, epochMs, MS_PER_S } from '../../src/shared/kit/units.ts';
import { type OpenedRoom, openRoom } from '../../src/worker/session/room/open-room.ts';
import type { RoomSocket, RoomSocketListener } from '../../src/worker/session/room/room-link.ts';
import { shareMission } from '../../src/worker/session/room/share-mission.ts';
import { openSession, type Session, type SessionOptions } from '../../src/worker/session/session.ts';
import { createMemoryExchange } from './memory-exchange.ts';
import { T0 } from './mission.ts';

/** Code of a socket that was lost, not closed. */
const LOST = 1006;
/** Turns of the event loop within which whatever was asked of the server or of digests is done. */
const TURNS = 12;

/** A machine in the network, and the console on it. */
export interface Machine {
  readonly session: Session;
  readonly room: OpenedRoom;
  /** Delay of a message in each direction, ms. */
  delayMs: () => number;
  /** Cuts the machine off, or lets it reach the server again. */
  setOnline(isOnline: boolean): void;
  /** Lets the machine sleep, in which its monotonic clock stands still, or wakes it. */
  setAwake(isAwake: boolean): void;
  /** Ends the console without a goodbye. */
  kill(): void;
  /** Why the worker has given up; `undefined` while it has not. */
  gaveUp(): string | undefined;
}

interface MachineOptions extends Partial<SessionOptions> {
  readonly name?: string;
  readonly kind?: ConsoleKind;
  readonly build?: string;
  /** Lead of its clock over that of the server, ms. */
  readonly aheadMs?: number;
  readonly delayMs?: () => number;
  /** Branches that an earlier worker of its window had made. */
  readonly branches?: readonly BranchRecord[];
  /** Most mission time that it simulates in a tenth of a second, ms. */
  readonly speedMs?: number;
  /** Number of its server. */
  readonly server?: number;
}

interface RunningServer {
  readonly server: RoomServer;
  /** Ends it without a word to the others. */
  kill(): void;
}

export type RoomNetwork = ReturnType<typeof openRoomNetwork>;

/**
 * Consoles on several machines, and a server of rooms, with clock and messages that a test drives.
 * @param count servers behind one address, with one home; a console whose server is down reaches another one
 */
export function openRoomNetwork(count = 1) {
  let now: number = T0;
  let opened = 0;
  let parcels: readonly { readonly at: number; readonly arrive: () => void }[] = [];
  let home: RoomHome = createMemoryHome();
  const exchange = count > 1 ? createMemoryExchange() : undefined;
  /** Those that are up, by their number. */
  const servers = new Map<number, RunningServer>();
  for (let number = 0; number < count; number++) servers.set(number, open());
  /** What the server has yet to answer. Digests take their own time, in another thread, so that none passes here. */
  let asked = 0;
  const machines = new Set<{ tick(): void; nextTime(): number }>();
  /** Servers of the open sockets, by what loses them. */
  const sockets = new Map<() => void, RoomServer>();

  function open(): RunningServer {
    const link = exchange?.open();
    const server = createRoomServer({
      home,
      exchange: link?.exchange,
      clock: { now: () => epochMs(now) },
      randomBytes,
      log: () => undefined,
    });
    return {
      server,
      kill() {
        link?.setCut(true);
        server.close();
      },
    };
  }

  /** Returns a server, or another one while it is down; `undefined` while all are. */
  const serverBy = (number: number): RoomServer | undefined =>
    (servers.get(number) ?? [...servers.values()][0])?.server;

  const after = (delayMs: number, arrive: () => void): void => {
    parcels = [...parcels, { at: now + delayMs, arrive }];
  };

  async function turns(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn++) await new Promise(setImmediate);
  }

  async function settle(): Promise<void> {
    const due = parcels.filter(({ at }) => at <= now);
    parcels = parcels.filter(({ at }) => at > now);
    for (const { arrive } of due) arrive();
    if (due.length > 0) await turns();
    while (asked > 0) await turns();
    for (const machine of machines) machine.tick();
  }

  /** Lets time pass, in steps to whatever is due next. */
  async function pass(ms: number): Promise<void> {
    const end = now + ms;
    while (now < end) {
      const wakes = [...machines].map((machine) => machine.nextTime());
      const next = Math.min(end, now + MS_PER_S, ...parcels.map(({ at }) => at), ...wakes);
      const second = Math.floor(now / MS_PER_S);
      now = Math.max(now + 1, Math.ceil(next));
      if (Math.floor(now / MS_PER_S) !== second) for (const { server } of servers.values()) server.tick();
      await settle();
    }
  }

  async function answerFetch(path: string, init: RequestInit): Promise<Response> {
    const server = serverBy(0);
    if (!server) throw new TypeError('Failed to fetch');
    asked += 1;
    try {
      return await answer(server, path, init);
    } finally {
      asked -= 1;
    }
  }

  const answer = async (
    server: RoomServer,
    path: string,
    { method = 'GET', headers, body }: RequestInit,
  ): Promise<Response> => {
    if (path === ROOMS_PATH) {
      const beginning = readRoomBeginning(String(body));
      if (!beginning.ok) return new Response(beginning.message, { status: 400 });
      const begun = await server.begin(beginning.value, undefined);
      return begun.ok ? Response.json(begun.value) : new Response(begun.message, { status: 429 });
    }
    const id = path.split('/')[2] ?? '';
    const role = await server.roleOf(id, new Headers(headers).get('Room-Key') ?? '');
    if (!role) return new Response(null, { status: 404 });
    if (method === 'PUT') {
      const snapshot = readRoomSnapshot(String(body));
      if (snapshot.ok && role === 'operator') await server.keepSnapshot(id, snapshot.value);
      return new Response(null, { status: 204 });
    }
    const stored = await server.snapshot(id);
    return stored ? new Response(new Uint8Array(stored.bytes)) : new Response(null, { status: 404 });
  };

  /** Opens a console on a machine of its own. */
  async function enter(address: RoomAddress, options: MachineOptions = {}): Promise<Machine> {
    const {
      name,
      kind = 'desk',
      build = 'one',
      aheadMs = 0,
      speedMs,
      server: number = 0,
      branches = [],
      ...sessionOptions
    } = options;
    const id = `console-${++opened}`;
    const clock = () => epochMs(now + aheadMs);
    const control = { delayMs: options.delayMs ?? (() => 1) };
    let isOnline = true;
    let sleptMs = 0;
    let asleepSince: number | undefined;
    let gaveUp: string | undefined;
    let isKilled = false;
    const own = new Set<() => void>();

    function openSocket(path: string, listener: RoomSocketListener): RoomSocket {
      let isOpen = true;
      const lose = (): void => {
        if (!isOpen) return;
        isOpen = false;
        setAsked(false);
        own.delete(lose);
        sockets.delete(lose);
        at?.closed();
        after(1, () => listener.closed(LOST));
      };
      const isReachable = (): boolean => isOpen && isOnline && !isKilled;
      own.add(lose);
      let at: ReturnType<RoomServer['connect']> | undefined;
      let isAsked = false;
      const setAsked = (is: boolean): void => {
        asked += Number(is) - Number(isAsked);
        isAsked = is;
      };
      // In each direction messages arrive in order.
      const channel = () => {
        let last = 0;
        return (arrive: () => void): void => {
          last = Math.max(last, now + control.delayMs());
          after(last - now, () => isReachable() && arrive());
        };
      };
      const [up, down] = [channel(), channel()];
      after(1, () => {
        const server = serverBy(number);
        if (!isReachable() || !server) return void lose();
        sockets.set(lose, server);
        at = server.connect(path.split('/')[2] ?? '', {
          send(text) {
            setAsked(false);
            down(() => listener.received(text));
          },
          close(code) {
            setAsked(false);
            down(() => {
              isOpen = false;
              listener.closed(code);
            });
          },
          unread: () => 0,
        });
        listener.opened();
      });
      const deliver = (text: string): void => {
        if (/^{"type":"(hello|renew)"/.test(text)) setAsked(true);
        at?.received(text);
      };
      return { send: (text) => up(() => deliver(text)), close: lose };
    }

    const self = {
      id,
      build,
      since: clock(),
      kind,
      ...(name !== undefined && { name }),
      missionId: address.id,
    };
    const opening = openRoom(address, self, {
      build,
      branches: async () => branches,
      openSocket,
      fetch: (path, init) =>
        isOnline ? answerFetch(path, init) : Promise.reject(new TypeError('Failed to fetch')),
      elapsed: () => (asleepSince ?? now) - sleptMs,
      now: clock,
      after,
      random: () => 0.5,
      randomBytes,
      giveUp: (reason) => {
        gaveUp = reason;
      },
    });
    let room: OpenedRoom | undefined;
    let failure: unknown;
    opening.then(
      (value) => {
        room = value;
      },
      (error: unknown) => {
        failure = error;
      },
    );
    for (let wait = 0; !room && failure === undefined && wait < 400; wait++) {
      await pass(20);
      await turns();
    }
    if (!room) throw failure ?? new Error('The room was not entered');
    const session = openSession({
      clock: { now: clock },
      seed: 1,
      ...sessionOptions,
      console: self,
      entered: room,
    });
    let dueAt = session.nextDueTime();
    const machine = {
      tick() {
        if (dueAt > clock() || asleepSince !== undefined) return;
        const isUpToDate = session.advanceTo(clock(), speedMs);
        dueAt = isUpToDate ? session.nextDueTime() : epochMs(clock() + 100);
      },
      nextTime: () => (asleepSince === undefined ? dueAt - aheadMs : Number.POSITIVE_INFINITY),
    };
    machines.add(machine);
    session.advanceTo(clock(), speedMs);
    return Object.assign(control, {
      session,
      room,
      setOnline(is: boolean) {
        isOnline = is;
        if (!is) for (const lose of [...own]) lose();
      },
      setAwake(is: boolean) {
        if (asleepSince !== undefined) sleptMs += now - asleepSince;
        asleepSince = is ? undefined : now;
      },
      kill() {
        isKilled = true;
        machines.delete(machine);
        for (const lose of [...own]) lose();
      },
      gaveUp: () => gaveUp,
    });
  }

  return {
    enter,
    pass,
    now: (): EpochMs => epochMs(now),
    /** Shares the mission of a session that is alone with it. */
    async share(session: Session, build = 'one'): Promise<RoomAddress> {
      const shared = shareMission(() => ({ ...session.shared(), build }), answerFetch);
      await turns();
      const outcome = await shared;
      if (!outcome.ok) throw new Error(outcome.message);
      return outcome.value;
    },
    home: () => home,
    /** Ends a server: all its sockets are lost. */
    stopServer(number = 0) {
      const stopped = servers.get(number);
      servers.delete(number);
      stopped?.kill();
      for (const [lose, server] of [...sockets]) if (server === stopped?.server) lose();
    },
    /** Starts the first server again, with the same home or another one. */
    startServer(next: RoomHome = home) {
      home = next;
      servers.set(0, open());
    },
    closeCodes: ROOM_CLOSE,
  };
}

/** Waits for a promise while time passes. */
export async function during<Value>(
  network: RoomNetwork,
  promise: Promise<Value>,
  mostMs = 5000,
): Promise<Value> {
  let result: { readonly value: Value } | undefined;
  void promise.then((value) => {
    result = { value };
  });
  for (let waited = 0; !result && waited < mostMs; waited += 20) await network.pass(20);
  if (!result) throw new Error(`Nothing after ${mostMs} ms`);
  return result.value;
}
