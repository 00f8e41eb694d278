import type { ProxyMarked } from 'comlink';
import type { ContactPlan } from './contact-plan.ts';
import type { ConsoleDuty } from './duty-crew.ts';
import type { SatelliteId } from './elements.ts';
import type {
  Anomaly,
  Command,
  PerformanceMetrics,
  SatellitePosition,
  TelemetrySample,
  TimelineEvent,
} from './entities.ts';
import type { Ephemeris } from './ephemeris.ts';
import type { LogEntry } from './event-log.ts';
import type { ListPatch } from './list-patch.ts';
import type { Operations, RequestId } from './operations.ts';
import type { Provenance, RealData } from './real-data.ts';
import type { CommandVerification, EclipseForecast, SpacecraftView } from './spacecraft.ts';
import type { EpochMs } from './units.ts';

/** The mission's own time. */
export interface MissionClock {
  /** The mission's fixed start, 7 days before load; mission elapsed time (MET) counts from it. */
  readonly startTime: EpochMs;
  /** Mission time, UTC, at the last whole second of the clock's cadence. */
  readonly time: EpochMs;
}

/** What a mission shows, slice by slice. A slice that did not change keeps its identity and its revision. */
export interface MissionSlices {
  readonly clock: MissionClock;
  /** Oldest first, at most `TELEMETRY_HISTORY_LENGTH`. */
  readonly telemetry: readonly TelemetrySample[];
  readonly ephemerides: Readonly<Record<SatelliteId, Ephemeris>>;
  /** The samples of spec §9: 50 from now on, 6 s apart, seen from the satellite's observer; none without an orbit. */
  readonly positions: Readonly<Record<SatelliteId, readonly SatellitePosition[]>>;
  readonly contacts: ContactPlan;
  readonly realData: RealData;
  readonly provenance: Readonly<Record<SatelliteId, Provenance>>;
  /** In the order in which they were queued. */
  readonly commands: readonly Command[];
  /** Sorted by start time (spec §4). */
  readonly timeline: readonly TimelineEvent[];
  /** Newest first, at most `ANOMALY_LIST_CAP`. */
  readonly anomalies: readonly Anomaly[];
  readonly performance: PerformanceReport;
  /** Oldest first, the newest `LOG_CAP`. */
  readonly log: readonly LogEntry[];
  /** ORBITA-1 at its newest sample, or as a command has just changed it; `undefined` without an orbit. */
  readonly spacecraft: SpacecraftView | undefined;
  /** Made once a minute; `undefined` without an orbit. */
  readonly eclipse: EclipseForecast | undefined;
  /** Of executed commands, oldest first. */
  readonly evidence: readonly CommandVerification[];
  /** Who has the console. */
  readonly duty: ConsoleDuty;
}

/** The figures of spec §3, and the instant they are for. */
export interface PerformanceReport extends PerformanceMetrics {
  readonly time: EpochMs;
}

export const SLICE_NAMES = [
  'clock',
  'telemetry',
  'ephemerides',
  'positions',
  'contacts',
  'realData',
  'provenance',
  'commands',
  'timeline',
  'anomalies',
  'performance',
  'log',
  'spacecraft',
  'eclipse',
  'evidence',
  'duty',
] as const satisfies readonly (keyof MissionSlices)[];
export type SliceName = (typeof SLICE_NAMES)[number];

/** A value with the number of its change, counted from 1 over the mission's whole life, restarts included. */
export interface Revised<T> {
  readonly revision: number;
  readonly value: T;
}

export type Snapshot = { readonly [Name in SliceName]: Revised<MissionSlices[Name]> };

/** A slice that changed: as a whole or, where it is a list that the subscriber holds, by what changed in it. */
export type SliceUpdate<Value> =
  | Revised<Value>
  | (Value extends readonly (infer Entry)[] ? ListPatch<Entry> : never);

export type SliceUpdates = { readonly [Name in SliceName]?: SliceUpdate<MissionSlices[Name]> };

export type NoticeLevel = 'success' | 'info' | 'warning' | 'error';

/** Something that happened once and is to be said once. It is never state. */
export interface Notice {
  /** Ascending over the mission's whole life, restarts included. */
  readonly id: number;
  readonly level: NoticeLevel;
  readonly time: EpochMs;
  readonly text: string;
  /** Only where it tells of an anomaly that has just appeared: which one. */
  readonly newAnomalyId?: Anomaly['id'];
}

/**
 * What a mission needs beside its snapshot to carry on exactly where it stopped. Only the mission reads it; whoever
 * keeps it hands it back unchanged.
 */
export type ResumeState = unknown;

export interface MissionUpdate {
  /** Mission time of the update: nothing in it is later. */
  readonly time: EpochMs;
  /** The whole snapshot the first time, then only what changed: `applyUpdate` puts it together. */
  readonly slices: SliceUpdates;
  /** Oldest first; each is delivered once to each subscriber. */
  readonly notices: readonly Notice[];
  /** Requests that were accepted: their effects are in the mission from this update on. */
  readonly handled: readonly RequestId[];
  readonly resume: ResumeState;
}

/** A mission at rest: given to a new one, that carries on where this one stopped. */
export interface Checkpoint {
  readonly slices: Snapshot;
  readonly resume: ResumeState;
}

/** Takes one update. While its promise is open, further updates are merged into the next one. */
export type UpdateListener = (update: MissionUpdate) => void | Promise<void>;

export type SubscriptionId = number;

/** Everything that can be asked of a mission, from any side of a channel. */
export interface MissionControl extends Operations {
  /** Delivers the whole snapshot once, then at least once a second the slices that changed. */
  subscribe(listener: UpdateListener & ProxyMarked): SubscriptionId;
  /** Stops the deliveries. An unknown id is no error: the subscription is gone either way. */
  unsubscribe(id: SubscriptionId): void;
}

/** What a worker offers: one mission, opened once, from a checkpoint or anew. */
export interface MissionHost {
  /**
   * Starts the mission. A checkpoint that cannot be read is refused with a notice, and the mission starts anew.
   * @param lossReason instead of a checkpoint: why the mission before was given up, which the new one tells
   */
  open(checkpoint?: Checkpoint, lossReason?: string): MissionControl & ProxyMarked;
}
