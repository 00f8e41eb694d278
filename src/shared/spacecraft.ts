import type { AnomalyType, CommandName } from './entities.ts';
import type { StationId } from './stations.ts';
import type { Degrees, EpochMs } from './units.ts';

/** ORBITA-1 from the inside, as its model has it: what the synoptic shows. */

/** SURVIVAL: the battery is nearly empty, all but the receiver and the heaters is shed. */
export const SPACECRAFT_MODES = ['NOMINAL', 'SAFE', 'SURVIVAL'] as const;
export type SpacecraftMode = (typeof SPACECRAFT_MODES)[number];

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

/** A fault that acts on the spacecraft, while its anomaly is not over. */
export interface FaultView {
  readonly anomalyId: string;
  readonly type: AnomalyType;
  readonly part: SpacecraftPart;
  /** In a few words: "one array string open". */
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

/** The spacecraft at one instant. Powers in watts, never negative. */
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
    /** Who carries the link. */
    readonly link: 'station' | 'relay' | 'none';
    readonly station?: StationId;
    readonly rangeKm?: number;
    readonly elevation?: Degrees;
    readonly marginDb: number;
    /** Percent, 0 to 100. */
    readonly signalStrength: number;
    /** The antenna off its direction. */
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

/** What an executed command was expected to bring about, and what telemetry then showed. */
export interface CommandEvidence {
  readonly commandId: string;
  /** "solar output up by 30 W or more within 60 s" */
  readonly expected: string;
  /** "solar output +38 W within 20 s"; absent while nothing has been seen. */
  readonly observed?: string;
  readonly verdict: 'watching' | 'confirmed' | 'not confirmed';
  /** The watch ends here at the latest. */
  readonly until: EpochMs;
}
