import { proxy, type Remote } from 'comlink';
import type {
  ConsoleId,
  ConsoleOptions,
  MissionId,
  RoomAddress,
  RoomView,
} from '../../../shared/contract/consoles.ts';
import type { Keeping, KeptMissions, PageLog } from '../../../shared/contract/durable-log.ts';
import type { MissionBeginning, ReplayComparison, TimedRecording } from '../../../shared/contract/journal.ts';
import type {
  MissionControl,
  MissionUpdate,
  Notice,
  SessionRecord,
  Snapshot,
} from '../../../shared/contract/mission-control.ts';
import {
  type MissionHost,
  type MissionSource,
  ROOM_REFUSED,
  UNREADABLE,
} from '../../../shared/contract/mission-host.ts';
import type { RemoteOperations } from '../../../shared/contract/operations.ts';
import { type Remotely, type RequestId, refused } from '../../../shared/contract/outcome.ts';
import type { RoomControl } from '../../../shared/contract/room.ts';
import type { RemoteSessionControl } from '../../../shared/contract/session-control.ts';
import { MAIN_BRANCH } from '../../../shared/contract/transport.ts';
import { type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';
import { applyUpdate, shownIn } from './apply-update.ts';
import {
  clearSnapshot,
  edgeSecondAtom,
  enteringSinceAtom,
  keepingAtom,
  linkFailureAtom,
  linkStateAtom,
  missionSecondAtom,
  roomAddressAtom,
  roomRefusalAtom,
  type Store,
  showSnapshot,
  wallSecondAtom,
} from './atoms.ts';
import { createMemoryLog, type MemoryLog } from './memory-log.ts';
import { createMissionTime, type MissionTime } from './mission-time.ts';
import { createRequests } from './requests.ts';
import { createSessionRequests } from './session-requests.ts';

/** Period of the link's checks. */
export const LINK_TICK_MS = 250;
/**
 * Ticks without an update after which a connected worker counts as lost: 2.25 s, with one update per second. Ticks
 * are counted, not time, so that a suspended machine is not mistaken for a silent worker.
 */
export const SILENT_TICKS = 9;
/** Ticks without an update after which a worker is replaced: 6 s, enough for a new one to load its code. */
export const PATIENCE_TICKS = 24;
/**
 * Times that the patience doubles, once per restart of an outage: another worker keeps a busy machine even busier,
 * and code may load slowly over the network.
 */
const PATIENCE_DOUBLINGS = 3;
/** Why a shared mission is left whose worker has failed again and again. */
const GIVEN_UP = 'The shared mission has failed in this window several times.';

/** What a new worker says of a shared mission, of which it shows no branch at first. */
const SHOWS_MAIN = 'The simulation restarted and shows the mission itself. Its branches are in Branches.';
const BRANCH_LEFT = refused(
  'The simulation restarted and shows the mission itself. Look in the branch whether the request was carried out.',
);

/** True if a window shows another branch of the same mission than before. */
const hasLeftBranch = (before: Snapshot, now: Snapshot): boolean =>
  before.consoles.value.missionId === now.consoles.value.missionId &&
  before.transport.value.branch !== now.transport.value.branch;
/**
 * Ticks after which a worker that has not entered a shared mission is replaced: 60 s. It may be waiting for the network, which
 * cannot be told from a dead worker; the next one begins to wait anew.
 */
export const ENTERING_TICKS = 240;
/** Ticks of uninterrupted updates after which an outage is over. */
const STABLE_TICKS = 40;
/**
 * Consecutive failures at the same instant of the mission after which its state is taken for the cause, and a new
 * mission starts.
 */
export const ATTEMPTS_TO_RESUME = 3;
export const LONGEST_PAUSE_TICKS = 32;
/** Mission time that even a slow machine simulates in a tick. */
const LIVED_PER_TICK_MS = 15 * MS_PER_MIN;

export interface WorkerConnection<Host> {
  readonly host: Host;
  /** Terminates the worker; its messages in transit are dropped. */
  close(): void;
}

/** A one-time message to the operator: a notice of the mission or of the page itself. */
export interface Announcement extends Omit<Notice, 'id' | 'time'> {
  readonly id: string;
}

export interface LinkEffects {
  readonly store: Store;
  readonly missionTime: MissionTime;
  /** Options with which the window opens. */
  readonly console: ConsoleOptions;
  newMissionId(): MissionId;
  /** Starts a worker. `onFailure` gets the message of an uncaught error, or none if the script cannot be loaded. */
  connect(onFailure: (message?: string) => void): WorkerConnection<Remote<MissionHost>>;
  /** Returns monotonic milliseconds. */
  now(): number;
  /** Returns UTC by the clock of this computer. */
  utc(): EpochMs;
  /** Returns a globally unique request id. */
  newRequestId(): RequestId;
  /** Calls back every `periodMs`. */
  every(periodMs: number, callback: () => void): void;
  /** Notifies the other consoles of a mission that one has ended. */
  sayGoodbye(mission: MissionId, console: ConsoleId): void;
  announce(announcement: Announcement): void;
  /** The log in the memory of this page; a new one by default. */
  readonly memory?: MemoryLog;
}

/** A kept mission to continue. */
export interface ContinuedMission {
  readonly id: MissionId;
  /** Readable name: `the mission of 12:40`. */
  readonly name: string;
}

/** A mission behind a link that recovers transparently. */
export interface MissionLink {
  /** Each operation runs once, however often the worker is lost; its promise resolves when the effect has arrived. */
  readonly operations: RemoteOperations;
  /**
   * Refused while there is no worker, as are calls that a lost worker has not answered. A new worker does not know
   * the user's own places until it receives them.
   */
  readonly session: RemoteSessionControl;
  /** Sharing of the mission with other machines; refused like `session`. */
  readonly rooms: Remotely<RoomControl>;
  /** The missions in the database, through the worker; refused like `session`. */
  readonly kept: Remotely<KeptMissions>;
  /** Sets whether the browser keeps the mission, from now on and after each restart. */
  keepMissions(isOn: boolean): void;
  /**
   * Returns the shown mission from the worker, up to now and with its hash; without an answering worker, as the log
   * has it. `undefined` without a mission.
   */
  takeRecording(): Promise<TimedRecording | undefined>;
  /** Replays a recording in a separate worker. Rejects if that is impossible. */
  check(recording: TimedRecording): Promise<ReplayComparison>;
  /**
   * Replaces the mission with a recorded one. If that fails, the replaced one continues.
   * @param costMs mission time that takes as long to compute
   * @param onShown called once the recorded mission is to be shown
   */
  open(recording: TimedRecording, costMs: number, onShown?: () => void): void;
  /** Replaces the mission with a new one. */
  begin(beginning: MissionBeginning): void;
  /**
   * Replaces the mission with a stored one: in step with UTC, as after a suspension or by *Return to UTC*, or
   * joined if another window shows it. If that fails, the replaced one continues.
   * @param costMs mission time that takes as long to compute
   */
  continueMission(mission: ContinuedMission, costMs: number): void;
  /**
   * Replaces the mission with a shared one. While its server cannot be reached, the worker tries again; if the server refuses,
   * the replaced mission continues.
   */
  enterRoom(address: RoomAddress): void;
  /** Hands everything new over to the log, because the page may end. */
  flush(): void;
  /**
   * Ends the session, because the page ends or goes to the back/forward cache.
   * @param isCached true for the cache: the worker then ends at once, because there, in the middle of a transaction, it
   * would block the database for all other pages
   */
  suspend(isCached: boolean): void;
  /** Lets a new worker continue, because the page has come back. */
  resume(): void;
}

/** What a worker opens. */
interface Target {
  readonly identity: ConsoleOptions;
  /** Absent for a new mission. */
  readonly source?: MissionSource | undefined;
}

interface Opening {
  /** Description for the failure message. */
  readonly action: string;
  readonly replaced: Target;
  readonly ticks: number;
  readonly onShown?: (() => void) | undefined;
}

/**
 * Keeps a worker running: starts it, applies its updates, and lets a new one continue the mission when it falls
 * silent, throws or does not start; repeats requests whose effect has not arrived.
 */
export function linkMission(effects: LinkEffects): MissionLink {
  const { store, missionTime, connect, now, every, announce } = effects;
  const requests = createRequests(effects.newRequestId);
  const edgeTime = createMissionTime();
  const sessionRequests = createSessionRequests();
  let connection: WorkerConnection<Remote<MissionHost>> | undefined;
  /** The worker before, while it hands over its log. */
  let leaving: { readonly writer: WorkerConnection<unknown>; close(): void } | undefined;
  const memory = effects.memory ?? createMemoryLog();
  let slices: Snapshot | undefined;
  /** What the next worker opens. */
  let target: Target = { identity: effects.console };
  let nextNoticeId = 1;
  /** The choice of the user, once known. */
  let keeps: boolean | undefined;
  /** Recording or mission that the worker is opening, and the mission that it replaces. */
  let opening: Opening | undefined;
  /** Reason for the loss of the previous mission, until a new one has reported it. */
  let lossReason: string | undefined;
  let silentTicks = 0;
  let stableTicks = 0;
  let pauseTicks = 0;
  let attempt = 0;
  /** Failures that the state may have caused, and the mission time of the last one. */
  let suspicions = 0;
  let lostAt = Number.NEGATIVE_INFINITY;
  let hasEverStarted = false;
  /** True once this worker has sent an update. */
  let isUp = false;
  let isSuspended = false;
  /** Shared mission that another window has made of this one, once this window has followed or not. */
  let followedRoom: MissionId | undefined;

  function receive(update: MissionUpdate): void {
    const before = isUp ? undefined : slices;
    silentTicks = 0;
    isUp = true;
    slices = applyUpdate(slices, update);
    if (before && hasLeftBranch(before, slices)) {
      requests.abandon(BRANCH_LEFT);
      announce({ id: 'branch-left', level: 'info', text: SHOWS_MAIN });
    }
    const { missionId, self, consoles } = slices.consoles.value;
    const name = consoles.find(({ id }) => id === self)?.name;
    const transport = slices.transport.value;
    const shown = shownIn(update, slices);
    const room = followRoom(slices.consoles.value.room);
    target = {
      identity: { ...effects.console, join: undefined, begin: undefined, missionId, name, room },
      // The server keeps a shared mission.
      source: room ? undefined : { kind: 'log', shown },
    };
    store.set(roomAddressAtom, room);
    nextNoticeId = (update.notices.at(-1)?.id ?? nextNoticeId - 1) + 1;
    if (opening) {
      memory.retain(missionId);
      leaving?.close();
      opening.onShown?.();
    }
    opening = undefined;
    lossReason = undefined;
    const { time, rate, edge = update } = update;
    const { isInStep } = transport;
    const stands = slices.consoles.value.room?.isConnected === false && transport.branch === MAIN_BRANCH;
    missionTime.follow(time, now(), stands && !update.edge ? 0 : rate, isInStep && !update.edge);
    edgeTime.follow(edge.time, now(), stands ? 0 : edge.rate, isInStep);
    showSnapshot(store, slices);
    showSecond();
    if (store.get(linkStateAtom).status !== 'connected') {
      store.set(linkStateAtom, { status: 'connected' });
      store.set(linkFailureAtom, undefined);
    }
    requests.receive(update.handled);
    followShared(slices);
    for (const notice of update.notices) announce({ ...notice, id: `notice-${notice.id}` });
    hasEverStarted = true;
    // A mission is deterministic: this one has passed that instant, so the failure had another cause.
    if (edge.time > lostAt) suspicions = 0;
  }

  /** Enters the shared mission that another window has made of this one, unless branches of this window would be lost. */
  function followShared({ consoles, transport }: Snapshot): void {
    const { sharedAs } = consoles.value;
    if (!sharedAs || sharedAs.id === followedRoom) return;
    followedRoom = sharedAs.id;
    if (transport.value.branches.length === 1) {
      enterRoom(sharedAs);
      return;
    }
    const text =
      'Another window has shared this mission with other machines. This window stays in the unshared one, so that its branches are not lost. To join, open the new link.';
    announce({ id: 'shared-elsewhere', level: 'info', text });
  }

  /** Returns the address of the shared mission that the worker shows, or is entering; new keys are in its updates. */
  function followRoom(view: RoomView | undefined): RoomAddress | undefined {
    const { room } = target.identity;
    if (!room) return undefined;
    if (view) store.set(enteringSinceAtom, undefined);
    return { ...room, key: view?.keys?.operator ?? room.key };
  }

  function start(): void {
    silentTicks = 0;
    isUp = false;
    stableTicks = 0;
    const { room } = target.identity;
    store.set(roomAddressAtom, room);
    store.set(enteringSinceAtom, (since) => room && (since ?? effects.utc()));
    const opened = connect((message) => {
      if (opened === connection) fail(message);
    });
    connection = opened;
    const listener = proxy((update: MissionUpdate) => {
      if (opened === connection) receive(update);
    });
    opened.host
      .open({ ...target.identity, nextNoticeId }, proxy(logOf(opened)), target.source, lossReason)
      .then(async (remote: Remote<MissionControl & KeptMissions & RoomControl>) => {
        if (opened === connection) sessionRequests.connect(remote);
        if (opened === connection && keeps !== undefined) void remote.keepMissions(keeps);
        await remote.subscribe(listener);
        // The first update shows which requests the mission includes.
        if (opened === connection) requests.connect(remote);
      })
      .catch((error: unknown) => {
        if (opened !== connection) return;
        const { name, message } = error instanceof Error ? error : new Error(String(error));
        if (name === ROOM_REFUSED && !opening) leaveRoom(message);
        else fail(message, name !== UNREADABLE);
      });
  }

  /** Returns the log for a worker: what a lost one still sends is not for it. */
  function logOf(writer: WorkerConnection<unknown>): Remotely<PageLog> {
    const isCurrent = () => writer === connection || writer === leaving?.writer;
    return {
      async write(batch) {
        if (isCurrent()) memory.write(batch);
      },
      read: async (id) => memory.read(id),
      async remove(id) {
        if (isCurrent()) memory.remove(id);
      },
      async report(keeping) {
        if (writer === connection) showKeeping(keeping);
      },
    };
  }

  function showKeeping(keeping: Keeping): void {
    const wasKept = store.get(keepingAtom).status === 'on';
    store.set(keepingAtom, keeping);
    if (!wasKept || keeping.status !== 'stopped') return;
    const text = `This browser no longer keeps the mission: ${keeping.reason}. Everything else continues.`;
    announce({ id: 'keeping-stopped', level: 'warning', text });
  }

  /** Tells the other consoles that this one has ended. */
  function sayGoodbye(): void {
    const known = slices?.consoles.value;
    if (known) effects.sayGoodbye(known.missionId, known.self);
  }

  /** Lets the worker hand over its log, and ends it: at once if it is lost or must not go on. */
  function end(isAtOnce: boolean): void {
    leaving?.close();
    const left = connection;
    connection = undefined;
    if (!left || isAtOnce) {
      left?.close();
      sayGoodbye();
      return;
    }
    const known = slices?.consoles.value;
    const one = {
      writer: left,
      close(): void {
        if (leaving !== one) return;
        leaving = undefined;
        left.close();
        // Before, it may still be heard.
        if (known) effects.sayGoodbye(known.missionId, known.self);
      },
    };
    leaving = one;
    left.host.flush(true).then(one.close, one.close);
  }

  /**
   * @param reason `undefined` if the worker never ran
   * @param isOfState true if the state of the mission may be the cause
   */
  function fail(reason: string | undefined, isOfState = reason !== undefined): void {
    const hadRequests = requests.lose();
    end(true);
    sessionRequests.lose();
    if (opening) {
      const why = reason?.replace(/\.$/, '') ?? 'the worker did not start';
      const text = `Failed to ${opening.action}: ${why}. The mission before it continues.`;
      announce({ id: 'recording-failed', level: 'error', text });
      const { missionId } = target.identity;
      target = opening.replaced;
      if (missionId !== target.identity.missionId) memory.remove(missionId);
      opening = undefined;
      start();
      return;
    }
    attempt += 1;
    store.set(linkStateAtom, { status: 'lost', attempt });
    store.set(linkFailureAtom, { reason: reason ?? 'its script failed to load', hasEverStarted });
    // A request in progress is suspected first, and eventually abandoned.
    if (isOfState && !hadRequests) suspicions += 1;
    lostAt = edgeTime.latestAt(now()) ?? lostAt;
    // If a restart has failed too, the past instant to be shown may be the cause.
    const { source } = target;
    if (attempt > 1 && source?.kind === 'log' && source.shown)
      target = { ...target, source: { ...source, shown: { ...source.shown, past: undefined } } };
    if (suspicions > ATTEMPTS_TO_RESUME && (source || target.identity.room)) {
      memory.remove(target.identity.missionId);
      if (target.identity.room) store.set(roomRefusalAtom, GIVEN_UP);
      target = { identity: { ...target.identity, missionId: effects.newMissionId(), room: undefined } };
      suspicions = 0;
      lossReason = reason;
    }
    // The first restart is immediate; later ones back off to let the machine recover.
    pauseTicks = attempt === 1 ? 0 : Math.min(2 ** attempt, LONGEST_PAUSE_TICKS);
    if (pauseTicks === 0) start();
  }

  /** Begins a mission of its own, because the shared one has refused this window. @param reason a sentence */
  function leaveRoom(reason: string): void {
    requests.abandon();
    end(true);
    sessionRequests.lose();
    target = { identity: { ...target.identity, missionId: effects.newMissionId(), room: undefined } };
    startAnew();
    store.set(roomRefusalAtom, reason);
  }

  /** Starts a worker for a target that has nothing to do with the mission shown. */
  function startAnew(): void {
    lossReason = undefined;
    attempt = 0;
    suspicions = 0;
    lostAt = Number.NEGATIVE_INFINITY;
    store.set(enteringSinceAtom, undefined);
    store.set(roomRefusalAtom, undefined);
    clearSnapshot(store);
    store.set(linkStateAtom, { status: 'connecting' });
    store.set(linkFailureAtom, undefined);
    start();
  }

  function showSecond(): void {
    const secondOf = (time: EpochMs | undefined) => time && epochMs(Math.floor(time / MS_PER_S) * MS_PER_S);
    store.set(missionSecondAtom, secondOf(missionTime.timeAt(now())));
    store.set(edgeSecondAtom, secondOf(edgeTime.timeAt(now())));
    store.set(wallSecondAtom, secondOf(effects.utc()));
  }

  const patienceTicks = (): number =>
    (opening?.ticks ?? 0) + PATIENCE_TICKS * 2 ** Math.min(attempt, PATIENCE_DOUBLINGS);

  function replaceBy(
    next: Partial<ConsoleOptions>,
    action: string,
    costMs: number,
    source?: MissionSource,
    onShown?: () => void,
  ): void {
    requests.abandon();
    end(false);
    sessionRequests.lose();
    const replaced = opening ? opening.replaced : target;
    opening = { action, replaced, ticks: Math.ceil(costMs / LIVED_PER_TICK_MS), onShown };
    const identity = { ...target.identity, join: undefined, begin: undefined, room: undefined, ...next };
    target = { identity, source };
    startAnew();
  }

  function enterRoom(room: RoomAddress): void {
    replaceBy({ missionId: room.id, room }, 'enter the shared mission', 0);
  }

  function tick(): void {
    if (isSuspended) return;
    showSecond();
    if (!connection) {
      pauseTicks -= 1;
      if (pauseTicks <= 0) start();
      return;
    }
    silentTicks += 1;
    if (!isUp && target.identity.room) {
      if (silentTicks < ENTERING_TICKS) return;
      if (opening) {
        fail('its server cannot be reached');
        return;
      }
      end(true);
      start();
    } else if (silentTicks >= patienceTicks()) {
      fail('the worker timed out');
    } else if (isUp && silentTicks === SILENT_TICKS) {
      stableTicks = 0;
      store.set(linkStateAtom, { status: 'lost', attempt: 0 });
    } else if (isUp && silentTicks < SILENT_TICKS) {
      stableTicks += 1;
      if (stableTicks < STABLE_TICKS) return;
      attempt = 0;
      suspicions = 0;
    }
  }

  /** Returns the shown mission as the log has it; another worker reads the database. */
  async function readRecording(): Promise<TimedRecording | undefined> {
    const known = slices;
    if (!known) return undefined;
    const { missionId } = known.consoles.value;
    const record = memory.read(missionId)?.record ?? (await readDatabase(missionId));
    const { branch } = known.transport.value;
    return branch === MAIN_BRANCH ? record : record?.branches?.find(({ view }) => view.id === branch);
  }

  const readDatabase = (id: MissionId): Promise<SessionRecord | undefined> =>
    aside((host) => host.logged(id)).catch(() => undefined);

  /** Asks a worker of its own. */
  function aside<Value>(ask: (host: Remote<MissionHost>) => Promise<Value>): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      const asked = connect((message) => {
        asked.close();
        reject(new Error(message ?? 'the worker did not start'));
      });
      ask(asked.host).finally(asked.close).then(resolve, reject);
    });
  }

  start();
  every(LINK_TICK_MS, tick);
  return {
    operations: requests.operations,
    session: sessionRequests.control,
    rooms: sessionRequests.control,
    kept: sessionRequests.control,
    keepMissions(isOn) {
      keeps = isOn;
      void sessionRequests.control.keepMissions(isOn);
    },
    async takeRecording() {
      const taken = await sessionRequests.control.recording();
      return taken.ok ? taken.value : readRecording();
    },
    check: (checked) => aside((host) => host.check(checked)),
    open({ header, entries, marks, time }, costMs, onShown) {
      const recording = { header, entries, marks, time };
      // A new mission id, because other windows may show the mission that was recorded.
      const next = { missionId: effects.newMissionId() };
      replaceBy(next, 'open the recording', costMs, { kind: 'recording', recording }, onShown);
    },
    begin(begin) {
      replaceBy({ missionId: effects.newMissionId(), begin }, 'begin the mission', 0);
    },
    continueMission({ id, name }, costMs) {
      replaceBy({ missionId: id, join: id }, `continue ${name}`, costMs, { kind: 'log' });
    },
    enterRoom,
    flush: () => void connection?.host.flush(false),
    suspend(isCached) {
      isSuspended = true;
      requests.disconnect();
      sessionRequests.lose();
      // Chromium carries this out before the worker ends.
      if (isCached) void connection?.host.flush(true);
      end(isCached);
      if (!isCached) sayGoodbye();
    },
    resume() {
      if (!isSuspended) return;
      isSuspended = false;
      if (connection) return;
      attempt = 0;
      suspicions = 0;
      store.set(linkStateAtom, { status: 'lost', attempt });
      const { source } = target;
      if (source?.kind === 'log') target = { ...target, source: { ...source, wasAway: true } };
      start();
    },
  };
}
