import { expose, proxy } from 'comlink';
import { type ConsoleId, channelOf, type MissionId, type RoomAddress } from '../shared/contract/consoles.ts';
import type { PageLog } from '../shared/contract/durable-log.ts';
import type { Resume } from '../shared/contract/mission-control.ts';
import type { MissionHost } from '../shared/contract/mission-host.ts';
import { type Outcome, type Remotely, refused } from '../shared/contract/outcome.ts';
import type { BranchId } from '../shared/contract/transport.ts';
import { toHex } from '../shared/kit/octets.ts';
import { MS_PER_MIN, MS_PER_S } from '../shared/kit/units.ts';
import { GATEWAY_ACCESS, isOnline } from './gateway-access.ts';
import { checkRecording } from './session/branches/check-recording.ts';
import type { Joining } from './session/consoles/join.ts';
import type { Introduction, Message, MessageBus, WholeMission } from './session/consoles/messages.ts';
import type { Reader } from './session/consoles/read-message.ts';
import type { OwnConsole } from './session/consoles/roster.ts';
import { type LoggedSession, openLogged, readDatabase } from './session/keeping/open-logged.ts';
import { createHttpGateway } from './session/live-data/http-gateway.ts';
import { missionClock } from './session/open-mission.ts';
import type { RoomSocket, RoomSocketListener } from './session/room/room-link.ts';
import { openSession, type Session } from './session/session.ts';

/**
 * Composition root of the worker: its only file that touches the clock, randomness, timers and the channel.
 */

const clock = missionClock(() => Date.now());
const after = (delayMs: number, callback: () => void) => void setTimeout(callback, delayMs);

/** Only workers of the same build share a mission. */
const BUILD = import.meta.env.VITE_BUILD_DIGEST || 'development';

/** Loads the message reader: a first visit, without other consoles, does not need it. */
const loadReader = () => import('./session/consoles/read-message.ts');
async function joinBy(bus: MessageBus, self: Introduction): Promise<Joining> {
  const [{ joinMission }] = await Promise.all([import('./session/consoles/join.ts'), loadReader()]);
  return joinMission(bus, self, after);
}

/**
 * Opens the mission's channel between the windows of this browser; `undefined` if the browser has none.
 * @param isShown true if this window shows the mission: it then answers at once, even before its reader is loaded
 */
function openBus(mission: MissionId, self: Introduction, isShown: boolean): MessageBus | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  const channel = new BroadcastChannel(channelOf(mission));
  let isOpen = true;
  return {
    // A session that is over may still get an answer of the network, and would tell the others.
    send(message) {
      if (isOpen) channel.postMessage(message);
    },
    listen(listener) {
      const receive = (read: Reader, data: unknown): void => {
        const message = read(data);
        if (message) listener(message);
      };
      let reader: Reader | undefined;
      channel.onmessage = ({ data }) => {
        if (reader) receive(reader, data);
        // A message is lost if the reader fails to load. The timer turns a listener's error into one of the worker.
        else {
          if (isShown) channel.postMessage({ type: 'here', from: self.id } satisfies Message);
          loadReader().then(
            ({ createReader }) => {
              reader ??= createReader(self, globalThis.console.debug);
              setTimeout(receive, 0, reader, data);
            },
            () => undefined,
          );
        }
      };
    },
    close() {
      isOpen = false;
      channel.close();
    },
  };
}

/**
 * Most mission time to simulate at once: some 50 ms of work, after which the worker answers and reports. Longer than
 * an update period at the highest rate, 15 min, so that each period has one update.
 */
const SLICE_MS = 20 * MS_PER_MIN;

/** The session and its log, until the page says that it is over. */
let current: LoggedSession | undefined;
/** Leaves the channels of its mission. */
let leave = (): void => undefined;

/**
 * Wakes the session whenever something is due, and every second. After a suspension or a clock change the first
 * wake-up begins to catch up.
 */
function drive(): void {
  if (!current) return;
  const { session, keeper } = current;
  const hasCaughtUp = session.advanceTo(clock.now(), SLICE_MS);
  void keeper.advance();
  const untilDue = hasCaughtUp ? session.nextDueTime() - clock.now() : 0;
  setTimeout(drive, Math.min(Math.max(0, untilDue), MS_PER_S));
}

const gateway = createHttpGateway(GATEWAY_ACCESS);

/** Reports to the session when the computer goes offline and online. */
function followNetwork(session: Session): void {
  const report = () => {
    session.setOnline(isOnline());
    if (current) session.advanceTo(clock.now(), SLICE_MS);
  };
  addEventListener('online', report);
  addEventListener('offline', report);
  session.setOnline(isOnline());
}

/** 48 random bits, so that no two sessions of a mission have the same id. */
const newConsoleId = (): ConsoleId => toHex(crypto.getRandomValues(new Uint8Array(6)));

const newId = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)));

/** Lets the page replace this worker, as after any uncaught error. */
const giveUp = (reason: string): void =>
  after(0, () => {
    throw new Error(reason);
  });

/** Loads the code of the database, which a first visit does not need at once. */
const loadDatabase = () =>
  import('./session/keeping/mission-store.ts').catch(({ message }: Error) => {
    throw new Error(`its code failed to load: ${message}`);
  });

/** Loads the way to ground systems, over the server of this page. */
const loadGroundPort = async (window: string) =>
  (await import('./session/ground-link/http-ground-port.ts')).createHttpGroundPort(
    (path, init) => fetch(path, init),
    window,
  );

/** Opens a WebSocket to the server of the page, wherever it has the gateway. */
function openSocket(path: string, { opened, received, closed }: RoomSocketListener): RoomSocket {
  const socket = new WebSocket(new URL(path, location.origin.replace(/^http/, 'ws')));
  socket.onopen = opened;
  socket.onmessage = ({ data }) => received(String(data));
  socket.onclose = ({ code }) => closed(code);
  return {
    send: (text) => socket.send(text),
    close() {
      socket.onclose = null;
      socket.close();
    },
  };
}

/** Enters a room, whose code most missions do not need. */
const enterRoom = async (address: RoomAddress, self: OwnConsole, page: Remotely<PageLog>) =>
  (await import('./session/room/open-room.ts')).openRoom(address, self, {
    build: BUILD,
    async branches() {
      const held = await page.read(address.id);
      return held?.head.build === BUILD ? (held.record.branches ?? []) : [];
    },
    openSocket,
    fetch: (path, init) => fetch(path, init),
    elapsed: () => performance.now(),
    now: clock.now,
    after,
    random: Math.random,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    giveUp,
  });

/** Shares the mission of a session over the server of the page. */
async function share(session: Session): Promise<Outcome<RoomAddress>> {
  const { shareMission } = await import('./session/room/share-mission.ts');
  const shared = await shareMission(
    () => ({ ...session.shared(), build: BUILD }),
    (path, init) => fetch(path, init),
  );
  if (shared.ok) session.tellShared(shared.value);
  return shared;
}

const NOT_SHARED = refused('This mission is not shared.');

const host: MissionHost = {
  check(recording) {
    return checkRecording(recording);
  },
  async open({ join, room, openedAt, begin, window, nextNoticeId, ...options }, page, source, lossReason) {
    const self: Introduction = { id: newConsoleId(), build: BUILD, since: openedAt };
    const entered = room && (await enterRoom(room, { ...options, ...self, missionId: room.id }, page));
    const bus = join === undefined || entered ? undefined : openBus(join, self, false);
    const joining = bus ? await joinBy(bus, self) : {};
    const { foreign } = joining;

    function openAs(joined: WholeMission | undefined, reason: string | undefined): Promise<LoggedSession> {
      const missionId = room?.id ?? (joined && join ? join : options.missionId);
      const isForeign = foreign !== undefined && missionId !== join;
      if (!joined && !isForeign) bus?.close();
      const effects = {
        missionId,
        build: BUILD,
        window,
        page,
        loadDatabase,
        loadReader: () => import('./session/keeping/continue-kept.ts'),
        now: clock.now,
        after,
        newId,
        giveUp,
      };
      const isJoined = joined !== undefined || entered !== undefined;
      const openIn = (resume: Resume | undefined): Session => {
        const ownBus = joined ? bus : entered ? undefined : openBus(missionId, self, true);
        leave = () => {
          entered?.close();
          ownBus?.close();
          bus?.close();
        };
        return openSession({
          clock,
          console: {
            ...options,
            ...self,
            missionId,
            bus: ownBus,
            foreign,
            foreignBus: isForeign ? bus : undefined,
          },
          joined,
          entered,
          isKept: source?.kind === 'log' && !source.shown,
          seed: Date.now(),
          ...begin,
          gateway,
          loadGroundPort: () => loadGroundPort(window),
          logError: globalThis.console.error,
          resume,
          lossReason: reason,
        });
      };
      return openLogged(
        source,
        { nextNoticeId, isJoined, isShownForeign: foreign !== undefined },
        effects,
        openIn,
      );
    }
    /** Data that another window has sent may be damaged: this one then begins, or continues, alone. */
    const openJoined = (joined: WholeMission): Promise<LoggedSession> =>
      openAs(joined, lossReason).catch(() =>
        openAs(undefined, 'what another window has sent of it is damaged'),
      );
    const opened = await (joining.mission ? openJoined(joining.mission) : openAs(undefined, lossReason));
    current = opened;
    followNetwork(opened.session);
    drive();
    return proxy({
      ...opened.control,
      shareMission: () => share(opened.session),
      renewRoomKeys: () => entered?.renewKeys() ?? Promise.resolve(NOT_SHARED),
      sendDoneAlone: (branch: BranchId) => entered?.sendDoneAlone(branch) ?? Promise.resolve(NOT_SHARED),
    });
  },
  async flush(isLast) {
    const written = current?.keeper.flush();
    if (isLast) {
      current = undefined;
      leave();
    }
    await written;
  },
  async logged(id) {
    const read = await readDatabase(id, { loadDatabase, after });
    return read.ok ? read.value.record : undefined;
  },
};

expose(host);
