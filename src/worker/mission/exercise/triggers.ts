import type {
  ExerciseCondition,
  InstructedTime,
  Trigger,
  TriggerAct,
} from '../../../shared/contract/exercise.ts';
import { addMs, type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { clearFault } from '../../spacecraft/faults.ts';
import type { SpacecraftState } from '../../spacecraft/model.ts';
import { strikeFault } from '../simulation/anomaly-poll.ts';
import { NO_TRIGGERS, type TriggersState } from '../state/exercise-state.ts';
import { showSpacecraft } from '../state/ground-view.ts';
import {
  type LoopStep,
  type MissionState,
  type SimulationContext,
  withoutEvents,
} from '../state/mission-state.ts';

/** Maximum number of triggers that wait. */
const MOST_PENDING = 60;

/** Adds a trigger of an instructor; `undefined` if too many wait. */
export function addTrigger(
  state: MissionState,
  when: InstructedTime,
  act: TriggerAct,
): MissionState | undefined {
  const { triggers = NO_TRIGGERS } = state;
  if (triggers.pending.length >= MOST_PENDING) return undefined;
  const addedCount = triggers.addedCount + 1;
  const added: Trigger = { id: `instructor-${addedCount}`, when, act };
  return { ...state, triggers: { ...triggers, pending: [...triggers.pending, added], addedCount } };
}

/** Cancels a trigger; `undefined` if none of that id waits. */
export function cancelTrigger(state: MissionState, id: Trigger['id']): MissionState | undefined {
  const { triggers } = state;
  if (!triggers?.pending.some((trigger) => trigger.id === id)) return undefined;
  return {
    ...state,
    triggers: { ...triggers, pending: triggers.pending.filter((trigger) => trigger.id !== id) },
  };
}

/** Shifts the instants of triggers after the clock moved back. */
export function shiftTriggers(state: MissionState, shiftMs: number): MissionState {
  const { triggers } = state;
  if (!triggers) return state;
  const pending = triggers.pending.map((trigger) =>
    'at' in trigger.when ? { ...trigger, when: { at: addMs(trigger.when.at, shiftMs) } } : trigger,
  );
  return { ...state, triggers: { ...triggers, pending } };
}

/** Lets the triggers act that are due at the sample of an instant, each once. */
export function runTriggers(before: MissionState, time: EpochMs, context: SimulationContext): LoopStep {
  const start = context.exercise?.from ?? before.startTime;
  let step = withoutEvents(before);
  for (;;) {
    const { state } = step;
    const { triggers } = state;
    const due = triggers?.pending.find((trigger) => isDue(trigger, state, triggers, time, start));
    if (!triggers || !due) return step;
    const acted = [...triggers.acted, { id: due.id, time }];
    const pending = triggers.pending.filter((trigger) => trigger !== due);
    const done = carryOut(due.act, { ...state, triggers: { ...triggers, pending, acted } }, time, context);
    step = {
      state: done.state,
      notices: [...step.notices, ...done.notices],
      logEvents: [...step.logEvents, ...done.logEvents],
    };
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

/** Keeps a bookmark of the instructor for the debrief; `undefined` without an exercise that lasts. */
export function bookmark(state: MissionState, text: string): MissionState | undefined {
  const { time, exercise } = state;
  if (!exercise || exercise.isOver) return undefined;
  const { bookmarks = [] } = exercise;
  return { ...state, exercise: { ...exercise, bookmarks: [...bookmarks, { time, text }] } };
}

/** @param start of the exercise, from which its minutes count */
function isDue(
  { when }: Trigger,
  state: MissionState,
  { acted }: TriggersState,
  time: EpochMs,
  start: EpochMs,
): boolean {
  if ('at' in when) return time >= when.at;
  if ('minute' in when) return time >= addMs(start, when.minute * MS_PER_MIN);
  if ('after' in when) {
    const earlier = acted.find(({ id }) => id === when.after)?.time;
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
