import type { CommandName } from '../../shared/entities.ts';
import type { ActivityView, Antenna, SpacecraftMode, SpacecraftView } from '../../shared/spacecraft.ts';
import type { StationId } from '../../shared/stations.ts';
import { type Degrees, degrees, type EpochMs } from '../../shared/units.ts';
import type { FaultName } from './fault-kinds.ts';
import type { FdirPlan } from './fdir.ts';

/** A command that is being carried out. At most one of each name: a repeat starts it afresh. */
export type Activity = ActivityView;

/** A fault that acts on the spacecraft. */
export interface ActiveFault {
  readonly anomalyId: string;
  readonly name: FaultName;
  readonly startTime: EpochMs;
  /** 1 as it appears, up to `MAX_STRENGTH` once commands have made it worse. */
  readonly strength: number;
  /** Its anomaly was closed then, and nothing was mended: it is detected again. */
  readonly closedAt: EpochMs | undefined;
  /** What FDIR does about it. */
  readonly plan: FdirPlan;
  /** The command that mends it is under way: from `from` to `until` it fades, and then it is gone. */
  readonly mending: { readonly from: EpochMs; readonly until: EpochMs } | undefined;
}

/**
 * ORBITA-1 as its model has it: power, heat, attitude, radio and data, driven by the light and the stations of its
 * orbit. Plain data. Equations, parameters and sources stand in `docs/model.md`.
 */
export interface SpacecraftState {
  readonly mode: SpacecraftMode;
  /** For how long the bus has been below the voltage that protection watches, in seconds. */
  readonly undervoltageS: number;
  /** The command loss timer: for how long safe mode has been without a command, in seconds. */
  readonly commandLossS: number;

  /** Battery state of charge, 0 to 1. */
  readonly soc: number;
  readonly busVoltage: number;
  /** Positive while charging. */
  readonly batteryCurrentA: number;

  /** What the array can deliver, and what it could in the same light with nothing wrong, facing the Sun. */
  readonly arrayPowerW: number;
  readonly arrayPotentialW: number;
  /** Deployed share of the array, 0 to 1. */
  readonly deployedShare: number;
  /**
   * What the array gives of what it could give in the same light if it faced the Sun with nothing broken, 0 to 1: a mean
   * over the latest sunlight, held through the Earth's shadow.
   */
  readonly arrayEfficiency: number;

  /** Loads in watts, as they were carried in the last step. */
  readonly busLoadW: number;
  readonly payloadLoadW: number;
  readonly transmitterLoadW: number;
  readonly heaterLoadW: number;
  readonly activityLoadW: number;

  /** Bus and solar array, °C. */
  readonly busTemperature: number;
  readonly arrayTemperature: number;
  /** What a fault moves the bus's equilibrium by, °C. */
  readonly thermalOffset: number;
  /** The thermostat's contact. */
  readonly isHeaterOn: boolean;
  readonly isSunlit: boolean;

  /** Attitude deviation in degrees: the control loop's, the disturbance of the last shock, the sensors' drift. */
  readonly attitudeError: number;
  readonly disturbance: number;
  /** It carries the calibration error of all sensors with it: see `sensors.ts`. */
  readonly drift: number;
  /** Stored in the wheels, share of what they can take, 0 to 1. */
  readonly wheelMomentum: number;

  readonly link: SpacecraftView['radio']['link'];
  readonly antenna: Antenna;
  /** The station in view, whether it carries the link or not, and where it is. */
  readonly station: StationId | undefined;
  readonly rangeKm: number;
  readonly elevation: Degrees;
  /** Of the high-gain antenna, whether it carries the link or not; and of the low-gain one. */
  readonly marginDb: number;
  readonly lowGainMarginDb: number;
  /** Of the high-gain antenna, percent, 0 to 100. */
  readonly signalStrength: number;
  /** The high-gain antenna off its direction. */
  readonly misalignment: Degrees;

  /** On the recorder, 0 to `RECORDER_MB`. */
  readonly storedMb: number;
  readonly recordedMbPerS: number;
  readonly downlinkMbPerS: number;
  /** Megabytes brought down so far; it never falls. */
  readonly downlinkedMb: number;

  readonly activities: readonly Activity[];
  readonly faults: readonly ActiveFault[];
}

/** The working copy of a state inside the integration: changed in place, so that a step allocates nothing. */
export type MutableSpacecraft = { -readonly [Field in keyof SpacecraftState]: SpacecraftState[Field] };

export const INITIAL_SPACECRAFT: SpacecraftState = {
  mode: 'NOMINAL',
  undervoltageS: 0,
  commandLossS: 0,
  soc: 0.9,
  busVoltage: 28,
  batteryCurrentA: 0,
  arrayPowerW: 0,
  arrayPotentialW: 0,
  deployedShare: 1,
  arrayEfficiency: 1,
  busLoadW: 0,
  payloadLoadW: 0,
  transmitterLoadW: 0,
  heaterLoadW: 0,
  activityLoadW: 0,
  busTemperature: 15,
  arrayTemperature: 0,
  thermalOffset: 0,
  isHeaterOn: false,
  isSunlit: true,
  attitudeError: 0.3,
  disturbance: 0,
  drift: 0,
  wheelMomentum: 0.4,
  link: 'relay',
  antenna: 'high',
  station: undefined,
  rangeKm: 0,
  elevation: degrees(0),
  marginDb: 17,
  lowGainMarginDb: 7,
  signalStrength: 65,
  misalignment: degrees(0),
  storedMb: 2000,
  recordedMbPerS: 0,
  downlinkMbPerS: 0,
  downlinkedMb: 0,
  activities: [],
  faults: [],
};

/** A working copy. It names every field, so that all copies have one shape, which keeps the steps fast. */
export const copyOf = (state: SpacecraftState): MutableSpacecraft => ({
  mode: state.mode,
  undervoltageS: state.undervoltageS,
  commandLossS: state.commandLossS,
  soc: state.soc,
  busVoltage: state.busVoltage,
  batteryCurrentA: state.batteryCurrentA,
  arrayPowerW: state.arrayPowerW,
  arrayPotentialW: state.arrayPotentialW,
  deployedShare: state.deployedShare,
  arrayEfficiency: state.arrayEfficiency,
  busLoadW: state.busLoadW,
  payloadLoadW: state.payloadLoadW,
  transmitterLoadW: state.transmitterLoadW,
  heaterLoadW: state.heaterLoadW,
  activityLoadW: state.activityLoadW,
  busTemperature: state.busTemperature,
  arrayTemperature: state.arrayTemperature,
  thermalOffset: state.thermalOffset,
  isHeaterOn: state.isHeaterOn,
  isSunlit: state.isSunlit,
  attitudeError: state.attitudeError,
  disturbance: state.disturbance,
  drift: state.drift,
  wheelMomentum: state.wheelMomentum,
  link: state.link,
  antenna: state.antenna,
  station: state.station,
  rangeKm: state.rangeKm,
  elevation: state.elevation,
  marginDb: state.marginDb,
  lowGainMarginDb: state.lowGainMarginDb,
  signalStrength: state.signalStrength,
  misalignment: state.misalignment,
  storedMb: state.storedMb,
  recordedMbPerS: state.recordedMbPerS,
  downlinkMbPerS: state.downlinkMbPerS,
  downlinkedMb: state.downlinkedMb,
  activities: state.activities,
  faults: state.faults,
});

/** Degrees off nominal attitude, never negative. */
export function deviation({ attitudeError, disturbance, drift }: SpacecraftState): number {
  const error = attitudeError + disturbance;
  return Math.sqrt(error * error + drift * drift);
}

export const totalLoadW = (state: SpacecraftState): number =>
  state.busLoadW + state.payloadLoadW + state.transmitterLoadW + state.heaterLoadW + state.activityLoadW;

/** Whether a command is being carried out. */
export function isUnderWay({ activities }: SpacecraftState, name: CommandName): boolean {
  for (const activity of activities) if (activity.name === name) return true;
  return false;
}
