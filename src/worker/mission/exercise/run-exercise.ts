import type {
  ExerciseCondition,
  PlannedAct,
  PlannedTime,
  Trigger,
  TriggerAct,
} from '../../../shared/contract/exercise.ts';
import { addMs, type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { LogEvent } from '../../ground/log/log-events.ts';
import type { NoticeDraft } from '../../kit/steps.ts';
import { clearFault } from '../../spacecraft/faults.ts';
import type { SpacecraftState } from '../../spacecraft/model.ts';
import { strikeFault } from '../simulation/anomaly-poll.ts';
import type { ActualFault, ExerciseState, RunningExercise } from '../state/exercise-state.ts';
import { showSpacecraft } from '../state/ground-view.ts';
import {
  type LoopStep,
  type MissionState,
  type SimulationContext,
  withoutEvents,
} from '../state/mission-state.ts';

/** Maximum number of planned acts. */
const MOST_PLANNED = 30;

/** Plans an act of the instructor; `undefined` if too many are planned. */
export function planAct(state: MissionState, when: PlannedTime, act: TriggerAct): MissionState | undefined {
  const { acts, count } = state.planned ?? { acts: [], count: 0 };
  if (acts.length >= MOST_PLANNED) return undefined;
  return { ...state, planned: { acts: [...acts, { id: count + 1, when, act }], count: count + 1 } };
}

/** Shifts the times of planned acts after the clock moved back. */
export function shiftPlanned(state: MissionState, shiftMs: number): MissionState {
  const { planned } = state;
  if (!planned) return state;
  const acts = planned.acts.map(
    (one): PlannedAct => ('at' in one.when ? { ...one, when: { at: addMs(one.when.at, shiftMs) } } : one),
  );
  return { ...state, planned: { ...planned, acts } };
}

/** Cancels a planned act; `undefined` if there is none of that id. */
export function cancelAct(state: MissionState, id: number): MissionState | undefined {
  const { planned } = state;
  if (!planned?.acts.some((one) => one.id === id)) return undefined;
  return { ...state, planned: { ...planned, acts: planned.acts.filter((one) => one.id !== id) } };
}

/** Carries out the planned acts that are due at the sample of an instant. */
export function runPlannedActs(before: MissionState, time: EpochMs, context: SimulationContext): LoopStep {
  let step = withoutEvents(before);
  for (const { id, when, act } of before.planned?.acts ?? []) {
    const isPlannedDue =
      'at' in when ? time >= when.at : CONDITIONS[when.condition](step.state.telemetry.spacecraft);
    if (!isPlannedDue) continue;
    const done = carryOut(act, cancelAct(step.state, id) ?? step.state, time, context);
    step = {
      state: done.state,
      notices: [...step.notices, ...done.notices],
      logEvents: [...step.logEvents, ...done.logEvents],
    };
  }
  return step;
}

/** Runs an exercise to the sample of an instant: its triggers act, and what happened is recorded. */
export function runExercise(state: MissionState, time: EpochMs, context: SimulationContext): LoopStep {
  const { exercise: running } = context;
  if (!running || !state.exercise || state.exercise.isOver) return withoutEvents(state);
  const acted = actTriggers(state, time, running, context);
  const course = acted.state.exercise ?? state.exercise;
  const recorded = record(course, acted.state, time);
  if (time < running.to) {
    const isSame = recorded === acted.state.exercise;
    return isSame ? acted : { ...acted, state: { ...acted.state, exercise: recorded } };
  }
  const text = `The exercise ${running.definition.name} is over.`;
  return {
    state: { ...acted.state, exercise: { ...recorded, isOver: true } },
    notices: acted.notices,
    logEvents: [...acted.logEvents, { time, kind: 'Mission', level: 'info', text }],
  };
}

function actTriggers(
  before: MissionState,
  time: EpochMs,
  { definition, from }: RunningExercise,
  context: SimulationContext,
): LoopStep {
  let state = before;
  const notices: NoticeDraft[] = [];
  const logEvents: LogEvent[] = [];
  for (;;) {
    const { exercise } = state;
    const due = definition.triggers.find(
      (trigger) => exercise && isDue(trigger, state, exercise, time, from),
    );
    if (!exercise || !due) return { state, notices, logEvents };
    const marked = { ...state, exercise: { ...exercise, acted: [...exercise.acted, { id: due.id, time }] } };
    const done = carryOut(due.act, marked, time, context);
    state = done.state;
    notices.push(...done.notices);
    logEvents.push(...done.logEvents);
  }
}

function carryOut(act: TriggerAct, state: MissionState, time: EpochMs, context: SimulationContext): LoopStep {
  if ('fault' in act) return strikeFault(state, { name: act.fault, course: act.course }, time, context);
  if ('withdraw' in act) {
    return withoutEvents(showSpacecraft(state, clearFault(state.telemetry.spacecraft, act.withdraw, time)));
  }
  return say(state, act.hint);
}

/** Says a text of the instructor to all consoles: in the log, in a notice, and in the line of the exercise. */
export function say(state: MissionState, said: string): LoopStep {
  const { time, exercise } = state;
  const text = `Instructor: ${said}`;
  return {
    state: exercise
      ? { ...state, exercise: { ...exercise, said: [...exercise.said, { time, text: said }] } }
      : state,
    notices: [{ level: 'info', text }],
    logEvents: [{ time, kind: 'Mission', level: 'info', text }],
  };
}

function isDue(
  { id, when }: Trigger,
  state: MissionState,
  { acted }: ExerciseState,
  time: EpochMs,
  start: EpochMs,
): boolean {
  const timeOf = (other: string): EpochMs | undefined => acted.find((one) => one.id === other)?.time;
  if (timeOf(id) !== undefined) return false;
  if ('minute' in when) return time >= addMs(start, when.minute * MS_PER_MIN);
  if ('after' in when) {
    const earlier = timeOf(when.after);
    return earlier !== undefined && time >= addMs(earlier, when.minutes * MS_PER_MIN);
  }
  if ('condition' in when) {
    const { condition, from = 0 } = when;
    return time >= addMs(start, from * MS_PER_MIN) && CONDITIONS[condition](state.telemetry.spacecraft);
  }
  if ('command' in when) {
    return state.operator.commands.commands.some(
      ({ name, executionTime = 0 }) => name === when.command && executionTime > start,
    );
  }
  const value = state.telemetry.history.at(-1)?.[when.channel];
  if (value === undefined) return false;
  return value < (when.below ?? Number.NEGATIVE_INFINITY) || value > (when.above ?? Number.POSITIVE_INFINITY);
}

const CONDITIONS: Readonly<Record<ExerciseCondition, (spacecraft: SpacecraftState) => boolean>> = {
  eclipse: ({ isSunlit }) => !isSunlit,
  sunlight: ({ isSunlit }) => isSunlit,
  'station in view': ({ station }) => station !== undefined,
  'no station in view': ({ station }) => station === undefined,
  'safe mode': ({ mode }) => mode === 'SAFE',
  'nominal mode': ({ mode }) => mode === 'NOMINAL',
};

/** Records the faults of a sample; returns the given state if there is nothing new. */
function record(exercise: ExerciseState, { telemetry }: MissionState, time: EpochMs): ExerciseState {
  const faults = recordFaults(exercise.faults, telemetry.spacecraft, time);
  return faults === exercise.faults ? exercise : { ...exercise, faults };
}

function recordFaults(
  held: readonly ActualFault[],
  { faults }: SpacecraftState,
  time: EpochMs,
): readonly ActualFault[] {
  const hasEnded = (fault: ActualFault): boolean =>
    fault.to === undefined && !faults.some(({ name }) => name === fault.name);
  const begun = faults.filter(
    ({ name }) => !held.some((fault) => fault.name === name && fault.to === undefined),
  );
  if (begun.length === 0 && !held.some(hasEnded)) return held;
  return [
    ...held.map((fault) => (hasEnded(fault) ? { ...fault, to: time } : fault)),
    ...begun.map(({ name, anomalyId, startTime: from }) => ({ name, anomalyId, from })),
  ];
}
