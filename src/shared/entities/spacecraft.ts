import { type Degrees, type EpochMs, MS_PER_S } from '../kit/units.ts';
import type { CommandName } from './entities.ts';
import type { TelemetryChannel } from './telemetry-channels.ts';

/** View of ORBITA-1's model for the synoptic. */

/** SURVIVAL: the battery is nearly empty; all loads except the receiver and the heaters are shed. */
export const SPACECRAFT_MODES = ['NOMINAL', 'SAFE', 'SURVIVAL'] as const;
export type SpacecraftMode = (typeof SPACECRAFT_MODES)[number];

/** Antenna that carries the link: low gain at a low rate, none without a link. */
export const ANTENNAS = ['high', 'low', 'none'] as const;
export type Antenna = (typeof ANTENNAS)[number];

/**
 * Duration of a command over low gain: 33 s for a frame of 256 octets at 62.5 bit/s, and 7 s for receiver lock
 * (`docs/model.md`).
 */
export const LOW_GAIN_UPLINK_MS = 40 * MS_PER_S;

/** Parts that can fail. */
export type SpacecraftPart = 'array' | 'battery' | 'bus' | 'heater' | 'wheels' | 'sensors' | 'antenna';

/** Predicted effect of a fault without intervention, within a time range: a limit violation, or a mode change. */
export type FaultRisk = {
  readonly from: EpochMs;
  readonly until: EpochMs;
  /** FDIR may act first while the newest sample is not later. */
  readonly fdirUntil?: EpochMs;
  /** Until then noise may take the reading beyond a limit that it has exceeded before: not a new violation yet. */
  readonly closeUntil?: EpochMs;
} & (
  | { readonly channel: TelemetryChannel; readonly value: number }
  /** Next mode; or SURVIVAL, which may come first. */
  | { readonly mode: SpacecraftMode; readonly isOrSurvival?: true }
);

/** An active fault as known on the ground: detected, and not reported as ended. */
export interface FaultView {
  readonly anomalyId: string;
  /** Id of the anomaly that first reported it, if an earlier one did. */
  readonly firstReport?: string;
  /** Possible locations: a single part once the cause is known. */
  readonly parts: readonly SpacecraftPart[];
  /** Short label: "one array string open", or "solar fault" while several causes fit. */
  readonly label: string;
  /** Present while several causes fit. */
  readonly isCauseUnknown?: true;
  /** Predicted effects of the known cause, the next first; absent if there are none. */
  readonly risks?: readonly FaultRisk[];
}

/** A command in progress. */
export interface ActivityView {
  readonly commandId: string;
  readonly name: CommandName;
  readonly startTime: EpochMs;
  readonly endTime: EpochMs;
}

/**
 * The spacecraft as known on the ground. All values are as of the last telemetry, at `time`, except the link and the
 * sample period, which ground receivers know at once. Powers in watts, never negative.
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
    /** Angle between array and Sun, by orbit and mode: the drive reports no angle. */
    readonly sunAngle: Degrees;
    /**
     * Deployed share, 0 to 1. The latch switches are read for the verification of Deploy Solar Array; not shown
     * elsewhere.
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
    /** Deviation from nominal attitude, never negative. */
    readonly deviation: Degrees;
    /** Momentum stored in the wheels, as a share of their capacity, 0 to 1. */
    readonly wheelMomentumShare: number;
    readonly isSlewing: boolean;
  };
  readonly radio: {
    /** Current carrier of the link. */
    readonly link: 'station' | 'relay' | 'none';
    /** Antenna that carries it; `none` if and only if `link` is. */
    readonly antenna: Antenna;
    /** Sample period in milliseconds; without a link, the last one. */
    readonly telemetryPeriodMs: number;
    /** Network id of the ground station in view. */
    readonly station?: string;
    /** Absent while the station in view has just left the network. */
    readonly stationName?: string;
    readonly rangeKm?: number;
    readonly elevation?: Degrees;
    /** Margin of the high-gain link, even if not in use. */
    readonly marginDb: number;
    readonly lowGainMarginDb: number;
    /** Signal strength of the high-gain antenna, percent, 0 to 100. */
    readonly signalStrength: number;
    /** High-gain antenna's offset from its target, by its gimbal encoder. */
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
 * Verification stage of an executed command: `waiting` for a link, `sent` over low gain but not on board yet,
 * `watching` for its effect, and the outcome.
 */
export const VERDICTS = ['waiting', 'sent', 'watching', 'confirmed', 'not confirmed'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Forecast for the current or next eclipse. */
export interface EclipseForecast {
  /** Time of the forecast. */
  readonly time: EpochMs;
  /** Absent if the orbit never enters the shadow. */
  readonly eclipse?: {
    /** At or before `time` for the current eclipse. */
    readonly startTime: EpochMs;
    readonly endTime: EpochMs;
    /** State of charge at its end, 0 to 1. */
    readonly socAtEnd: number;
  };
  /** Set if FDIR may act on a fault before: the charge is then the lowest possible. */
  readonly isLeast?: true;
}

/** Expected effect of an executed command, and the observed effect. */
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
