import { proxy, type Remote } from 'comlink';
import { applyUpdate } from '../../shared/apply-update.ts';
import type {
  Checkpoint,
  MissionControl,
  MissionHost,
  MissionUpdate,
  Notice,
} from '../../shared/mission-control.ts';
import type { RemoteOperations, RequestId } from '../../shared/operations.ts';
import { epochMs, MS_PER_S } from '../../shared/units.ts';
import { linkFailureAtom, linkStateAtom, missionSecondAtom, type Store, showSnapshot } from './atoms.ts';
import type { MissionTime } from './mission-time.ts';
import { createRequests } from './requests.ts';

/** How often the link looks at the time and at the worker's silence. */
export const LINK_TICK_MS = 250;
/**
 * Ticks without an update after which a connected worker counts as lost: 2.25 s, where an update comes every second.
 * Ticks are counted, not time, so that a machine that slept does not blame the worker for it.
 */
export const SILENT_TICKS = 9;
/** Ticks that a starting worker gets until its first update: it has its code to load. */
export const STARTING_TICKS = 24;
/** While none has ever started, the code may take its time over the network: each gets twice as long, up to this often. */
const PATIENCE_DOUBLINGS = 3;
/** Ticks of uninterrupted updates after which an outage is over and forgotten. */
const STABLE_TICKS = 40;
/** After so many failures in a row at the same instant of the mission its state is to blame, and it starts anew. */
export const ATTEMPTS_WITH_CHECKPOINT = 3;
const LONGEST_PAUSE_TICKS = 32;

/** A running worker, as the link sees it. */
export interface WorkerConnection {
  readonly host: Remote<MissionHost>;
  /** Ends the worker; nothing it still sends arrives. */
  close(): void;
}

/** What is said to the operator once: a notice of the mission, or one of the page itself. */
export interface Announcement extends Omit<Notice, 'id' | 'time'> {
  readonly id: string;
}

export interface LinkEffects {
  readonly store: Store;
  readonly missionTime: MissionTime;
  /** Starts a worker. `onFailure` is told what it throws, and nothing when it cannot be loaded. */
  connect(onFailure: (message?: string) => void): WorkerConnection;
  /** Monotonic milliseconds. */
  now(): number;
  /** A name for a request that no other one has, in this page or another. */
  newRequestId(): RequestId;
  /** Calls back every `periodMs`; answers how to stop it. */
  every(periodMs: number, callback: () => void): () => void;
  /** Shows a notice to the operator. */
  announce(announcement: Announcement): void;
}

/** A mission behind a link that does not break for those who use it. */
export interface MissionLink {
  /** Each is done once, however often the worker is lost meanwhile; it answers when its effect has arrived here. */
  readonly operations: RemoteOperations;
  /** Ends the link. */
  stop(): void;
}

/**
 * Keeps a worker running: starts it, takes its updates, hands the last state back to a new one when it falls silent,
 * throws or does not start, and makes again the requests whose effect has not arrived.
 */
export function linkMission(effects: LinkEffects): MissionLink {
  const { store, missionTime, connect, now, every, announce } = effects;
  const requests = createRequests(effects.newRequestId);
  let connection: WorkerConnection | undefined;
  /** The state to restart from: exactly what has been delivered. */
  let checkpoint: Checkpoint | undefined;
  /** Why the mission before was given up, until a new one has told it. */
  let lossReason: string | undefined;
  let silentTicks = 0;
  let stableTicks = 0;
  let pauseTicks = 0;
  let attempt = 0;
  /** The failures that the state may have brought about, and the mission time of the last one. */
  let suspicions = 0;
  let lostAt = Number.NEGATIVE_INFINITY;
  let hasEverStarted = false;

  function receive(update: MissionUpdate): void {
    silentTicks = 0;
    checkpoint = { slices: applyUpdate(checkpoint?.slices, update), resume: update.resume };
    lossReason = undefined;
    missionTime.follow(update.time, now());
    showSnapshot(store, checkpoint.slices);
    showSecond();
    if (store.get(linkStateAtom).status !== 'connected') {
      store.set(linkStateAtom, { status: 'connected' });
      store.set(linkFailureAtom, undefined);
    }
    requests.receive(update.handled);
    for (const notice of update.notices) announce({ ...notice, id: `notice-${notice.id}` });
    hasEverStarted = true;
    // A mission does the same at the same instant: this one has lived through it, so something else ended its worker.
    if (update.time > lostAt) suspicions = 0;
  }

  function start(): void {
    silentTicks = 0;
    stableTicks = 0;
    const opened = connect((message) => {
      if (opened === connection) fail(message);
    });
    connection = opened;
    const listener = proxy((update: MissionUpdate) => {
      if (opened === connection) receive(update);
    });
    opened.host
      .open(checkpoint, lossReason)
      .then(async (control: Remote<MissionControl>) => {
        await control.subscribe(listener);
        if (opened === connection) requests.connect(control);
      })
      .catch((error: unknown) => {
        if (opened === connection) fail(String(error));
      });
  }

  /** @param reason none where the worker never ran: its state had no part in it */
  function fail(reason: string | undefined): void {
    const hadRequests = requests.lose();
    connection?.close();
    connection = undefined;
    attempt += 1;
    store.set(linkStateAtom, { status: 'lost', attempt });
    store.set(linkFailureAtom, { reason: reason ?? 'its script cannot be loaded', hasEverStarted });
    // A request that it was handling is suspected first, and given up in time.
    if (reason !== undefined && !hadRequests) suspicions += 1;
    lostAt = missionTime.at(now()) ?? lostAt;
    if (suspicions > ATTEMPTS_WITH_CHECKPOINT && checkpoint) {
      checkpoint = undefined;
      suspicions = 0;
      lossReason = reason;
    }
    // The first restart is immediate, the next ones leave the machine room to recover.
    pauseTicks = attempt === 1 ? 0 : Math.min(2 ** attempt, LONGEST_PAUSE_TICKS);
    if (pauseTicks === 0) start();
  }

  function showSecond(): void {
    const time = missionTime.at(now());
    if (time !== undefined) store.set(missionSecondAtom, epochMs(Math.floor(time / MS_PER_S) * MS_PER_S));
  }

  const patienceTicks = (): number =>
    hasEverStarted ? STARTING_TICKS : STARTING_TICKS * 2 ** Math.min(attempt, PATIENCE_DOUBLINGS);

  function tick(): void {
    showSecond();
    if (!connection) {
      pauseTicks -= 1;
      if (pauseTicks <= 0) start();
      return;
    }
    silentTicks += 1;
    const isConnected = store.get(linkStateAtom).status === 'connected';
    if (silentTicks >= (isConnected ? SILENT_TICKS : patienceTicks())) {
      fail('the worker fell silent');
    } else if (isConnected) {
      stableTicks += 1;
      if (stableTicks < STABLE_TICKS) return;
      attempt = 0;
      suspicions = 0;
    }
  }

  start();
  const stop = every(LINK_TICK_MS, tick);
  return {
    operations: requests.operations,
    stop() {
      stop();
      requests.end();
      connection?.close();
      connection = undefined;
    },
  };
}
