import { TELEMETRY_HISTORY_LENGTH } from '../../../shared/entities/constants.ts';
import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import { TELEMETRY_PERIODS_MS } from '../../../shared/entities/telemetry-rate.ts';
import { addMs, type EpochMs, MS_PER_DAY } from '../../../shared/kit/units.ts';
import type { Streams } from '../../kit/random.ts';
import type { EnvironmentAt } from '../../spacecraft/environment.ts';
import { shiftPlan } from '../../spacecraft/fdir.ts';
import {
  type ActiveFault,
  type Activity,
  type SpacecraftState,
  withFaultFields,
  withFields,
} from '../../spacecraft/model.ts';
import { type PropagatedSpacecraft, propagateSpacecraft } from '../../spacecraft/propagate.ts';
import { readSensors } from '../../spacecraft/sensors.ts';
import { type FaultEvent, shiftFaultEvent } from './fault-events.ts';

export type { EnvironmentAt };

/** The spacecraft, the instant it is propagated to, and its samples. */
export interface TelemetryState extends PropagatedSpacecraft {
  /** Received on the ground, oldest first, at most `TELEMETRY_HISTORY_LENGTH`. */
  readonly history: readonly TelemetrySample[];
  readonly downlink: Downlink;
}

export interface Downlink {
  /** Spacecraft state at the newest telemetry: all that the ground knows of it. */
  readonly reported: PropagatedSpacecraft;
  /** Sample period in milliseconds; without a link, that of the last one. */
  readonly periodMs: number;
  /** Recorded on board and not sent yet, oldest first, at most `TELEMETRY_HISTORY_LENGTH`. */
  readonly recorded: readonly TelemetrySample[];
  /** Fault events on board that are not reported yet, oldest first. */
  readonly events: readonly FaultEvent[];
}

export const beginTelemetry = ({ spacecraft, time }: PropagatedSpacecraft): TelemetryState => ({
  spacecraft,
  time,
  history: [],
  downlink: { reported: { spacecraft, time }, periodMs: TELEMETRY_PERIODS_MS.high, recorded: [], events: [] },
});

/** Longest part of a gap that is propagated, in steps of a minute. */
export const COAST_LIMIT_MS = MS_PER_DAY;

const newestOf = (samples: readonly TelemetrySample[]): number =>
  samples.at(-1)?.timestamp ?? Number.NEGATIVE_INFINITY;
/** Appends a sample and keeps the newest `TELEMETRY_HISTORY_LENGTH`. */
function withSample(
  samples: readonly TelemetrySample[],
  sample: TelemetrySample,
): readonly TelemetrySample[] {
  if (samples.length < TELEMETRY_HISTORY_LENGTH) return [...samples, sample];
  // Shifted within a single copy, because a full list gets a new sample every 5 s.
  const kept = samples.slice(-TELEMETRY_HISTORY_LENGTH);
  for (let index = 1; index < kept.length; index++) kept[index - 1] = kept[index] as TelemetrySample;
  kept[kept.length - 1] = sample;
  return kept;
}
const inOrder = (one: TelemetrySample, other: TelemetrySample): number => one.timestamp - other.timestamp;

/**
 * Propagates the spacecraft to an instant, reads its sensors, and sends the sample as the link allows: over
 * high gain at once, with all recorded samples; over low gain every 30 s, with the samples in between
 * recorded; without a link recorded only. In SURVIVAL it samples only as often as it sends.
 */
export function recordSample(
  state: TelemetryState,
  time: EpochMs,
  environmentAt: EnvironmentAt,
  streams: Streams,
): TelemetryState {
  const propagated = coast(state, time, environmentAt, streams);
  if (propagated.time < time) return propagated;
  const { spacecraft, history } = propagated;
  const { mode, antenna } = spacecraft;
  const { reported, recorded, events } = propagated.downlink;
  const periodMs = antenna === 'none' ? propagated.downlink.periodMs : TELEMETRY_PERIODS_MS[antenna];
  const isSaving =
    mode === 'SURVIVAL' && time - Math.max(newestOf(history), newestOf(recorded)) < TELEMETRY_PERIODS_MS.low;
  if (isSaving) return { ...propagated, downlink: { reported, periodMs, recorded, events } };
  const sample = readSensors(spacecraft, time, streams);
  if (antenna === 'none' || (antenna === 'low' && time - newestOf(history) < periodMs)) {
    const downlink = { reported, periodMs, recorded: withSample(recorded, sample), events };
    return { ...propagated, downlink };
  }
  const isPlayback = antenna === 'high' && recorded.length > 0;
  const received = isPlayback ? [...history, ...recorded].sort(inOrder) : history;
  return {
    spacecraft,
    time,
    history: withSample(received, sample),
    downlink: { reported: { spacecraft, time }, periodMs, recorded: isPlayback ? [] : recorded, events },
  };
}

/**
 * Estimates the downlink of a skipped interval, MB, from the propagated one: with fifteen orbits a day, days are
 * alike.
 */
export const estimateDownlinkedMb = (flownMb: number, flownMs: number, notFlownMs: number): number =>
  flownMs > 0 ? (flownMb * notFlownMs) / flownMs : 0;

/**
 * Propagates the spacecraft to an instant without sampling: see `propagateSpacecraft`. In a gap longer than a day,
 * only the last day is propagated, after which the initial state no longer matters; the downlink of the days before
 * is estimated from it.
 */
export function coast(
  state: TelemetryState,
  to: EpochMs,
  environmentAt: EnvironmentAt,
  streams: Streams,
): TelemetryState {
  const from = coastFrom(state, to);
  const propagated = propagateSpacecraft(
    { spacecraft: state.spacecraft, time: from },
    to,
    environmentAt,
    streams,
  );
  if (propagated.time === from) return state;
  const { spacecraft, time } = propagated;
  return addSkipped({ spacecraft, time, history: state.history, downlink: state.downlink }, state, from);
}

const coastFrom = ({ time }: PropagatedSpacecraft, to: EpochMs): EpochMs =>
  Math.max(time, to - COAST_LIMIT_MS) as EpochMs;

/** Coasts to an instant but stops at the next link; a second call continues from there. */
export function coastToLink(
  state: TelemetryState,
  to: EpochMs,
  environmentAt: EnvironmentAt,
  streams: Streams,
): TelemetryState {
  const from = coastFrom(state, to);
  const start = { spacecraft: state.spacecraft, time: from };
  const propagated = propagateSpacecraft(
    start,
    to,
    environmentAt,
    streams,
    ({ antenna }) => antenna !== 'none',
  );
  return propagated.time === from ? state : { ...state, ...propagated };
}

/** Adds the estimated downlink of the days that a coast from `before` skipped. */
export function addSkipped(
  propagated: TelemetryState,
  before: TelemetryState,
  from = coastFrom(before, propagated.time),
): TelemetryState {
  if (from === before.time) return propagated;
  const { spacecraft, time } = propagated;
  const flownMb = spacecraft.downlinkedMb - before.spacecraft.downlinkedMb;
  const estimatedMb = estimateDownlinkedMb(flownMb, time - from, from - before.time);
  return {
    ...propagated,
    spacecraft: withFields(spacecraft, { downlinkedMb: spacecraft.downlinkedMb + estimatedMb }),
  };
}

/** Drops data after an instant, for a clock that moved back. Activities keep their remaining durations. */
export function rewindTelemetry(state: TelemetryState, to: EpochMs): TelemetryState {
  const shiftMs = Math.min(0, to - state.time);
  const { reported, recorded, periodMs, events } = state.downlink;
  const spacecraft = shiftInProgress(state.spacecraft, shiftMs);
  const isUntil = ({ timestamp }: TelemetrySample): boolean => timestamp <= to;
  return {
    spacecraft,
    time: to,
    history: state.history.filter(isUntil),
    downlink: {
      periodMs,
      recorded: recorded.filter(isUntil),
      events: events.map((event) => shiftFaultEvent(event, shiftMs)),
      reported: {
        spacecraft:
          reported.spacecraft === state.spacecraft
            ? spacecraft
            : shiftInProgress(reported.spacecraft, shiftMs),
        time: reported.time === state.time ? to : (Math.min(reported.time, to) as EpochMs),
      },
    },
  };
}

const shiftInProgress = (spacecraft: SpacecraftState, shiftMs: number): SpacecraftState =>
  withFields(spacecraft, {
    activities: spacecraft.activities.map((activity) => shiftActivity(activity, shiftMs)),
    events: spacecraft.events?.map((event) => ({ ...event, endTime: addMs(event.endTime, shiftMs) })),
    faults: spacecraft.faults.map((fault) => shiftFault(fault, shiftMs)),
  });

const shiftActivity = (activity: Activity, shiftMs: number): Activity => ({
  ...activity,
  startTime: addMs(activity.startTime, shiftMs),
  endTime: addMs(activity.endTime, shiftMs),
});

function shiftFault(fault: ActiveFault, shiftMs: number): ActiveFault {
  const { startTime, mending, plan } = fault;
  return withFaultFields(fault, {
    startTime: addMs(startTime, shiftMs),
    plan: shiftPlan(plan, shiftMs),
    mending: mending && { from: addMs(mending.from, shiftMs), until: addMs(mending.until, shiftMs) },
  });
}
