import type { ProxyMarked } from 'comlink';
import type { Advice } from '../entities/advice.ts';
import type { AnomalyLoad } from '../entities/anomaly-load.ts';
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
import type { ConsolesView } from './consoles.ts';
import type { ContactPlan } from './contact-plan.ts';
import type { WindowPatch } from './ephemeris-patch.ts';
import type { ExerciseView } from './exercise.ts';
import type { Keyframe, TimedRecording } from './journal.ts';
import type { ListPatch } from './list-patch.ts';
import type { RequestedOperations } from './operations.ts';
import type { Remotely, RequestId } from './outcome.ts';
import type { Provenance, RealData } from './real-data.ts';
import type { SessionControl } from './session-control.ts';
import type { BranchView, TransportView } from './transport.ts';

/** Clock of the mission. */
export interface MissionClock {
  /** Fixed start, 7 days before load; mission elapsed time (MET) counts from it. */
  readonly startTime: EpochMs;
  /** Mission time, UTC, at the last whole second of the clock's cadence. */
  readonly time: EpochMs;
}

/**
 * A slice of the published state. Its owner is the mission, determined by seed and journal, or the session, which
 * follows wall time.
 */
interface Slice<Value, Owner extends 'mission' | 'session'> {
  readonly owner: Owner;
  /** Carries the type only. */
  readonly value?: Value;
}

const ofMission = <Value>(): Slice<Value, 'mission'> => ({ owner: 'mission' });
const ofSession = <Value>(): Slice<Value, 'session'> => ({ owner: 'session' });

/** Registry of slices, from which the types below and the atoms of the page derive. */
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
  /** How often anomalies have asked for action. */
  anomalyLoad: ofMission<AnomalyLoad>(),
  /** Oldest first, the newest `LOG_CAP`. */
  log: ofMission<readonly LogEntry[]>(),
  /** ORBITA-1 at its newest sample, or right after a command; `undefined` without an orbit. */
  spacecraft: ofMission<SpacecraftView | undefined>(),
  /** Updated once a minute; `undefined` without an orbit. */
  eclipse: ofMission<EclipseForecast | undefined>(),
  /** Suggestions for the spacecraft itself. */
  advice: ofMission<Advice>(),
  /** Verifications of executed commands, oldest first. */
  verifications: ofMission<readonly CommandVerification[]>(),
  /** Current holder of the console. */
  duty: ofMission<ConsoleDuty>(),
  /** The exercise of the mission; `undefined` without one. */
  exercise: ofMission<ExerciseView | undefined>(),
  /** Playback of time, and the instant shown. */
  transport: ofSession<TransportView>(),
  /** Consoles that show the mission. */
  consoles: ofSession<ConsolesView>(),
  /** User-defined places of this window, and passes over them and over the observers. */
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

export type SessionSliceName = {
  [Name in SliceName]: (typeof SLICES)[Name]['owner'] extends 'session' ? Name : never;
}[SliceName];

export const mapSlices = <Value>(compute: (name: SliceName) => Value): Readonly<Record<SliceName, Value>> =>
  Object.fromEntries(SLICE_NAMES.map((name) => [name, compute(name)])) as Record<SliceName, Value>;

/** A value with its revision, counted from 1 per worker. */
export interface Revised<T> {
  readonly revision: number;
  readonly value: T;
}

export type Snapshot = { readonly [Name in SliceName]: Revised<MissionSlices[Name]> };

/** Satellite windows as changes of those that the subscriber has. */
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

/** A one-time message, never state. */
export interface Notice {
  /** Ascending over the whole mission, including restarts. */
  readonly id: number;
  readonly level: NoticeLevel;
  readonly time: EpochMs;
  readonly text: string;
  /** Id of the new anomaly that it reports; absent otherwise. */
  readonly newAnomalyId?: Anomaly['id'];
}

/** The session's state of live data. Opaque to all others, which return it unchanged. */
export type LiveResume = unknown;

export interface MissionUpdate {
  /** Mission time of the update; nothing in it is later. */
  readonly time: EpochMs;
  /** Achieved rate of the time shown; 0 for a past instant. */
  readonly rate: number;
  /** Live edge; present while a past instant is shown. */
  readonly edge?: { readonly time: EpochMs; readonly rate: number };
  /** The complete snapshot at first, then only changes: see `applyUpdate`. */
  readonly slices: SliceUpdates;
  /** Oldest first; each is delivered once per subscriber. */
  readonly notices: readonly Notice[];
  /** Accepted requests: the mission includes their effects from this update on. */
  readonly handled: readonly RequestId[];
}

/** A recording that a new worker continues from its last keyframe. */
export interface ResumeRecord extends TimedRecording {
  readonly keyframe?: Keyframe | undefined;
}

export interface BranchRecord extends ResumeRecord {
  readonly view: BranchView;
}

/** A recorded session: the mission itself, and its branches. */
export interface SessionRecord extends ResumeRecord {
  readonly branches?: readonly BranchRecord[] | undefined;
}

/** What a page shows of a session, for another worker to show again. */
export interface ShownSession {
  readonly transport: TransportView;
  /** Live edge of the branch shown. */
  readonly edge: EpochMs;
  /** Past instant shown; absent at the live edge. */
  readonly past?: EpochMs | undefined;
}

/** A stopped session for a new worker to continue; in step with UTC by default. */
export interface Resume extends SessionRecord, Partial<ShownSession> {
  readonly live?: LiveResume;
  /** Number of the next notice, 1 by default. */
  readonly nextNoticeId?: number | undefined;
  /** True if opened from a recording: its marks are compared, and a notice reports the result. */
  readonly isReplay?: boolean | undefined;
}

/** Receives one update. While its promise is pending, further updates are merged into the next. */
export type UpdateListener = (update: MissionUpdate) => void | Promise<void>;

export type SubscriptionId = number;

/** All operations of a mission and the control of its session, on either side of a channel. */
export interface MissionControl extends RequestedOperations, SessionControl {
  /** Delivers the complete snapshot once, then the changed slices, at least once a second. */
  subscribe(listener: UpdateListener & ProxyMarked): SubscriptionId;
  /** Stops the deliveries. An unknown id is no error. */
  unsubscribe(id: SubscriptionId): void;
}

/**
 * Control of the mission itself, independent of the sequencer: promises are fulfilled once the effect is applied here.
 */
export type OrderedControl = Remotely<
  RequestedOperations &
    Pick<
      SessionControl,
      | 'setNetwork'
      | 'instruct'
      | 'setRate'
      | 'runUntil'
      | 'continueRun'
      | 'step'
      | 'slowOnCritical'
      | 'returnToUtc'
    >
>;

/** Control of a mission whose inputs another console may sequence. */
export type SharedControl = {
  readonly [Name in keyof MissionControl]: (
    ...input: Parameters<MissionControl[Name]>
  ) => ReturnType<MissionControl[Name]> | Promise<ReturnType<MissionControl[Name]>>;
};
