import type { CommandName, TimelineEventType } from '../../shared/entities/entities.ts';
import { EVENT_EFFECTS, type EventEffects } from '../../shared/entities/event-effects.ts';
import type { FaultName } from '../../shared/entities/faults.ts';
import type {
  ActivityView,
  Antenna,
  SpacecraftMode,
  SpacecraftView,
} from '../../shared/entities/spacecraft.ts';
import { type Degrees, degrees, type EpochMs } from '../../shared/kit/units.ts';
import { expectFractions } from '../kit/expect-fractions.ts';

import type { FdirPlan } from './fdir.ts';

/** An event of the timeline in progress on board. */
export interface EventActivity {
  readonly id: string;
  readonly type: TimelineEventType;
  /** Its programme on board ends then, unless it is completed before. */
  readonly endTime: EpochMs;
}

/** A command in progress. At most one of each name: a repeat restarts it. */
export type Activity = ActivityView;

export interface ActiveFault {
  readonly anomalyId: string;
  readonly name: FaultName;
  readonly startTime: EpochMs;
  /** 1 at onset, up to `MAX_STRENGTH` after worsening commands. */
  readonly strength: number;
  readonly plan: FdirPlan;
  /**
   * Present while its recovery command is in progress: the fault fades from `from` to `until` and is then cleared.
   */
  readonly mending: { readonly from: EpochMs; readonly until: EpochMs } | undefined;
}

/**
 * Without the ground, safe mode ends after one orbit, which includes an eclipse; if the ground has sent a command, at
 * `COMMAND_LOSS_S` after the last one (command loss timer).
 */
export const FIRST_SAFE_HOLD_S = 5400;
export const COMMAND_LOSS_S = 8 * 3600;

/**
 * State of the ORBITA-1 model: power, thermal, attitude, radio and data, driven by the illumination and the
 * stations along its orbit. Plain data. Equations, parameters and sources are in `docs/model.md`.
 */
export interface SpacecraftState {
  readonly mode: SpacecraftMode;
  /** Time below the protection voltage, in seconds. */
  readonly undervoltageS: number;
  /** Time until FDIR leaves safe mode by itself, and that of the next stay, in seconds: see `step.ts`. */
  readonly safeHoldS: number;
  readonly nextSafeHoldS: number;

  /** Battery state of charge, 0 to 1. */
  readonly soc: number;
  readonly busVoltage: number;
  /** Positive while charging. */
  readonly batteryCurrentA: number;

  /** Available power of the array, and the same without faults, facing the Sun. */
  readonly arrayPowerW: number;
  readonly arrayPotentialW: number;
  /** Deployed share of the array, 0 to 1. */
  readonly deployedShare: number;
  /**
   * Output of the array relative to a faultless array facing the Sun, 0 to 1: a mean over recent sunlight,
   * frozen in eclipse.
   */
  readonly arrayEfficiency: number;

  /** Loads in watts, as supplied in the last step. */
  readonly busLoadW: number;
  readonly payloadLoadW: number;
  readonly transmitterLoadW: number;
  readonly heaterLoadW: number;
  readonly activityLoadW: number;

  /** Bus and solar array, °C. */
  readonly busTemperature: number;
  readonly arrayTemperature: number;
  /** Offset of the bus's equilibrium by faults, °C. */
  readonly thermalOffset: number;
  /** State of the thermostat. */
  readonly isHeaterOn: boolean;
  readonly isSunlit: boolean;

  /** Attitude deviation in degrees: control loop, disturbance, sensor drift. */
  readonly attitudeError: number;
  readonly disturbance: number;
  /** Sensor drift, which determines the calibration error of all sensors: see `sensors.ts`. */
  readonly drift: number;
  /** Momentum stored in the wheels, as a share of their capacity, 0 to 1. */
  readonly wheelMomentum: number;

  readonly link: SpacecraftView['radio']['link'];
  readonly antenna: Antenna;
  /** Station in view and its position, whether or not it carries the link. */
  readonly station: string | undefined;
  readonly rangeKm: number;
  readonly elevation: Degrees;
  /** Margin of the high-gain antenna, whether or not it carries the link, and of the low-gain one. */
  readonly marginDb: number;
  readonly lowGainMarginDb: number;
  /** Signal strength of the high-gain antenna, percent, 0 to 100. */
  readonly signalStrength: number;
  /** Misalignment of the high-gain antenna. */
  readonly misalignment: Degrees;

  /** Data on the recorder, 0 to `RECORDER_MB`. */
  readonly storedMb: number;
  readonly recordedMbPerS: number;
  readonly downlinkMbPerS: number;
  /** Megabytes downlinked so far; it never decreases. */
  readonly downlinkedMb: number;

  readonly activities: readonly Activity[];
  /** Undefined without any; a kept mission of an earlier build has none. */
  readonly events: readonly EventActivity[] | undefined;
  readonly faults: readonly ActiveFault[];
}

/** Mutable working copy of a state inside the integration, so that a step allocates nothing. */
export type MutableSpacecraft = { -readonly [Field in keyof SpacecraftState]: SpacecraftState[Field] };

export const INITIAL_SPACECRAFT: SpacecraftState = {
  mode: 'NOMINAL',
  undervoltageS: 0,
  safeHoldS: COMMAND_LOSS_S,
  nextSafeHoldS: FIRST_SAFE_HOLD_S,
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
  events: undefined,
  faults: [],
};

/**
 * Returns a working copy. It names every field, so that all copies share one hidden class, which keeps the steps
 * fast.
 */
export const copyOf = (state: SpacecraftState): MutableSpacecraft => ({
  mode: state.mode,
  undervoltageS: state.undervoltageS,
  safeHoldS: state.safeHoldS,
  nextSafeHoldS: state.nextSafeHoldS,
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
  events: state.events,
  faults: state.faults,
});

expectFractions(copyOf(INITIAL_SPACECRAFT));

/** Returns a state with some fields changed, of the same hidden class; each spread would create another. */
export const withFields = (state: SpacecraftState, fields: Partial<SpacecraftState>): SpacecraftState =>
  Object.assign(copyOf(state), fields);

/** Returns a fault with some fields changed; all faults share one hidden class, too. */
export const withFaultFields = (
  { anomalyId, name, startTime, strength, plan, mending }: ActiveFault,
  fields: Partial<ActiveFault>,
): ActiveFault => Object.assign({ anomalyId, name, startTime, strength, plan, mending }, fields);

/** Returns the deviation from nominal attitude in degrees, never negative. */
export function deviation({ attitudeError, disturbance, drift }: SpacecraftState): number {
  const error = attitudeError + disturbance;
  return Math.sqrt(error * error + drift * drift);
}

export const totalLoadW = (state: SpacecraftState): number =>
  state.busLoadW + state.payloadLoadW + state.transmitterLoadW + state.heaterLoadW + state.activityLoadW;

export function isInProgress({ activities }: SpacecraftState, name: CommandName): boolean {
  for (const activity of activities) if (activity.name === name) return true;
  return false;
}

/** Returns the sum of an effect of the events in progress; outside NOMINAL they do nothing. */
export function eventSum(
  { events, mode }: SpacecraftState,
  effect: Exclude<keyof EventEffects, 'isDownlink'>,
): number {
  let sum = 0;
  if (!events || mode !== 'NOMINAL') return sum;
  for (const { type } of events) sum += EVENT_EFFECTS[type][effect] ?? 0;
  return sum;
}

/** True if a command or an event asks for a downlink at the high rate. */
export const isDownlinking = (state: SpacecraftState): boolean =>
  isInProgress(state, 'Data Downlink') ||
  (state.mode === 'NOMINAL' && (state.events?.some(({ type }) => EVENT_EFFECTS[type].isDownlink) ?? false));
