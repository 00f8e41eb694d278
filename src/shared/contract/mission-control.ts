import type { ProxyMarked } from 'comlink';
import type { Advice } from '../entities/advice.ts';
import type { ConsoleDuty } from '../entities/duty-crew.ts';
import type {
  Anomaly,
  Command,
  PerformanceReport,
  TelemetrySample,
  TimelineEvent,
} from '../entities/entities.ts';
import type { LogEntry } from '../entities/event-log.ts';
import type { PlacesView } from '../entities/places.ts';
import type { SatelliteId } from '../entities/satellites.ts';
import type { CommandVerification, EclipseForecast, SpacecraftView } from '../entities/spacecraft.ts';
import type { EpochMs } from '../kit/units.ts';
import type { Ephemeris } from '../orbit/ephemeris.ts';
import type { ConsoleOptions, ConsolesView } from './consoles.ts';
import type { ContactPlan } from './contact-plan.ts';
import type { WindowPatch } from './ephemeris-patch.ts';
import type {
  HashMark,
  JournalEntry,
  Keyframe,
  MissionHeader,
  ReplayComparison,
  TimedRecording,
} from './journal.ts';
import type { ListPatch, PatchPiece } from './list-patch.ts';
import type { Remotely, RequestedOperations, RequestId } from './operations.ts';
import type { Provenance, RealData } from './real-data.ts';
import type { SessionControl } from './session-control.ts';
import type { BranchView, TransportView } from './transport.ts';

/** Clock of the mission. */
export interface MissionClock {
  /** The mission's fixed start, 7 days before load; mission elapsed time (MET) counts from it. */
  readonly startTime: EpochMs;
  /** Mission time, UTC, at the last whole second of the clock's cadence. */
  readonly time: EpochMs;
}

/**
 * A slice of the published state, and its owner: the mission, which seed and journal decide, or the session, which
 * follows wall time.
 */
interface Slice<Value, Owner extends 'mission' | 'session'> {
  readonly owner: Owner;
  /** Only its type counts. */
  readonly value?: Value;
}

const ofMission = <Value>(): Slice<Value, 'mission'> => ({ owner: 'mission' });
const ofSession = <Value>(): Slice<Value, 'session'> => ({ owner: 'session' });

/** The registry of slices: what follows below, and the atoms of the page, follow from it. */
export const SLICES = {
  clock: ofMission<MissionClock>(),
  /** Oldest first, at most `TELEMETRY_HISTORY_LENGTH`. */
  telemetry: ofMission<readonly TelemetrySample[]>(),
  ephemerides: ofMission<Readonly<Record<SatelliteId, Ephemeris>>>(),
  contacts: ofMission<ContactPlan>(),
  realData: ofSession<RealData>(),
  provenance: ofSession<Readonly<Record<SatelliteId, Provenance>>>(),
  /** In order of queueing. */
  commands: ofMission<readonly Command[]>(),
  /** Sorted by start time (spec §4). */
  timeline: ofMission<readonly TimelineEvent[]>(),
  /** Newest first, at most `ANOMALY_LIST_CAP`. */
  anomalies: ofMission<readonly Anomaly[]>(),
  performance: ofMission<PerformanceReport>(),
  /** Oldest first, the newest `LOG_CAP`. */
  log: ofMission<readonly LogEntry[]>(),
  /** ORBITA-1 at its newest sample, or right after a command; `undefined` without an orbit. */
  spacecraft: ofMission<SpacecraftView | undefined>(),
  /** Updated once a minute; `undefined` without an orbit. */
  eclipse: ofMission<EclipseForecast | undefined>(),
  /** What is suggested for the spacecraft itself. */
  advice: ofMission<Advice>(),
  /** Verifications of executed commands, oldest first. */
  verifications: ofMission<readonly CommandVerification[]>(),
  /** Who has the console. */
  duty: ofMission<ConsoleDuty>(),
  /** How time goes on, and which instant is shown. */
  transport: ofSession<TransportView>(),
  /** Who shows the mission. */
  consoles: ofSession<ConsolesView>(),
  /** The user's own places in this window, and the passes over them and over the observers. */
  places: ofSession<PlacesView>(),
} as const;

export type SliceName = keyof typeof SLICES;
export const SLICE_NAMES = Object.keys(SLICES) as readonly SliceName[];

/** Published state of a mission, slice by slice. An unchanged slice keeps its identity and its revision. */
export type MissionSlices = {
  readonly [Name in SliceName]: (typeof SLICES)[Name] extends Slice<infer Value, 'mission' | 'session'>
    ? Value
    : never;
};

/** Slices of the session. */
export type SessionSliceName = {
  [Name in SliceName]: (typeof SLICES)[Name]['owner'] extends 'session' ? Name : never;
}[SliceName];

/** Something for each slice. */
export const mapSlices = <Value>(compute: (name: SliceName) => Value): Readonly<Record<SliceName, Value>> =>
  Object.fromEntries(SLICE_NAMES.map((name) => [name, compute(name)])) as Record<SliceName, Value>;

/** A value with its revision, counted from 1 while a worker runs. */
export interface Revised<T> {
  readonly revision: number;
  readonly value: T;
}

export type Snapshot = { readonly [Name in SliceName]: Revised<MissionSlices[Name]> };

/** The satellites' windows as changes of those that the subscriber has. */
export interface EphemeridesPatch {
  readonly revision: number;
  readonly since: number;
  readonly windows: Readonly<Record<SatelliteId, Ephemeris | WindowPatch>>;
}

/** Update of a slice: complete or, for a list or windows that the subscriber has, a patch. */
export type SliceUpdate<Value> =
  | Revised<Value>
  | (Value extends readonly (infer Entry)[] ? ListPatch<Entry> : never)
  | (Value extends Readonly<Record<SatelliteId, Ephemeris>> ? EphemeridesPatch : never);

export type SliceUpdates = { readonly [Name in SliceName]?: SliceUpdate<MissionSlices[Name]> };

export type NoticeLevel = 'success' | 'info' | 'warning' | 'error';

/** A one-time message. It is never state. */
export interface Notice {
  /** Ascending over the whole mission, restarts included. */
  readonly id: number;
  readonly level: NoticeLevel;
  readonly time: EpochMs;
  readonly text: string;
  /** Present only where it reports a new anomaly: its id. */
  readonly newAnomalyId?: Anomaly['id'];
  /** Present only where it reports that a new mission has begun in place of the earlier one: why. */
  readonly lossReason?: string;
}

/** What the session knows of live data. Only the session reads it; others return it unchanged. */
export type LiveResume = unknown;

export interface MissionUpdate {
  /** Mission time of the update: nothing in it is later. */
  readonly time: EpochMs;
  /** Achieved rate at which the time shown goes on; 0 for a past instant. */
  readonly rate: number;
  /** Live edge, while a past instant is shown. */
  readonly edge?: { readonly time: EpochMs; readonly rate: number };
  /** The complete snapshot the first time, then only changes: see `applyUpdate`. */
  readonly slices: SliceUpdates;
  /** Oldest first; each is delivered once to each subscriber. */
  readonly notices: readonly Notice[];
  /** Accepted requests: the mission includes their effects from this update on. */
  readonly handled: readonly RequestId[];
  /** The recording since the last update: see `Recording`. */
  readonly recorded: SessionRecorded;
}

/** What an update adds to the recording of a mission. */
export interface Recorded {
  /** Live edge of the mission. */
  readonly time: EpochMs;
  /** Only with the first update of a subscription, and then all of the journal and the marks follow. */
  readonly header?: MissionHeader | undefined;
  readonly entries: readonly JournalEntry[];
  readonly marks: readonly HashMark[];
  /** The newest, if it is new; its log as a patch of that of the last one. */
  readonly keyframe?: KeyframeUpdate | undefined;
}

/** What an update adds to the recording of a session: to the mission itself, and to the branches with news. */
export interface SessionRecorded extends Recorded {
  /** Only if it has changed. */
  readonly live?: LiveResume;
  /** A branch that is not in the transport any more is deleted. */
  readonly branches?: readonly (Recorded & { readonly view: BranchView })[] | undefined;
}

export interface KeyframeUpdate extends Omit<Keyframe, 'log'> {
  readonly log: readonly PatchPiece<LogEntry>[];
}

/** A recording from whose last keyframe a new worker continues. */
export interface ResumeRecord extends TimedRecording {
  readonly keyframe?: Keyframe | undefined;
}

/** A branch as recorded. */
export interface BranchRecord extends ResumeRecord {
  readonly view: BranchView;
}

/** A session as recorded: the mission itself, and its branches. */
export interface SessionRecord extends ResumeRecord {
  readonly branches?: readonly BranchRecord[] | undefined;
}

/** A stopped session, from which a new worker continues. */
export interface Resume extends SessionRecord {
  readonly live?: LiveResume;
  /** As of the last update; by default in step with UTC. */
  readonly transport?: TransportView | undefined;
  /** The past instant that was shown. */
  readonly past?: EpochMs | undefined;
  /** Number of the next notice. */
  readonly nextNoticeId: number;
  /** Opened from a recording: its marks are compared, and a notice reports the result. */
  readonly isReplay?: boolean | undefined;
}

/** Receives one update. While its promise is pending, further updates are merged into the next one. */
export type UpdateListener = (update: MissionUpdate) => void | Promise<void>;

export type SubscriptionId = number;

/** All operations of a mission and the control of its session, on either side of a channel. */
export interface MissionControl extends RequestedOperations, SessionControl {
  /** Delivers the complete snapshot once, then the changed slices, at least once a second. */
  subscribe(listener: UpdateListener & ProxyMarked): SubscriptionId;
  /** Stops the deliveries. An unknown id is no error. */
  unsubscribe(id: SubscriptionId): void;
}

/** What acts on the mission itself, wherever its inputs get their order: the promises are fulfilled once the effect is here. */
export type OrderedControl = Remotely<
  RequestedOperations &
    Pick<
      SessionControl,
      'setNetwork' | 'setRate' | 'runUntil' | 'continueRun' | 'step' | 'slowOnCritical' | 'returnToUtc'
    >
>;

/** The control of a mission that another console may order. */
export type SharedControl = {
  readonly [Name in keyof MissionControl]: (
    ...input: Parameters<MissionControl[Name]>
  ) => ReturnType<MissionControl[Name]> | Promise<ReturnType<MissionControl[Name]>>;
};

/** Interface of the worker: one mission, opened once, continued or new. */
export interface MissionHost {
  /**
   * Starts the mission. One that cannot be continued is reported with a notice, and a new mission starts.
   * @throws Error if a recording cannot be lived through
   * @param lossReason instead of a mission to continue: why it was lost, for the new one to report
   */
  open(console: ConsoleOptions, resume?: Resume, lossReason?: string): Promise<SharedControl & ProxyMarked>;
  /**
   * Lives through a recording from its start, apart from any mission, and compares its hashes.
   * @throws Error if it cannot be lived through
   */
  check(recording: TimedRecording): ReplayComparison | Promise<ReplayComparison>;
}
