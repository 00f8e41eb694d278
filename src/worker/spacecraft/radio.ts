import type { Environment } from './environment.ts';

/** S-band at 2250 MHz, 4 Msym/s, a 10° beam; between passes a relay carries the link. */
const FREQUENCY_MHZ = 2250;
const EIRP_DBW = 4.5;
const LOSSES_DB = 3;
const STATION_G_OVER_T_DB = 14;
const SYMBOL_RATE_DB = 66;
const RELAY_MARGIN_DB = 18.5;
const FULL_SCALE_DB = 26;

export interface Link {
  /** 0 to 100. */
  readonly signalStrength: number;
  /** True while a ground station, not the relay, carries the link. */
  readonly isOverStation: boolean;
}

function stationMarginDb(rangeKm: number, pointingLossDb: number): number {
  const freeSpaceLossDb = 32.45 + 20 * Math.log10(FREQUENCY_MHZ) + 20 * Math.log10(rangeKm);
  return (
    EIRP_DBW - freeSpaceLossDb - LOSSES_DB + STATION_G_OVER_T_DB + 228.6 - SYMBOL_RATE_DB - pointingLossDb
  );
}

/** The link with the better of station and relay, for a pointing error in degrees. */
export function linkBudget({ station, relayAngle }: Environment, pointingErrorDeg: number): Link {
  const pointingLossDb = 12 * (pointingErrorDeg / 10) ** 2;
  const relayDb = RELAY_MARGIN_DB - 12 * (relayAngle / 130) ** 2 - pointingLossDb / 2;
  const stationDb = station ? stationMarginDb(station.rangeKm, pointingLossDb) : Number.NEGATIVE_INFINITY;
  const marginDb = Math.max(stationDb, relayDb);
  return {
    signalStrength: 100 * Math.min(1, Math.max(0, marginDb / FULL_SCALE_DB)),
    isOverStation: stationDb > relayDb,
  };
}

const DOWNLINK_MBIT_PER_S = 4;
/** In percent: no data below `NO_DATA_BELOW`, the full rate at 100. */
const NO_DATA_BELOW = 40;

/**
 * Megabytes of payload data brought down in a second. Data need a ground station: the relay carries commands and
 * telemetry only, and the transmitter is on while a station has the better link.
 */
export function downlinkMbPerS({ signalStrength, isOverStation }: Link): number {
  if (!isOverStation) return 0;
  const share = Math.max(0, (signalStrength - NO_DATA_BELOW) / (100 - NO_DATA_BELOW));
  return (DOWNLINK_MBIT_PER_S * share) / 8;
}
