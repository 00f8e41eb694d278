import type { MissionHeader } from '../../shared/contract/journal.ts';
import { MISSION_AGE_AT_LOAD_MS } from '../../shared/entities/constants.ts';
import { TELEMETRY_PERIODS_MS } from '../../shared/entities/telemetry-rate.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../../shared/kit/units.ts';
import { actingFaults, type DrawnFault } from '../ground/anomalies/anomalies.ts';
import { NO_UPLINK } from '../ground/commanding/uplink.ts';
import { anomalyEvent, type LogEvent, orbitEvents } from '../ground/log/log-events.ts';
import { beginTelemetry, COAST_LIMIT_MS } from '../ground/telemetry/telemetry.ts';
import type { Seed } from '../kit/random.ts';
import { completeContacts } from '../orbit/contacts.ts';
import { startEventAboard } from '../spacecraft/activities.ts';
import { COMMAND_LOSS_S, INITIAL_SPACECRAFT, type SpacecraftState, withFields } from '../spacecraft/model.ts';
import { RECORDER_MB } from '../spacecraft/radio.ts';
import { advance } from './advance.ts';
import { initialDownlinkMb } from './initial-state/initial-downlink.ts';
import { findInitialFacts, logWithPast, pastEvents } from './initial-state/initial-facts.ts';
import { initialOperatorState, initialTimeline } from './initial-state/sample-data.ts';
import { openCrew } from './operations/console-duty.ts';
import { EMPTY_OPERATOR_STATE } from './operations/operator-state.ts';
import { coastSpacecraft } from './simulation/coast.ts';
import { forecastFaults } from './simulation/fault-forecasts.ts';
import { startFault } from './simulation/mission-faults.ts';
import { NO_TRIGGERS, NOT_BEGUN } from './state/exercise-state.ts';
import { appendEvents, type MissionState, measure, type SimulationContext } from './state/mission-state.ts';
import { measurePerformance } from './state/performance.ts';

/** Time before the beginning that is simulated step by step, so that the history is full. */
const SIMULATED_MS = 2 * MS_PER_MIN;

/** Begins a new mission. The spacecraft is propagated through the preceding day, so that it is in a steady cycle. */
export function beginMission(
  { seed, startTime: now, profile }: MissionHeader,
  context: SimulationContext,
): MissionState {
  const dayBefore = addMs(now, -COAST_LIMIT_MS);
  // On a whole second, so that MET and UTC change together.
  const startTime = epochMs(Math.floor((now - MISSION_AGE_AT_LOAD_MS) / MS_PER_S) * MS_PER_S);
  const contacts = completeContacts(context.propagators, context.network, now);
  const opened: MissionState = {
    time: dayBefore,
    startTime,
    seed,
    profile: 'none', // No new fault before the start.
    telemetry: beginTelemetry({
      spacecraft: withFields(INITIAL_SPACECRAFT, {
        downlinkedMb: initialDownlinkMb(now, context.environmentAt),
      }),
      time: addMs(dayBefore, -SIMULATED_MS),
    }),
    limits: undefined,
    issElements: undefined,
    issTransition: undefined,
    propagators: context.propagators,
    network: undefined,
    contacts,
    operator: EMPTY_OPERATOR_STATE,
    uplink: NO_UPLINK,
    verifications: [],
    shownVerifications: [],
    performance: measurePerformance(
      {
        startTime,
        commandCount: 0,
        telemetry: [],
        telemetryPeriodMs: TELEMETRY_PERIODS_MS.high,
        anomalies: EMPTY_OPERATOR_STATE.anomalies,
        spacecraft: INITIAL_SPACECRAFT,
      },
      dayBefore,
    ),
    eclipse: undefined,
    log: [],
  };
  const simulatedFrom = addMs(now, -SIMULATED_MS);
  const coasted = coastSpacecraft(opened, simulatedFrom, context);
  const pastLog = [...orbitEvents(contacts.plan, dayBefore, simulatedFrom), ...coasted.logEvents];
  const logged = appendEvents(
    { ...coasted.state, time: simulatedFrom },
    pastLog.sort((a, b) => a.time - b.time),
  );
  const propagated = advance(withStart(logged, now, seed, context), now, context).state;
  const facts = {
    ...findInitialFacts(now, seed, contacts.plan, context),
    telemetry: propagated.telemetry.history,
    planFault: context.planFault,
  };
  // An exercise begins with an empty queue, plan and list.
  const { exercise } = context;
  const operator = exercise
    ? { ...EMPTY_OPERATOR_STATE, crew: openCrew(now) }
    : initialOperatorState(now, seed, facts);
  const log = logWithPast(propagated.log, pastEvents(operator));
  const withPast: MissionState = {
    ...propagated,
    profile,
    operator,
    log,
    ...(exercise && {
      exercise: NOT_BEGUN,
      triggers: { ...NO_TRIGGERS, pending: exercise.definition.triggers },
    }),
  };
  const acting = actingFaults(operator.anomalies);
  const begun = appendEvents(withPast, [
    ...actingFaultEvents(withPast, acting),
    { time: now, kind: 'Mission', level: 'info', text: 'The simulation begins' },
  ]);
  const broken = forecastFaults(
    acting.reduce((state, fault) => startFault(state, fault, now), begun),
    now,
    context,
  );
  return measure(broken, now);
}

/**
 * Returns a mission with the state of the spacecraft at which its exercise starts; without one, with the events on board
 * that are in progress at the beginning.
 */
function withStart(
  state: MissionState,
  now: EpochMs,
  seed: Seed,
  { exercise }: SimulationContext,
): MissionState {
  if (!exercise) {
    const begun = initialTimeline(now, seed).events.filter(({ status }) => status === 'In Progress');
    return withSpacecraft(
      state,
      begun.reduce(
        (craft, event) => startEventAboard(craft, event, event.startTime),
        state.telemetry.spacecraft,
      ),
    );
  }
  const { charge, recorderMb, mode } = exercise.definition.start;
  const spacecraft = withFields(state.telemetry.spacecraft, {
    ...(charge !== undefined && { soc: charge }),
    ...(recorderMb !== undefined && { storedMb: Math.min(recorderMb, RECORDER_MB) }),
    ...(mode && { mode, safeHoldS: COMMAND_LOSS_S }),
  });
  return withSpacecraft(state, spacecraft);
}

const withSpacecraft = (state: MissionState, spacecraft: SpacecraftState): MissionState => ({
  ...state,
  telemetry: { ...state.telemetry, spacecraft },
});

/** Returns log entries for the faults active when a mission begins, dated after the existing ones. */
function actingFaultEvents(
  { operator, log }: MissionState,
  acting: readonly DrawnFault[],
): readonly LogEvent[] {
  const newest = log.at(-1)?.time ?? 0;
  return operator.anomalies.anomalies
    .filter(({ id }) => acting.some(({ anomalyId }) => anomalyId === id))
    .map(anomalyEvent)
    .map((logEvent) => ({ ...logEvent, time: epochMs(Math.max(logEvent.time, newest)) }))
    .reverse();
}
