import {
  ANOMALY_PERIOD_MS,
  PERFORMANCE_PERIOD_MS,
  TELEMETRY_PERIOD_MS,
} from '../../shared/entities/constants.ts';
import { type EpochMs, epochMs, MS_PER_H, MS_PER_S } from '../../shared/kit/units.ts';
import { allOrbitEvents, dueTime, indexAfter, type LogEvent } from '../ground/log/log-events.ts';
import type { NoticeDraft, Step } from '../kit/steps.ts';
import { followContacts } from '../orbit/contacts.ts';
import { runDutyCrew } from './duty-crew/duty-crew.ts';
import { runExercise } from './exercise/run-exercise.ts';
import { runTriggers } from './exercise/triggers.ts';
import { armedOf } from './operations/commands.ts';
import { pollAnomalies } from './simulation/anomaly-poll.ts';
import { deliverUplink } from './simulation/command-execution.ts';
import { executeArmed } from './simulation/execute-commands.ts';
import { generatePackets, nextReleaseTime, releaseScheduled } from './simulation/packet-telemetry.ts';
import { sampleTelemetry } from './simulation/sample-telemetry.ts';
import { gridAfter, gridBefore, isOnGrid } from './state/grid.ts';
import {
  appendEvents,
  type LoopStep,
  type MissionState,
  measure,
  type SimulationContext,
} from './state/mission-state.ts';

/** Well within the time ahead that the contact plan covers. */
const BLOCK_MS = 6 * MS_PER_H;

/**
 * Advances the mission to an instant through all steps until then. Steps lie on whole seconds of UTC, at instants
 * that the state decides, so that any division of time gives the same state.
 * @param follow receives the state after each step; the mission stops where it returns `true`
 */
export function advance(
  from: MissionState,
  to: EpochMs,
  context: SimulationContext,
  follow?: (state: MissionState) => boolean,
): Step<MissionState> {
  let state = from;
  let isStopped = false;
  const notices: NoticeDraft[] = [];
  const afterStep = follow && ((step: MissionState) => (isStopped = follow(step)));
  while (state.time < to && !isStopped) {
    const end = epochMs(Math.min(to, state.time + BLOCK_MS));
    state = advanceBlock(state, end, context, notices, afterStep);
  }
  return { state, notices };
}

function advanceBlock(
  from: MissionState,
  to: EpochMs,
  context: SimulationContext,
  notices: NoticeDraft[],
  afterStep: ((state: MissionState) => boolean) | undefined,
): MissionState {
  let state = from;
  const events = allOrbitEvents(from.contacts.plan);
  // An event within the last second is due only now.
  let nextEvent = indexAfter(events, gridBefore(from.time, MS_PER_S));
  for (;;) {
    const event = events[nextEvent];
    const time = nextStepTime(state, event);
    if (time > to) return { ...state, time: to };
    const step = runStep(state, time, context);
    const logEvents = [...step.logEvents];
    for (let due = event; due && dueTime(due.time) <= time; due = events[nextEvent]) {
      logEvents.push(due);
      nextEvent += 1;
    }
    notices.push(...step.notices);
    state = appendEvents(
      step.state,
      logEvents.sort((a, b) => a.time - b.time),
    );
    if (afterStep?.(state)) return state;
  }
}

/** Returns the instant of the next step after a state: until then only time advances. */
export function nextStepAfter(state: MissionState): EpochMs {
  const events = allOrbitEvents(state.contacts.plan);
  return nextStepTime(state, events[indexAfter(events, gridBefore(state.time, MS_PER_S))]);
}

/** A command in the uplink may arrive at any second; an armed one, an orbit event and a release have their own. */
function nextStepTime(state: MissionState, event: LogEvent | undefined): EpochMs {
  const { time, uplink, operator } = state;
  const armed = armedOf(operator.commands.commands)[0]?.scheduledTime;
  let next = gridAfter(time, uplink.length > 0 ? MS_PER_S : TELEMETRY_PERIOD_MS);
  for (const due of [event && dueTime(event.time), armed && dueTime(armed), nextReleaseTime(state)]) {
    if (due !== undefined && due < next) next = epochMs(Math.max(due, gridAfter(time, MS_PER_S)));
  }
  return next;
}

/** Runs everything due at an instant, in order. */
function runStep(before: MissionState, time: EpochMs, context: SimulationContext): LoopStep {
  const notices: NoticeDraft[] = [];
  const logEvents: LogEvent[] = [];
  let state: MissionState = { ...before, time, packets: undefined };
  const run = (step: (state: MissionState) => LoopStep): void => {
    const done = step(state);
    state = done.state;
    notices.push(...done.notices);
    logEvents.push(...done.logEvents);
  };
  run((now) => executeArmed(now, time, context));
  run((now) => deliverUplink(now, context));
  state = releaseScheduled(state, context);
  if (isOnGrid(time, TELEMETRY_PERIOD_MS)) {
    const contacts = followContacts(state.contacts, state.propagators, time);
    if (contacts !== state.contacts) state = { ...state, contacts };
    run((now) => sampleTelemetry(now, time, context));
    state = generatePackets(state, before.telemetry, context);
    run((now) => runDutyCrew(now, context));
    run((now) => runTriggers(now, time, context));
    run((now) => runExercise(now, time, context));
  }
  if (isOnGrid(time, ANOMALY_PERIOD_MS)) run((now) => pollAnomalies(now, time, context));
  if (isOnGrid(time, PERFORMANCE_PERIOD_MS)) state = measure(state, time);
  return { state, notices, logEvents };
}
