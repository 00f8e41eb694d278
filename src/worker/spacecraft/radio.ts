import { log10, sin } from '../../shared/kit/math.ts';
import { type Degrees, degrees, type EpochMs } from '../../shared/kit/units.ts';
import { chooseAntenna, LOW_GAIN_RELAY_DB, LOW_GAIN_STATION_DB } from './antenna.ts';
import type { Environment } from './environment.ts';
import type { FaultEffects } from './fault-effects.ts';
import {
  deviation,
  eventSum,
  isDownlinking,
  isInProgress,
  type MutableSpacecraft,
  type SpacecraftState,
} from './model.ts';

/** S-band at 2250 MHz; high gain: 4 Msym/s in a 10° beam; between passes a relay carries the link. */
const FREQUENCY_MHZ = 2250;
const EIRP_DBW = 4.5;
const LOSSES_DB = 3;
const STATION_G_OVER_T_DB = 14;
const SYMBOL_RATE_DB = 66;
const RELAY_MARGIN_DB = 18.5;
const FULL_SCALE_DB = 26;
const FREQUENCY_LOSS_DB = 32.45 + 20 * log10(FREQUENCY_MHZ);
/** Outside nominal mode the transmitter runs at half power. */
const SAFE_LOSS_DB = 3;
/** Gain by the test tone of a Communications Check. */
const CHECK_GAIN_DB = 1.5;

/** Rate at which the gimbal returns to its direction, and swing of Rotate Antenna. */
const GIMBAL_DEG_PER_S = 0.15;
const SCAN_DEG = 3;

const TRANSMITTER_W = 35;
const HIGH_RATE_TRANSMITTER_W = 60;
const DOWNLINK_MBIT_PER_S = 4;
const HIGH_RATE_FACTOR = 2;
/** Percent: no data below `NO_DATA_BELOW`, the full rate at 100. */
const NO_DATA_BELOW = 40;
export const RECORDER_MB = 8000;
export const RECORDED_MB_PER_S = 0.02;

const pointingLossDb = (pointingErrorDeg: number): number => 0.12 * pointingErrorDeg * pointingErrorDeg;

/** Returns the margin of the high-gain link over a ground station, dB. */
export const stationMarginDb = (rangeKm: number, pointingErrorDeg: number): number =>
  EIRP_DBW -
  (FREQUENCY_LOSS_DB + 20 * log10(rangeKm)) -
  LOSSES_DB +
  STATION_G_OVER_T_DB +
  228.6 -
  SYMBOL_RATE_DB -
  pointingLossDb(pointingErrorDeg);

/** Returns the margin of the high-gain link over the nearest relay, dB. */
export const relayMarginDb = (relayAngle: Degrees, pointingErrorDeg: number): number =>
  RELAY_MARGIN_DB - 12 * (relayAngle / 130) ** 2 - pointingLossDb(pointingErrorDeg) / 2;

/** Returns the signal strength in percent, 0 to 100, at a link margin. */
export const signalOf = (marginDb: number): number =>
  100 * Math.min(1, Math.max(0, marginDb / FULL_SCALE_DB));

/** Returns the downlink rate over a ground station at a signal strength in percent, MB/s. */
export const downlinkMbPerS = (signalStrength: number): number =>
  (DOWNLINK_MBIT_PER_S * Math.max(0, (signalStrength - NO_DATA_BELOW) / (100 - NO_DATA_BELOW))) / 8;

function stepGimbal(craft: MutableSpacecraft, misalignment: number, time: EpochMs, dtS: number): void {
  let scan = 0;
  for (const { name, startTime, endTime } of craft.activities) {
    if (name === 'Rotate Antenna')
      scan = SCAN_DEG * sin((Math.PI * (time - startTime)) / (endTime - startTime));
  }
  craft.misalignment = degrees(
    Math.max(misalignment, Math.max(0, scan), craft.misalignment - GIMBAL_DEG_PER_S * dtS),
  );
}

/** Returns the change of the signal strength with the high-gain antenna's pointing, points per degree. */
export function signalPerDegree(craft: SpacecraftState): number {
  const dbPerDegree = 2 * pointingLossDb(1) * Math.abs(craft.misalignment + deviation(craft));
  return (100 / FULL_SCALE_DB) * (craft.link === 'station' ? dbPerDegree : dbPerDegree / 2);
}

/** Returns the gain or loss of every link apart from geometry and pointing, dB. */
function commonDb(state: SpacecraftState, { signalLossDb }: FaultEffects): number {
  const modeDb = state.mode === 'NOMINAL' ? 0 : -SAFE_LOSS_DB;
  return modeDb - signalLossDb + (isInProgress(state, 'Communications Check') ? CHECK_GAIN_DB : 0);
}

/** Margins of the low-gain links, dB; no pointing is needed. */
const lowGainStationDb = ({ station }: Environment): number =>
  station ? stationMarginDb(station.rangeKm, 0) + LOW_GAIN_STATION_DB : Number.NEGATIVE_INFINITY;
const lowGainRelayDb = ({ relayAngle }: Environment): number =>
  relayMarginDb(relayAngle, 0) + LOW_GAIN_RELAY_DB;

/** Returns the margin of the better low-gain link in an environment, dB. */
export const lowGainMarginDb = (
  state: SpacecraftState,
  environment: Environment,
  effects: FaultEffects,
): number => Math.max(lowGainStationDb(environment), lowGainRelayDb(environment)) + commonDb(state, effects);

/**
 * Updates the antenna, peer and quality of the link and the transmitter's power. The signal strength is that of the
 * high-gain antenna, which keeps trying while the low-gain one carries the link. Payload data use high gain only.
 */
export function stepRadio(
  craft: MutableSpacecraft,
  environment: Environment,
  effects: FaultEffects,
  time: EpochMs,
  dtS: number,
): void {
  const { station, relayAngle } = environment;
  stepGimbal(craft, effects.misalignment, time, dtS);
  const pointing = craft.misalignment + deviation(craft);
  const common = commonDb(craft, effects);
  const relayDb = relayMarginDb(relayAngle, pointing) + common;
  const stationDb = station ? stationMarginDb(station.rangeKm, pointing) + common : Number.NEGATIVE_INFINITY;
  const isHighRate = craft.mode !== 'SURVIVAL' && isDownlinking(craft);
  // A requested downlink uses the station as soon as its link has margin; otherwise the better link is used.
  const isOverStation = stationDb > (isHighRate ? Math.min(0, relayDb) : relayDb);
  craft.marginDb = isOverStation ? stationDb : relayDb;
  craft.lowGainMarginDb = lowGainMarginDb(craft, environment, effects);
  craft.signalStrength = signalOf(craft.marginDb);
  craft.antenna = chooseAntenna(craft.antenna, craft.mode, craft.marginDb, craft.lowGainMarginDb);
  const isCarriedByStation =
    craft.antenna === 'high' ? isOverStation : lowGainStationDb(environment) > lowGainRelayDb(environment);
  craft.link = craft.antenna === 'none' ? 'none' : isCarriedByStation ? 'station' : 'relay';
  craft.station = station?.id;
  craft.rangeKm = station ? station.rangeKm : 0;
  craft.elevation = station ? station.elevation : degrees(0);
  craft.transmitterLoadW = 0;
  if (craft.antenna !== 'high' || craft.link !== 'station') return;
  if (isHighRate) craft.transmitterLoadW = HIGH_RATE_TRANSMITTER_W;
  else if (craft.mode === 'NOMINAL') craft.transmitterLoadW = TRANSMITTER_W;
}

/**
 * Updates the recorder: the payload fills it, the transmitter empties it. Payload data need a ground station and the
 * high-gain antenna: the relay and the low-gain antenna carry only commands and telemetry.
 */
export function stepRecorder(craft: MutableSpacecraft, dtS: number): void {
  const room = (RECORDER_MB - craft.storedMb) / dtS;
  const recorded = RECORDED_MB_PER_S + eventSum(craft, 'recordedMbPerS');
  craft.recordedMbPerS = craft.payloadLoadW > 0 ? Math.max(0, Math.min(recorded, room)) : 0;
  const held = craft.storedMb + craft.recordedMbPerS * dtS;
  const factor = isDownlinking(craft) ? HIGH_RATE_FACTOR : 1;
  const rate = craft.transmitterLoadW > 0 ? factor * downlinkMbPerS(craft.signalStrength) : 0;
  craft.downlinkMbPerS = Math.min(rate, held / dtS);
  craft.storedMb = Math.min(RECORDER_MB, Math.max(0, held - craft.downlinkMbPerS * dtS));
  craft.downlinkedMb += craft.downlinkMbPerS * dtS;
}
