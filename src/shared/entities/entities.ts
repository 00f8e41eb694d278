import type { Degrees, EpochMs } from '../kit/units.ts';
import type { TelemetryChannel } from './telemetry-channels.ts';

/** Entities of spec §3, field for field; additions are marked. All are plain cloneable data. */

export const PRIORITIES = ['Low', 'Medium', 'High'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Command names (spec §5). */
export const COMMAND_NAMES = [
  'Rotate Antenna',
  'Deploy Solar Array',
  'Calibrate Sensors',
  'Enter Safe Mode',
  'Attitude Adjustment',
  'Communications Check',
  'Thermal Control',
  'Data Downlink',
] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

export const COMMAND_STATUSES = ['Pending', 'Sent', 'Executed', 'Failed'] as const;
export type CommandStatus = (typeof COMMAND_STATUSES)[number];

export interface Command {
  readonly id: string;
  readonly name: CommandName;
  readonly scheduledTime: EpochMs;
  readonly priority: Priority;
  readonly status: CommandStatus;
  /** Present once executed. */
  readonly executionTime?: EpochMs;
  /** Not in the specification: while Pending, it is executed at its scheduled time without an operator. */
  readonly armed?: true;
}

export const EVENT_TYPES = ['Experiment', 'Maneuver', 'Communication', 'Maintenance', 'Emergency'] as const;
export type TimelineEventType = (typeof EVENT_TYPES)[number];
export const EVENT_STATUSES = ['Scheduled', 'In Progress', 'Completed', 'Cancelled'] as const;
export type TimelineEventStatus = (typeof EVENT_STATUSES)[number];

export interface TimelineEvent {
  readonly id: string;
  readonly title: string;
  readonly startTime: EpochMs;
  /** May lie before `startTime` (spec §5: there is no check). */
  readonly endTime: EpochMs;
  readonly description: string;
  readonly type: TimelineEventType;
  readonly status: TimelineEventStatus;
  readonly priority: Priority;
  /** Why it is planned although it lacks something; absent without a reason. */
  readonly waiver?: string;
}

export const ANOMALY_TYPES = ['Battery', 'Solar', 'Signal', 'Temperature', 'Attitude'] as const;
export type AnomalyType = (typeof ANOMALY_TYPES)[number];
/** Least severe first. */
export const ANOMALY_SEVERITIES = ['Low', 'Medium', 'High', 'Critical'] as const;
export type AnomalySeverity = (typeof ANOMALY_SEVERITIES)[number];
export const ANOMALY_STATUSES = ['Active', 'Acknowledged', 'Resolved'] as const;
export type AnomalyStatus = (typeof ANOMALY_STATUSES)[number];

/** Shelving of an anomaly. */
export interface Shelf {
  readonly until: EpochMs;
  /** Why, in one line of 1 to 200 characters. */
  readonly reason: string;
}

/** Durations for which an anomaly can be shelved, in minutes: at most a shift. */
export const SHELF_MINUTES = [15, 30, 60, 120, 480] as const;

export interface Anomaly {
  readonly id: string;
  readonly timestamp: EpochMs;
  readonly type: AnomalyType;
  readonly severity: AnomalySeverity;
  readonly message: string;
  readonly aiExplanation: string;
  readonly status: AnomalyStatus;
  readonly suggestedAction?: CommandName;
  /** Not in the specification: the last command sent in response to it. */
  readonly answer?: Command['id'];
  /**
   * Not in the specification: time from which it asks for action, because no retry of the on-board FDIR has cleared its
   * fault or a reading is out of limits; absent while it is shelved and once the fault has ended or it is resolved.
   */
  readonly askedAt?: EpochMs;
  /** Not in the specification: an operator has put it aside (ISA-18.2): it neither counts nor calls until then. */
  readonly shelved?: Shelf;
  /** Not in the specification: time of the anomaly that first reported the same fault, if an earlier one did. */
  readonly follows?: EpochMs;
  /** Not in the specification: until when a retry may clear its fault, while that asks for nothing. */
  readonly retriedUntil?: EpochMs;
}

/** One reading of the spacecraft's five channels, which `telemetry-channels.ts` describes. */
export interface TelemetrySample extends Readonly<Record<TelemetryChannel, number>> {
  readonly timestamp: EpochMs;
}

/** Position of a satellite, also in an observer's sky. */
export interface SatellitePosition {
  /** Geodetic latitude on WGS-84, -90 to 90. */
  readonly satlatitude: Degrees;
  /** Geodetic longitude, -180 to 180, east positive. */
  readonly satlongitude: Degrees;
  /** Altitude above the WGS-84 ellipsoid in kilometres. */
  readonly sataltitude: number;
  /** Clockwise from true north, 0 to 360, as seen by the observer. */
  readonly azimuth: Degrees;
  /** Above the observer's horizon, -90 to 90, without refraction. */
  readonly elevation: Degrees;
  /** Topocentric right ascension, J2000, 0 to 360. */
  readonly ra: Degrees;
  /** Topocentric declination, J2000, -90 to 90. */
  readonly dec: Degrees;
  readonly timestamp: EpochMs;
  /** True if the Earth covers at least half of the Sun's disc. */
  readonly eclipsed: boolean;
}

export interface IssPosition {
  readonly latitude: Degrees;
  readonly longitude: Degrees;
  readonly timestamp: EpochMs;
}

export interface Astronaut {
  readonly name: string;
  readonly craft: string;
}

export interface GroundStation {
  readonly id: string;
  readonly name: string;
  readonly lat: Degrees;
  readonly lng: Degrees;
  readonly active: boolean;
  /** Fixed text for the next scheduled pass; not computed (spec §3). */
  readonly nextPass: string;
}

export interface PerformanceMetrics {
  /** Time since the mission's start, in milliseconds. */
  readonly missionUptime: number;
  readonly totalCommands: number;
  /** Percentage, 0 to 100. */
  readonly averageSignalStrength: number;
  readonly anomalyCount: number;
  /** Megabytes since the mission's start. */
  readonly dataDownloaded: number;
  /** Percentage, 0 to 100. */
  readonly powerEfficiency: number;
  /** Percentage, 0 to 100. */
  readonly systemHealth: number;
}

/** Figures of spec §3, and their time. */
export interface PerformanceReport extends PerformanceMetrics {
  readonly time: EpochMs;
}
