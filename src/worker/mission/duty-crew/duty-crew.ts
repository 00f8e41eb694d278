import type { OperationName, Operations } from '../../../shared/contract/operations.ts';
import type { SafeModeAdvice } from '../../../shared/entities/advice.ts';
import type { Anomaly, CommandName, TimelineEvent } from '../../../shared/entities/entities.ts';
import { LOW_GAIN_UPLINK_MS } from '../../../shared/entities/spacecraft.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_S } from '../../../shared/kit/units.ts';
import { isActing, isOpen } from '../../ground/anomalies/anomalies.ts';
import type { LogEvent } from '../../ground/log/log-events.ts';
import { drawBetween, streamsOf } from '../../kit/random.ts';
import { ACTIVITY_KINDS } from '../../spacecraft/activities.ts';
import { isInProgress } from '../../spacecraft/model.ts';
import { dispatch } from '../dispatch/dispatch.ts';
import { pendingOf, retireCommands } from '../operations/commands.ts';
import {
  type CrewPace,
  type CrewState,
  type CrewStep,
  type CrewSubject,
  type CrewTask,
  isDemonstration,
  isSevere,
  isTimelineWork,
  urgencyOf,
} from '../operations/console-duty.ts';
import { openEventsOf } from '../operations/timeline.ts';
import { adviceOf } from '../state/advice.ts';
import { gridBefore } from '../state/grid.ts';
import {
  type LoopStep,
  type MissionState,
  type SimulationContext,
  withoutEvents,
} from '../state/mission-state.ts';
import {
  BRISK_DELAYS_S,
  BRISK_VERIFY_MS,
  DELAYS_S,
  FIRST_SHIFT_MS,
  LEAST_PLAN_MS,
  LOOK_AGAIN_MS,
  NO_LINK_MS,
  NO_SUGGESTION_MS,
  PLAN_LEAD_MS,
  SHIFT_MS,
  TRIES,
  VERIFY_MS,
  WATCH_MS,
} from './pace.ts';
import { planSpan } from './plan.ts';

/**
 * Simulates the duty crew: a competent operator at human pace, who sees what an operator sees, uses an operator's
 * operations, and does one thing at a time.
 */

/** The mission during the crew's work, and its log events. */
interface Shift {
  readonly state: MissionState;
  readonly logEvents: readonly LogEvent[];
}

const ACTOR = 'Duty crew';

const say = ({ state, logEvents }: Shift, text: string, level: LogEvent['level'] = 'info'): Shift => ({
  state,
  logEvents: [
    ...logEvents,
    { time: state.time, kind: 'Mission', level, text: `${ACTOR}: ${text}`, by: ACTOR },
  ],
});

const setCrew = (state: MissionState, changed: Partial<CrewState>): MissionState =>
  changed === state.operator.crew
    ? state
    : { ...state, operator: { ...state.operator, crew: { ...state.operator.crew, ...changed } } };

/** Draws the crew's next delay. Returns the state after the draw, and the instant at which the delay ends. */
function waitFor(
  state: MissionState,
  delay: keyof typeof DELAYS_S,
  pace?: CrewPace,
): [MissionState, EpochMs] {
  const { crew } = state.operator;
  const [least, most] = { ...DELAYS_S, ...(pace && BRISK_DELAYS_S) }[delay];
  const seconds = drawBetween(streamsOf(state.seed)('duty-crew').at(crew.drawn), least, most);
  return [setCrew(state, { drawn: crew.drawn + 1 }), addMs(state.time, Math.round(seconds) * MS_PER_S)];
}

const isFor = (subject: CrewSubject, id: string) => (task: CrewTask) =>
  task.subject === subject && task.id === id;

function addTask(
  state: MissionState,
  subject: CrewSubject,
  id: string,
  step: CrewStep,
  delay: keyof typeof DELAYS_S,
): MissionState {
  if (state.operator.crew.tasks.some(isFor(subject, id))) return state;
  const [waiting, dueTime] = waitFor(state, delay);
  const task: CrewTask = { subject, id, step, dueTime, sent: 0 };
  return setCrew(waiting, { tasks: [...waiting.operator.crew.tasks, task] });
}

const dropTask = (state: MissionState, task: CrewTask): MissionState =>
  setCrew(state, { tasks: state.operator.crew.tasks.filter((other) => other !== task) });

const keepTask = (state: MissionState, task: CrewTask, changed: Partial<CrewTask>): MissionState =>
  setCrew(state, {
    tasks: state.operator.crew.tasks.map((other) => (other === task ? { ...task, ...changed } : other)),
  });

const isSuggested = (safeMode: SafeModeAdvice | undefined): safeMode is SafeModeAdvice =>
  safeMode !== undefined && safeMode.waitsFor === undefined;

/** Adds a task for every item on the console that has none. */
function lookAround(from: MissionState, context: SimulationContext): MissionState {
  let state = from;
  const { time, operator } = state;
  const { safeMode, downlink } = adviceOf(state, context);
  for (const anomaly of operator.anomalies.anomalies.toReversed()) {
    if (anomaly.shelved || !isOpen(anomaly, operator.anomalies)) continue;
    if (anomaly.status === 'Active') state = addTask(state, 'anomaly', anomaly.id, 'notice', 'notice');
    else state = addTask(state, 'anomaly', anomaly.id, 'answer', 'answer');
  }
  for (const { id, scheduledTime } of pendingOf(operator.commands.commands)) {
    if (scheduledTime <= time) state = addTask(state, 'command', id, 'answer', 'routine');
  }
  if (isSuggested(safeMode)) state = addTask(state, 'safe mode', '', 'answer', 'recover');
  for (const event of openEventsOf(operator.timeline.events)) {
    if (dueOperation(event, state)) state = addTask(state, 'event', event.id, 'answer', 'routine');
  }
  if (isPlanningDue(state)) state = addTask(state, 'plan', '', 'answer', 'plan');
  return downlink ? addTask(state, 'downlink', '', 'answer', 'routine') : state;
}

/** Runs an operation of the crew, without notices to the operator, logged under the crew's name. */
function operate<Name extends OperationName>(
  shift: Shift,
  name: Name,
  input: Parameters<Operations[Name]>[0],
  context: SimulationContext,
): Shift & { readonly id: string | undefined } {
  const { state, outcome, logEvents } = dispatch(shift.state, name, input, context, { actor: ACTOR });
  const id = outcome.ok && 'id' in outcome.value ? outcome.value.id : undefined;
  return { state, logEvents: [...shift.logEvents, ...logEvents], id };
}

const endOf = (name: CommandName, time: EpochMs): EpochMs =>
  addMs(time, ACTIVITY_KINDS[name].durationS * MS_PER_S);

/** True if a command of that name is in the uplink or in progress. */
const isSent = ({ uplink, telemetry }: MissionState, name: CommandName): boolean =>
  uplink.some((command) => command.name === name) || isInProgress(telemetry.spacecraft, name);

/** Returns the time to judge the effect of a command, already sent or sent now. */
function judgeTime({ time, uplink, telemetry }: MissionState, name: CommandName, pace?: CrewPace): EpochMs {
  const { activities, antenna } = telemetry.spacecraft;
  const activity = activities.find((other) => other.name === name);
  const onItsWay = uplink.find((command) => command.name === name);
  const arrivalTime =
    onItsWay?.arrivalTime ?? addMs(time, antenna === 'high' ? 0 : (uplink.length + 1) * LOW_GAIN_UPLINK_MS);
  return addMs(activity?.endTime ?? endOf(name, arrivalTime), pace ? BRISK_VERIFY_MS : VERIFY_MS);
}

function workOnAnomaly(shift: Shift, task: CrewTask, context: SimulationContext): Shift {
  const { operator, time, telemetry } = shift.state;
  const anomaly = operator.anomalies.anomalies.find(({ id }) => id === task.id);
  if (!anomaly || anomaly.status === 'Resolved' || anomaly.shelved)
    return { ...shift, state: dropTask(shift.state, task) };
  if (!isActing(anomaly.id, operator.anomalies.faults)) return close(shift, task, anomaly, context);
  const action = anomaly.suggestedAction;
  const watchUntil = addMs(anomaly.timestamp, WATCH_MS);
  if (task.step === 'notice') {
    const seen = operate(shift, 'acknowledgeAnomaly', anomaly.id, context);
    const [waiting, dueTime] = waitFor(seen.state, 'answer', task.pace);
    return { ...seen, state: keepTask(waiting, task, { step: 'answer', dueTime }) };
  }
  // The anomaly is left to on-board FDIR for now.
  if (!action)
    return { ...shift, state: keepTask(shift.state, task, { dueTime: addMs(time, NO_SUGGESTION_MS) }) };
  if (task.step === 'verify') {
    const text = `${task.command} has not cleared the ${anomaly.type} anomaly`;
    if (action !== task.command) {
      const next = say(shift, `${text}; ${action} is suggested now`, 'warning');
      return { ...next, state: keepTask(next.state, task, { step: 'answer', dueTime: time, sent: 0 }) };
    }
    const isLast = task.sent >= TRIES;
    const reported = say(
      shift,
      isLast ? `${text}; on-board FDIR continues` : `${text}; it is resent`,
      'warning',
    );
    if (isLast && task.handsBack) return { ...reported, state: dropTask(reported.state, task) };
    const dueTime = isLast ? addMs(time, LOOK_AGAIN_MS) : time;
    return {
      ...reported,
      state: keepTask(reported.state, task, { step: 'answer', dueTime, ...(isLast && { sent: 0 }) }),
    };
  }
  // On-board FDIR retries first, except in a demonstration, which shows the response.
  if (!isSevere(anomaly) && !task.pace && time < watchUntil) {
    return { ...shift, state: keepTask(shift.state, task, { dueTime: watchUntil }) };
  }
  if (telemetry.spacecraft.antenna === 'none') {
    return { ...shift, state: keepTask(shift.state, task, { dueTime: addMs(time, NO_LINK_MS) }) };
  }
  const dueTime = judgeTime(shift.state, action, task.pace);
  const answer = { name: action, anomaly: anomaly.id };
  const sent = isSent(shift.state, action) ? shift : operate(shift, 'sendCommand', answer, context);
  return {
    ...sent,
    state: keepTask(sent.state, task, { step: 'verify', dueTime, sent: task.sent + 1, command: action }),
  };
}

/**
 * Closes a task whose fault has ended: resolves an Active anomaly; for an Acknowledged one (spec §4) the log reports
 * the recovery.
 */
function close(shift: Shift, task: CrewTask, anomaly: Anomaly, context: SimulationContext): Shift {
  const dropped = { ...shift, state: dropTask(shift.state, task) };
  if (anomaly.status === 'Active') return operate(dropped, 'resolveAnomaly', anomaly.id, context);
  const after = task.sent > 0 ? ` after ${task.command}` : '';
  return say(dropped, `${anomaly.type} anomaly recovered${after}`, 'success');
}

function leaveSafeMode(shift: Shift, task: CrewTask, context: SimulationContext): Shift {
  const { safeMode } = adviceOf(shift.state, context);
  if (!safeMode) return { ...shift, state: dropTask(shift.state, task) };
  const { command } = safeMode;
  const dueTime = judgeTime(shift.state, command);
  const sent = isSuggested(safeMode) ? operate(shift, 'sendCommand', { name: command }, context) : shift;
  return { ...sent, state: keepTask(sent.state, task, { dueTime }) };
}

function workOnQueue(shift: Shift, task: CrewTask, context: SimulationContext): Shift {
  const dropped = { ...shift, state: dropTask(shift.state, task) };
  const command = dropped.state.operator.commands.commands.find(({ id }) => id === task.id);
  return command?.status === 'Pending' ? operate(dropped, 'executeCommand', command.id, context) : dropped;
}

function startDownlink(shift: Shift, task: CrewTask, context: SimulationContext): Shift {
  const dropped = { ...shift, state: dropTask(shift.state, task) };
  const { downlink } = adviceOf(dropped.state, context);
  return downlink ? operate(dropped, 'sendCommand', { name: downlink.command }, context) : dropped;
}

/**
 * Returns the operation due for an event. The crew completes events that end while it is on duty, and starts events
 * once it has planned, including those of others. Outside NOMINAL the payload is off.
 */
function dueOperation(
  { status, type, startTime, endTime }: TimelineEvent,
  { time, operator: { crew }, telemetry }: MissionState,
): 'startEvent' | 'cancelEvent' | 'completeEvent' | undefined {
  if (status === 'In Progress') {
    return endTime <= time && endTime >= crew.duty.since ? 'completeEvent' : undefined;
  }
  if (crew.plannedTo === undefined || startTime > time || endTime <= time) return undefined;
  return type === 'Experiment' && telemetry.spacecraft.mode !== 'NOMINAL' ? 'cancelEvent' : 'startEvent';
}

function workOnEvent(shift: Shift, task: CrewTask, context: SimulationContext): Shift {
  const dropped = { ...shift, state: dropTask(shift.state, task) };
  const event = openEventsOf(dropped.state.operator.timeline.events).find(({ id }) => id === task.id);
  const due = event && dueOperation(event, dropped.state);
  return due ? operate(dropped, due, event.id, context) : dropped;
}

/** Returns the end of the span to plan: one day from the beginning of the shift. */
const planEnd = (time: EpochMs): EpochMs =>
  addMs(gridBefore(time - FIRST_SHIFT_MS, SHIFT_MS), FIRST_SHIFT_MS + MS_PER_DAY);

/** Each shift plans as it begins; a crew that took over later plans only if little is planned. */
function isPlanningDue({ time, operator: { crew, timeline } }: MissionState): boolean {
  const { plannedTo = 0, duty } = crew;
  if (plannedTo >= planEnd(time)) return false;
  const enough = addMs(time, LEAST_PLAN_MS);
  return (
    planEnd(time) >= addMs(duty.since, MS_PER_DAY) ||
    openEventsOf(timeline.events).every(({ startTime }) => startTime < enough)
  );
}

/** A session shows a week of its past. */
const KEPT_MS = 7 * MS_PER_DAY;

/** Plans the rest of the span, and drops events and commands that are long past. */
function plan(shift: Shift, task: CrewTask, context: SimulationContext): Shift {
  const { time, operator } = shift.state;
  const events = operator.timeline.events.filter(({ endTime }) => endTime >= time - KEPT_MS);
  const timeline = { ...operator.timeline, events };
  const commands = retireCommands(operator.commands, addMs(time, -KEPT_MS));
  const dropped = dropTask({ ...shift.state, operator: { ...operator, timeline, commands } }, task);
  const from = Math.max(operator.crew.plannedTo ?? 0, time + PLAN_LEAD_MS);
  const plannedTo = planEnd(time);
  return planSpan(dropped, epochMs(from), plannedTo, context).reduce<Shift>(
    (planned, draft) => operate(planned, 'addEvent', draft, context),
    { ...shift, state: setCrew(dropped, { plannedTo }) },
  );
}

/** Returns the console to the operator once the task of a handover is done. */
function handBack(shift: Shift, task: CrewTask, context: SimulationContext): Shift {
  const isDone = !shift.state.operator.crew.tasks.some(isFor(task.subject, task.id));
  return task.handsBack && isDone ? operate(shift, 'handOverConsole', 'operator', context) : shift;
}

function work(shift: Shift, task: CrewTask, context: SimulationContext): Shift {
  switch (task.subject) {
    case 'anomaly':
      return handBack(workOnAnomaly(shift, task, context), task, context);
    case 'command':
      return workOnQueue(shift, task, context);
    case 'safe mode':
      return leaveSafeMode(shift, task, context);
    case 'downlink':
      return startDownlink(shift, task, context);
    case 'event':
      return workOnEvent(shift, task, context);
    case 'plan':
      return plan(shift, task, context);
  }
}

/**
 * Runs one step of the duty crew, if it has the console: adds tasks for what it observes, and does the first due one,
 * most urgent first and timeline work last.
 */
export function runDutyCrew(state: MissionState, context: SimulationContext): LoopStep {
  if (state.operator.crew.duty.holder === 'operator') return withoutEvents(state);
  // A demonstration shows one thing at a time.
  const shown = state.operator.crew.tasks.filter(isDemonstration);
  const seen = shown.length > 0 ? state : lookAround(state, context);
  const { anomalies, crew } = seen.operator;
  const urgency = (task: CrewTask): number => urgencyOf(task, anomalies) - Number(isTimelineWork(task));
  // A more urgent anomaly is noticed before less urgent work, even if it has only just appeared.
  const tasks = shown.length > 0 ? shown : crew.tasks;
  const unseen = tasks.filter((task) => task.step === 'notice' && urgency(task) > 0).map(urgency);
  const least = Math.max(-1, ...unseen);
  const [due] = tasks
    .filter((task) => task.dueTime <= seen.time && urgency(task) >= least)
    .sort((a, b) => urgency(b) - urgency(a) || a.dueTime - b.dueTime);
  const done: Shift = due
    ? work({ state: seen, logEvents: [] }, due, context)
    : { state: seen, logEvents: [] };
  return { ...done, notices: [] };
}
