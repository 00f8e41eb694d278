import { ANOMALY_PERIOD_MS, MISSION_AGE_AT_LOAD_MS } from '../../shared/constants.ts';
import { formatDuration } from '../../shared/quantity-text.ts';
import { TELEMETRY_PERIODS_MS } from '../../shared/telemetry-rate.ts';
import { addMs, type EpochMs, epochMs, MS_PER_S } from '../../shared/units.ts';
import { actingFaults, type DrawnFault } from '../anomalies/anomalies.ts';
import { shiftAnomalies } from '../anomalies/anomaly-reports.ts';
import type { RestoredMission } from '../checkpoint/checkpoint.ts';
import { NO_UPLINK } from '../commanding/uplink.ts';
import { gatherVerifications, shiftVerifications } from '../commanding/verification.ts';
import { initialDownlinkMb } from '../initial-state/initial-downlink.ts';
import { findInitialFacts, logWithPast, pastEvents } from '../initial-state/initial-facts.ts';
import { initialOperatorState } from '../initial-state/sample-data.ts';
import type { Seed } from '../kit/random.ts';
import type { Step } from '../kit/steps.ts';
import { BUILT_IN_ORBIT } from '../live-data/iss-orbit.ts';
import { NO_REAL_DATA } from '../live-data/real-data.ts';
import { shiftLog } from '../log/event-log.ts';
import { anomalyEvent, type LogEvent } from '../log/log-events.ts';
import { shiftCrew } from '../operations/console-duty.ts';
import { EMPTY_OPERATOR_STATE, operatorSlices } from '../operations/operator-state.ts';
import { completeContacts } from '../orbit/contacts.ts';
import { followEphemerides, transition } from '../orbit/ephemerides.ts';
import { generatePositions } from '../orbit/positions.ts';
import { rewindUplink } from '../simulation/command-execution.ts';
import { startFault } from '../simulation/mission-faults.ts';
import { forecastEclipse } from '../spacecraft/eclipse-forecast.ts';
import { INITIAL_SPACECRAFT } from '../spacecraft/model.ts';
import { viewOnGround } from '../state/ground-view.ts';
import {
  appendEvents,
  EXACT_JUMP_MS,
  EXACT_TAIL_MS,
  type MissionState,
  measure,
  PATIENCE_MS,
  remark,
  type SimulationContext,
  withOperatorState,
} from '../state/mission-state.ts';
import { measurePerformance } from '../state/performance.ts';
import { anchorSchedule, lastStep } from '../state/schedule.ts';
import { openSlices, reviseSlices } from '../state/slices.ts';
import { applyDeadbands } from '../telemetry/limit-deadband.ts';
import { beginTelemetry, COAST_LIMIT_MS, rewindTelemetry } from '../telemetry/telemetry.ts';
import { originsAt, propagatorsOn } from './iss-updates.ts';
import { runUntil, trackSatellites } from './loop.ts';

/** What a new mission is drawn from. */
export interface MissionSeed {
  readonly seed: Seed;
  /** Whether faults are drawn (spec §4), the default; without draws only injected ones occur. */
  readonly drawsFaults?: boolean | undefined;
}

/** A new mission. It is propagated through the preceding day, so that the spacecraft is in a steady cycle. */
export function beginMission(
  { seed, drawsFaults = true }: MissionSeed,
  now: EpochMs,
  context: SimulationContext,
): MissionState {
  const dayBefore = addMs(now, -COAST_LIMIT_MS);
  // On a whole second, so that MET and UTC change together.
  const startTime = epochMs(Math.floor((now - MISSION_AGE_AT_LOAD_MS) / MS_PER_S) * MS_PER_S);
  const contacts = completeContacts(context.propagators, now);
  const propagated = runUntil(
    {
      time: dayBefore,
      seed,
      drawsFaults,
      // No new fault at the start.
      schedule: { ...anchorSchedule(now, dayBefore), anomalies: addMs(now, ANOMALY_PERIOD_MS) },
      telemetry: beginTelemetry({
        spacecraft: { ...INITIAL_SPACECRAFT, downlinkedMb: initialDownlinkMb(now, context.environmentAt) },
        time: addMs(dayBefore, -EXACT_TAIL_MS),
      }),
      levels: undefined,
      propagators: context.propagators,
      issOrbit: BUILT_IN_ORBIT,
      contacts,
      operator: EMPTY_OPERATOR_STATE,
      uplink: NO_UPLINK,
      verifications: [],
      slices: openSlices({
        clock: { startTime, time: dayBefore },
        telemetry: [],
        ...operatorSlices(EMPTY_OPERATOR_STATE),
        spacecraft: undefined,
        eclipse: undefined,
        verifications: [],
        performance: measurePerformance(
          {
            startTime,
            commands: [],
            telemetry: [],
            telemetryPeriodMs: TELEMETRY_PERIODS_MS.high,
            anomalies: EMPTY_OPERATOR_STATE.anomalies,
            spacecraft: INITIAL_SPACECRAFT,
          },
          dayBefore,
        ),
        ...trackSatellites(undefined, context.propagators, now),
        contacts: contacts.plan,
        realData: NO_REAL_DATA,
        provenance: originsAt(BUILT_IN_ORBIT, now),
        log: [],
      }),
    },
    now,
    context,
  ).state;
  const facts = {
    ...findInitialFacts(now, contacts.plan, context),
    reading: propagated.telemetry.history.at(-1),
    planFault: context.planFault,
  };
  const shown = withOperatorState(propagated, initialOperatorState(now, seed, facts));
  const log = logWithPast(shown.slices.log.value, pastEvents(shown.operator));
  const withPast = { ...shown, slices: reviseSlices(shown.slices, { log }) };
  const acting = actingFaults(withPast.operator.anomalies);
  const begun = appendEvents(withPast, [
    ...actingFaultEvents(withPast, acting),
    { time: now, kind: 'Mission', level: 'info', text: 'The simulation begins' },
  ]);
  const broken = acting.reduce((state, fault) => startFault(state, fault, now, context), begun);
  return measure(broken, now);
}

/** Log entries for the faults that are active when a mission begins, after the existing ones. */
function actingFaultEvents(
  { operator, slices }: MissionState,
  acting: readonly DrawnFault[],
): readonly LogEvent[] {
  const newest = slices.log.value.at(-1)?.time ?? 0;
  return operator.anomalies.anomalies
    .filter(({ id }) => acting.some(({ anomalyId }) => anomalyId === id))
    .map(anomalyEvent)
    .map((logEvent) => ({ ...logEvent, time: epochMs(Math.max(logEvent.time, newest)) }))
    .reverse();
}

/** The mission of a checkpoint, exactly where it stopped. */
export function restoreMission(restored: RestoredMission, context: SimulationContext): MissionState {
  const { time, schedule, spacecraft, spacecraftTime, kept, revisions, issOrbit, issTransition } = restored;
  const history = kept.telemetry;
  const propagators = propagatorsOn(issOrbit, context);
  const tracked = lastStep(schedule, 'positions');
  const contacts = completeContacts(propagators, time);
  const { reported, ...downlink } = restored.downlink;
  const propagated = { spacecraft, time: spacecraftTime };
  const telemetry = { ...propagated, history, downlink: { ...downlink, reported: reported ?? propagated } };
  const values = {
    ...kept,
    ephemerides: transition('iss', followEphemerides(undefined, propagators, tracked), issTransition),
    positions: generatePositions(propagators, tracked),
    contacts: contacts.plan,
    provenance: originsAt(issOrbit, kept.clock.time),
    ...operatorSlices(restored.operator),
    spacecraft: viewOnGround(telemetry, restored.operator.anomalies, context),
  };
  const newest = history.at(-1);
  return {
    time,
    seed: restored.seed,
    drawsFaults: restored.drawsFaults,
    schedule,
    telemetry,
    levels: newest && applyDeadbands(undefined, newest),
    propagators,
    issOrbit,
    contacts,
    operator: restored.operator,
    uplink: restored.uplink,
    verifications: restored.verifications,
    slices: openSlices(values, revisions),
  };
}

/** The mission at an instant, after all due steps. See `Mission.advanceTo`. */
export function advance(state: MissionState, to: EpochMs, context: SimulationContext): Step<MissionState> {
  const jumpMs = to - state.time;
  if (!Number.isFinite(jumpMs)) throw new RangeError(`Mission time cannot advance to ${to}.`);
  if (jumpMs < -PATIENCE_MS) {
    const text = `System clock moved back by ${formatDuration(-jumpMs)}; mission time adjusted.`;
    return remark(rewind(state, to, context), 'warning', text);
  }
  if (jumpMs <= 0) return { state, notices: [] };
  const propagated = runUntil(state, to, context);
  if (jumpMs <= EXACT_JUMP_MS) return propagated;
  const text = `Simulation was suspended for ${formatDuration(jumpMs)} and has caught up.`;
  const remarked = remark(propagated.state, 'info', text);
  return { ...remarked, notices: [...remarked.notices, ...propagated.notices] };
}

/**
 * Moves mission time back. Measurements belong to the clock that dated them, so those in the future are
 * dropped. Anomalies, their faults and the log keep their age, so that none of them lies in the future.
 */
function rewind(state: MissionState, to: EpochMs, context: SimulationContext): MissionState {
  const { propagators } = context;
  const telemetry = rewindTelemetry(state.telemetry, to);
  const shiftMs = to - state.time;
  const verifications = shiftVerifications(state.verifications, shiftMs);
  const anomalies = shiftAnomalies(state.operator.anomalies, shiftMs);
  const operator = { ...state.operator, anomalies, crew: shiftCrew(state.operator.crew, shiftMs) };
  const { clock } = state.slices;
  const contacts = completeContacts(propagators, to);
  const rewound: MissionState = {
    time: to,
    seed: state.seed,
    drawsFaults: state.drawsFaults,
    schedule: anchorSchedule(to, to),
    telemetry,
    levels: state.levels,
    propagators,
    issOrbit: BUILT_IN_ORBIT,
    contacts,
    operator,
    uplink: state.uplink,
    verifications,
    slices: reviseSlices(state.slices, {
      ...operatorSlices(operator),
      log: shiftLog(state.slices.log.value, shiftMs),
      verifications: gatherVerifications(state.slices.verifications.value, verifications),
      spacecraft: viewOnGround(telemetry, anomalies, context),
      eclipse: forecastEclipse(telemetry.spacecraft, context.environmentAt, to),
      clock: { ...clock.value, time: to },
      telemetry: telemetry.history,
      ...trackSatellites(undefined, propagators, to),
      contacts: contacts.plan,
      realData: NO_REAL_DATA,
      provenance: originsAt(BUILT_IN_ORBIT, to),
    }),
  };
  return measure(rewindUplink(rewound, to - state.time, context), to);
}
