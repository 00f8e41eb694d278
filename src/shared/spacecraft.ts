import type { AnomalyType, CommandName } from './entities.ts';
import type { StationId } from './stations.ts';
import type { Degrees, EpochMs } from './units.ts';

/** ORBITA-1 from the inside, as its model has it: what the synoptic shows. */

/** SURVIVAL: the battery is nearly empty, all but the receiver and the heaters is shed. */
export const SPACECRAFT_MODES = ['NOMINAL', 'SAFE', 'SURVIVAL'] as const;
export type SpacecraftMode = (typeof SPACECRAFT_MODES)[number];

/** The antenna that carries the link: the low-gain one at a low rate, or none where there is no link. */
export const ANTENNAS = ['high', 'low', 'none'] as const;
export type Antenna = (typeof ANTENNAS)[number];

/** The parts that a fault can sit in. */
export const SPACECRAFT_PARTS = [
  'array',
  'battery',
  'bus',
  'heater',
  'wheels',
  'sensors',
  'antenna',
] as const;
export type SpacecraftPart = (typeof SPACECRAFT_PARTS)[number];

/** A fault that acts on the spacecraft as far as the ground knows: it was detected, and its end was not reported. */
export interface FaultView {
  readonly anomalyId: string;
  readonly type: AnomalyType;
  /** Where it can be: one part once the cause is known. */
  readonly parts: readonly SpacecraftPart[];
  /** In a few words: "one array string open", or "solar fault, cause open" while several causes fit. */
  readonly label: string;
}

/** A command that is being carried out. */
export interface ActivityView {
  readonly commandId: string;
  readonly name: CommandName;
  readonly startTime: EpochMs;
  /** When it will have ended. */
  readonly endTime: EpochMs;
}

/**
 * The spacecraft as the ground knows it. All is as telemetry showed it last, at `time`, except for the link and the
 * telemetry's period, which the receivers on the ground tell at once. Powers in watts, never negative.
 */
export interface SpacecraftView {
  readonly time: EpochMs;
  readonly mode: SpacecraftMode;
  /** The visible share of the Sun's disc, 0 to 1. */
  readonly light: number;
  readonly array: {
    /** What it can deliver now. */
    readonly powerW: number;
    /** What it could deliver in this light with nothing wrong, facing the Sun. */
    readonly potentialW: number;
    /** Deployed share, 0 to 1. */
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
    /** What commands that are being carried out draw. */
    readonly activityW: number;
    readonly totalW: number;
  };
  readonly thermal: {
    /** °C */
    readonly busTemperature: number;
    readonly isHeaterOn: boolean;
  };
  readonly attitude: {
    /** From nominal, never negative. */
    readonly deviation: Degrees;
    /** Stored in the wheels, share of what they can take, 0 to 1. */
    readonly wheelMomentumShare: number;
    readonly isSlewing: boolean;
  };
  readonly radio: {
    /** Who carries the link now. */
    readonly link: 'station' | 'relay' | 'none';
    /** The antenna that carries it now; `none` exactly where `link` is. */
    readonly antenna: Antenna;
    /** A sample is sent this often, in milliseconds; without a link the period until it was lost. */
    readonly telemetryPeriodMs: number;
    readonly station?: StationId;
    readonly rangeKm?: number;
    readonly elevation?: Degrees;
    /** Margin of the high-gain antenna's link, used or tried. */
    readonly marginDb: number;
    readonly lowGainMarginDb: number;
    /** Of the high-gain antenna, percent, 0 to 100. */
    readonly signalStrength: number;
    /** The high-gain antenna off its direction. */
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
 * How it stands with an executed command: `waiting` for a link, `sent` over low gain and not on board yet, `watching` for
 * what it brings about, and the outcome.
 */
export const VERDICTS = ['waiting', 'sent', 'watching', 'confirmed', 'not confirmed'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What the model expects of the next eclipse, or of the one under way. */
export interface EclipseForecast {
  /** When it was made. */
  readonly time: EpochMs;
  /** None where the orbit meets no shadow. */
  readonly eclipse?: {
    /** No later than `time` for the one under way. */
    readonly startTime: EpochMs;
    readonly endTime: EpochMs;
    /** The battery's charge then, 0 to 1. */
    readonly socAtEnd: number;
  };
}

/** What an executed command was expected to bring about, and what telemetry then showed. */
export interface CommandVerification {
  readonly commandId: string;
  /** "solar output up by 30 W or more within 60 s" */
  readonly expected: string;
  /** "solar output +38 W within 20 s"; absent while nothing has been seen. */
  readonly observed?: string;
  readonly verdict: Verdict;
  /**
   * Waiting: the next contact, absent where none is in sight. Sent: when it is on board. Else the watch ends here at the
   * latest.
   */
  readonly until?: EpochMs;
}
