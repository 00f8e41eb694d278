import { type Degrees, type EpochMs, MS_PER_S } from '../kit/units.ts';
import type { CommandName } from './entities.ts';
import type { TelemetryChannel } from './telemetry-channels.ts';

/** View of ORBITA-1's model for the synoptic. */

/** SURVIVAL: the battery is nearly empty, all loads but the receiver and the heaters are shed. */
export const SPACECRAFT_MODES = ['NOMINAL', 'SAFE', 'SURVIVAL'] as const;
export type SpacecraftMode = (typeof SPACECRAFT_MODES)[number];

/** Antenna that carries the link: the low-gain one at a low rate, or none without a link. */
export const ANTENNAS = ['high', 'low', 'none'] as const;
export type Antenna = (typeof ANTENNAS)[number];

/**
 * Time that a command takes over low gain: a frame of 256 octets at 62.5 bit/s 33 s, and the receiver 7 s to lock on
 * (`docs/model.md`).
 */
export const LOW_GAIN_UPLINK_MS = 40 * MS_PER_S;

/** Parts that can have a fault. */
export type SpacecraftPart = 'array' | 'battery' | 'bus' | 'heater' | 'wheels' | 'sensors' | 'antenna';

/** What comes of a fault within a band of time if nobody acts: a limit is passed outwards, or the mode changes. */
export type FaultRisk = {
  readonly from: EpochMs;
  readonly until: EpochMs;
  /** FDIR may act first, as long as the newest sample is not later. */
  readonly fdirUntil?: EpochMs;
  /** Until then noise may take the reading over the limit, past which it has been before: it is not ahead yet. */
  readonly closeUntil?: EpochMs;
} & (
  | { readonly channel: TelemetryChannel; readonly value: number }
  /** The next mode; or SURVIVAL, which may come first. */
  | { readonly mode: SpacecraftMode; readonly isOrSurvival?: true }
);

/** An active fault as known on the ground: detected, and not reported as ended. */
export interface FaultView {
  readonly anomalyId: string;
  /** Id of the anomaly that reported it first, if an earlier one did. */
  readonly firstReport?: string;
  /** Possible locations: one part once the cause is known. */
  readonly parts: readonly SpacecraftPart[];
  /** Short label: "one array string open", or "solar fault" while several causes fit. */
  readonly label: string;
  /** Present while several causes fit. */
  readonly isCauseUnknown?: true;
  /** What is foreseen of the known cause, the next first; absent if nothing is. */
  readonly risks?: readonly FaultRisk[];
}

/** A command in progress. */
export interface ActivityView {
  readonly commandId: string;
  readonly name: CommandName;
  readonly startTime: EpochMs;
  /** Its end. */
  readonly endTime: EpochMs;
}

/**
 * The spacecraft as known on the ground. All values are as of the last telemetry, at `time`, except the link
 * and the sample period, which the receivers on the ground know at once. Powers in watts, never negative.
 */
export interface SpacecraftView {
  readonly time: EpochMs;
  readonly mode: SpacecraftMode;
  /** Visible share of the Sun's disc, 0 to 1. */
  readonly light: number;
  readonly array: {
    /** Available power. */
    readonly powerW: number;
    /** Available power in this illumination without faults, facing the Sun. */
    readonly potentialW: number;
    /** Between the array and the Sun, by orbit and mode: the drive reports no angle of its own. */
    readonly sunAngle: Degrees;
    /**
     * Deployed share, 0 to 1. The latch switches are read for Deploy Solar Array, whose verification cites them; it
     * is shown nowhere else.
     */
    readonly deployedShare: number;
    /** °C */
    readonly temperature: number;
  };
  readonly battery: {
    /** State of charge, 0 to 1. */
    readonly soc: number;
    readonly voltageV: number;
    /** Positive while charging. */
    readonly currentA: number;
  };
  readonly loads: {
    readonly busW: number;
    readonly payloadW: number;
    readonly transmitterW: number;
    readonly heaterW: number;
    /** Load of commands in progress. */
    readonly activityW: number;
    readonly totalW: number;
  };
  readonly thermal: {
    /** °C */
    readonly busTemperature: number;
    readonly isHeaterOn: boolean;
  };
  readonly attitude: {
    /** From nominal attitude, never negative. */
    readonly deviation: Degrees;
    /** Stored in the wheels, as a share of their capacity, 0 to 1. */
    readonly wheelMomentumShare: number;
    readonly isSlewing: boolean;
  };
  readonly radio: {
    /** What carries the link now. */
    readonly link: 'station' | 'relay' | 'none';
    /** Antenna that carries it; `none` exactly if `link` is. */
    readonly antenna: Antenna;
    /** Sample period in milliseconds; without a link, the last one. */
    readonly telemetryPeriodMs: number;
    /** The ground station in view, by its identity in the network. */
    readonly station?: string;
    /** Absent while a station is in view that has just left the network. */
    readonly stationName?: string;
    readonly rangeKm?: number;
    readonly elevation?: Degrees;
    /** Margin of the high-gain link, whether in use or not. */
    readonly marginDb: number;
    readonly lowGainMarginDb: number;
    /** Of the high-gain antenna, percent, 0 to 100. */
    readonly signalStrength: number;
    /** Of the high-gain antenna from its target, by the encoder of its gimbal. */
    readonly misalignment: Degrees;
  };
  readonly data: {
    readonly storedMb: number;
    readonly capacityMb: number;
    readonly recordedMbPerS: number;
    readonly downlinkMbPerS: number;
    readonly downlinkedMb: number;
  };
  readonly activities: readonly ActivityView[];
  readonly faults: readonly FaultView[];
}

/**
 * Verification stage of an executed command: `waiting` for a link, `sent` over low gain and not on board yet,
 * `watching` for its effect, and the outcome.
 */
export const VERDICTS = ['waiting', 'sent', 'watching', 'confirmed', 'not confirmed'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Forecast for the present or next eclipse. */
export interface EclipseForecast {
  /** Time of the forecast. */
  readonly time: EpochMs;
  /** Absent if the orbit meets no shadow. */
  readonly eclipse?: {
    /** Not after `time` for the present eclipse. */
    readonly startTime: EpochMs;
    readonly endTime: EpochMs;
    /** State of charge at its end, 0 to 1. */
    readonly socAtEnd: number;
  };
  /** FDIR may act on a fault before, or not: the charge is the lowest of what may come. */
  readonly isLeast?: true;
}

/** Expected effect of an executed command, and what telemetry showed. */
export interface CommandVerification {
  readonly commandId: string;
  /** "solar output up by 30 W or more within 60 s" */
  readonly expected: string;
  /** "solar output +38 W within 20 s"; absent without an observation. */
  readonly observed?: string;
  readonly verdict: Verdict;
  /**
   * Waiting: the next contact, absent if unknown. Sent: arrival on board. Otherwise the latest end of the
   * verification.
   */
  readonly until?: EpochMs;
}
