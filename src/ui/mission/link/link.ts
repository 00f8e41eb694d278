import { proxy, type Remote } from 'comlink';
import type { ConsoleId, ConsoleOptions, MissionId } from '../../../shared/contract/consoles.ts';
import type {
  MissionBeginning,
  MissionHeader,
  ReplayComparison,
  TimedRecording,
} from '../../../shared/contract/journal.ts';
import type {
  MissionControl,
  MissionHost,
  MissionUpdate,
  Notice,
  Resume,
  SessionRecord,
  Snapshot,
} from '../../../shared/contract/mission-control.ts';
import type { RemoteOperations } from '../../../shared/contract/operations.ts';
import type { RequestId } from '../../../shared/contract/outcome.ts';
import type { RemoteSessionControl } from '../../../shared/contract/session-control.ts';
import { type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';
import { applyUpdate, followRecord } from './apply-update.ts';
import {
  clearSnapshot,
  edgeSecondAtom,
  linkFailureAtom,
  linkStateAtom,
  missionSecondAtom,
  type Store,
  showSnapshot,
  wallSecondAtom,
} from './atoms.ts';
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
/** Ticks of uninterrupted updates after which an outage is over. */
const STABLE_TICKS = 40;
/**
 * Consecutive failures at the same instant of the mission after which its state is taken for the cause, and a new
 * mission starts.
 */
export const ATTEMPTS_TO_RESUME = 3;
const LONGEST_PAUSE_TICKS = 32;
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
  /** Calls back every `periodMs`; returns a function that stops it. */
  every(periodMs: number, callback: () => void): () => void;
  /** Notifies the other consoles of a mission that one has ended. */
  sayGoodbye(mission: MissionId, console: ConsoleId): void;
  announce(announcement: Announcement): void;
}

/** The mission of a window, as recorded. */
export interface RecordedMission {
  readonly id: MissionId;
  /**
   * Grows at its end. A new header object means that everything may differ; a branch with additions is a new
   * object.
   */
  readonly record: SessionRecord;
}

/** A mission to continue. */
export interface ContinuedMission extends RecordedMission {
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
  /**
   * Returns the shown mission up to its last update, even if it cannot be continued; `undefined` before the first
   * one.
   */
  recording(): TimedRecording | undefined;
  /**
   * Like `recording`, but from the worker, up to now and with its hash; without a worker, from the data of this
   * page.
   */
  takeRecording(): Promise<TimedRecording | undefined>;
  /** Replays a recording in a separate worker. Rejects if that is impossible. */
  check(recording: TimedRecording): Promise<ReplayComparison>;
  /**
   * Replaces the mission with a recorded one. If that fails, the replaced one continues.
   * @param costMs mission time that takes as long to compute
   */
  open(recording: TimedRecording, costMs: number): void;
  /** Replaces the mission with a new one. */
  begin(beginning: MissionBeginning): void;
  /** Returns the mission and its branches up to the last update; `undefined` before the first one. */
  mission(): RecordedMission | undefined;
  /**
   * Replaces the mission with a stored one: in step with UTC, as after a suspension or by *Return to UTC*, or
   * joined if another window shows it. If that fails, the replaced one continues.
   * @param costMs mission time that takes as long to compute
   */
  continueMission(mission: ContinuedMission, costMs: number): void;
  stop(): void;
}

/** Replacement of the current mission. */
interface Replacement extends Pick<ConsoleOptions, 'missionId' | 'join' | 'begin'> {
  /** Absent for a new one. */
  readonly resume?: Omit<Resume, 'nextNoticeId'>;
}

interface OpeningKind {
  /** Description for the failure message. */
  readonly action: string;
  /** Header of the mission that the worker has to continue. */
  readonly continued?: MissionHeader | undefined;
}

interface Opening extends OpeningKind {
  readonly replaced: { readonly resume: Resume | undefined; readonly identity: ConsoleOptions };
  readonly ticks: number;
}

const isSameMission = (one: MissionHeader, other: MissionHeader): boolean =>
  one.seed === other.seed && one.startTime === other.startTime;

/** Returns why a worker has begun another mission, from its notice. */
const reasonOf = (notices: readonly Notice[]): string =>
  notices.find(({ lossReason }) => lossReason)?.lossReason ?? 'it could not be restored';

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
  /** Delivered state: the slices, and the record from which a new worker continues. */
  let slices: Snapshot | undefined;
  let resume: Resume | undefined;
  let recorded: Resume | undefined;
  let mission: RecordedMission | undefined;
  /** Console identity of the next worker. */
  let identity = effects.console;
  /** Recording that the worker is replaying, and the mission that it replaces. */
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

  function receive(update: MissionUpdate): void {
    const { header } = update.recorded;
    if (opening?.continued && header && !isSameMission(header, opening.continued)) {
      // A worker that cannot continue a mission begins another one.
      fail(reasonOf(update.notices));
      return;
    }
    silentTicks = 0;
    isUp = true;
    slices = applyUpdate(slices, update);
    resume = followRecord(resume, update, slices.transport.value);
    recorded = resume;
    const { missionId, self, consoles } = slices.consoles.value;
    const name = consoles.find(({ id }) => id === self)?.name;
    identity = { ...effects.console, join: undefined, begin: undefined, missionId, name };
    mission = { id: missionId, record: resume };
    opening = undefined;
    lossReason = undefined;
    const { time, rate, edge = update } = update;
    const { isInStep } = slices.transport.value;
    missionTime.follow(time, now(), rate, isInStep && !update.edge);
    edgeTime.follow(edge.time, now(), edge.rate, isInStep);
    showSnapshot(store, slices);
    showSecond();
    if (store.get(linkStateAtom).status !== 'connected') {
      store.set(linkStateAtom, { status: 'connected' });
      store.set(linkFailureAtom, undefined);
    }
    requests.receive(update.handled);
    for (const notice of update.notices) announce({ ...notice, id: `notice-${notice.id}` });
    hasEverStarted = true;
    // A mission is deterministic: this one has passed that instant, so the failure had another cause.
    if (update.recorded.time > lostAt) suspicions = 0;
  }

  function start(): void {
    silentTicks = 0;
    isUp = false;
    stableTicks = 0;
    const opened = connect((message) => {
      if (opened === connection) fail(message);
    });
    connection = opened;
    const listener = proxy((update: MissionUpdate) => {
      if (opened === connection) receive(update);
    });
    opened.host
      .open(identity, resume, lossReason)
      .then(async (remote: Remote<MissionControl>) => {
        if (opened === connection) sessionRequests.connect(remote);
        await remote.subscribe(listener);
        // The first update shows which requests the mission includes.
        if (opened === connection) requests.connect(remote);
      })
      .catch((error: unknown) => {
        if (opened === connection) fail(String(error));
      });
  }

  function end(): void {
    connection?.close();
    connection = undefined;
    const known = slices?.consoles.value;
    if (known) effects.sayGoodbye(known.missionId, known.self);
  }

  /** @param reason `undefined` if the worker never ran: its state was not involved */
  function fail(reason: string | undefined): void {
    const hadRequests = requests.lose();
    end();
    sessionRequests.lose();
    if (opening) {
      const text = `Failed to ${opening.action}: ${reason ?? 'the worker did not start'}. The mission before it continues.`;
      announce({ id: 'recording-failed', level: 'error', text });
      ({ resume, identity } = opening.replaced);
      opening = undefined;
      start();
      return;
    }
    attempt += 1;
    store.set(linkStateAtom, { status: 'lost', attempt });
    store.set(linkFailureAtom, { reason: reason ?? 'its script failed to load', hasEverStarted });
    // A request in progress is suspected first, and eventually abandoned.
    if (reason !== undefined && !hadRequests) suspicions += 1;
    lostAt = edgeTime.latestAt(now()) ?? lostAt;
    // If a restart has failed too, the past instant to be shown may be the cause.
    if (attempt > 1 && resume?.past !== undefined) resume = { ...resume, past: undefined };
    if (suspicions > ATTEMPTS_TO_RESUME && resume) {
      resume = undefined;
      identity = { ...identity, missionId: effects.newMissionId() };
      suspicions = 0;
      lossReason = reason;
    }
    // The first restart is immediate; later ones back off to let the machine recover.
    pauseTicks = attempt === 1 ? 0 : Math.min(2 ** attempt, LONGEST_PAUSE_TICKS);
    if (pauseTicks === 0) start();
  }

  function showSecond(): void {
    const secondOf = (time: EpochMs | undefined) => time && epochMs(Math.floor(time / MS_PER_S) * MS_PER_S);
    store.set(missionSecondAtom, secondOf(missionTime.timeAt(now())));
    store.set(edgeSecondAtom, secondOf(edgeTime.timeAt(now())));
    store.set(wallSecondAtom, secondOf(effects.utc()));
  }

  const patienceTicks = (): number =>
    (opening?.ticks ?? 0) + PATIENCE_TICKS * 2 ** Math.min(attempt, PATIENCE_DOUBLINGS);

  function replaceBy(next: Replacement, { action, continued }: OpeningKind, costMs: number): void {
    requests.abandon();
    end();
    sessionRequests.lose();
    const replaced = opening ? opening.replaced : { resume, identity };
    opening = { action, continued, replaced, ticks: Math.ceil(costMs / LIVED_PER_TICK_MS) };
    const { missionId, join, begin, resume: record } = next;
    resume = record && { ...record, nextNoticeId: recorded?.nextNoticeId ?? 1 };
    identity = { ...identity, missionId, join, begin };
    lossReason = undefined;
    attempt = 0;
    suspicions = 0;
    lostAt = Number.NEGATIVE_INFINITY;
    clearSnapshot(store);
    store.set(linkStateAtom, { status: 'connecting' });
    store.set(linkFailureAtom, undefined);
    start();
  }

  function tick(): void {
    showSecond();
    if (!connection) {
      pauseTicks -= 1;
      if (pauseTicks <= 0) start();
      return;
    }
    silentTicks += 1;
    if (silentTicks >= patienceTicks()) {
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

  function recording(): TimedRecording | undefined {
    const id = recorded?.transport?.branch;
    return recorded?.branches?.find(({ view }) => view.id === id) ?? recorded;
  }

  start();
  const stop = every(LINK_TICK_MS, tick);
  return {
    operations: requests.operations,
    session: sessionRequests.control,
    recording,
    async takeRecording() {
      const taken = await sessionRequests.control.recording();
      return taken.ok ? taken.value : recording();
    },
    check(checked) {
      return new Promise<ReplayComparison>((resolve, reject) => {
        const checker = connect((message) => {
          checker.close();
          reject(new Error(message ?? 'the worker did not start'));
        });
        checker.host.check(checked).finally(checker.close).then(resolve, reject);
      });
    },
    open({ header, entries, marks, time }, costMs) {
      const resume = { header, entries, marks, time, isReplay: true };
      // A new mission id, because other windows may show the mission that was recorded.
      replaceBy({ missionId: effects.newMissionId(), resume }, { action: 'open the recording' }, costMs);
    },
    begin(begin) {
      replaceBy({ missionId: effects.newMissionId(), begin }, { action: 'begin the mission' }, 0);
    },
    mission: () => mission,
    continueMission({ id, record, name }, costMs) {
      const { header, entries, marks, time, keyframe, branches } = record;
      const resume = { header, entries, marks, time, keyframe, branches };
      const kind = { action: `continue ${name}`, continued: header };
      replaceBy({ missionId: id, join: id, resume }, kind, costMs);
    },
    stop() {
      stop();
      requests.end();
      sessionRequests.lose();
      end();
    },
  };
}
