import type { ConsoleDuty, ConsoleHolder, DutyTask } from '../../../shared/entities/duty-crew.ts';
import type { Anomaly, CommandName } from '../../../shared/entities/entities.ts';
import { addMs, type EpochMs } from '../../../shared/kit/units.ts';
import { type AnomaliesState, isActing } from '../../ground/anomalies/anomalies.ts';
import { accept, type OperationStep } from '../../kit/steps.ts';

/** Holder of the console, and the memory of the duty crew, a simulated operator. */
export interface CrewState {
  readonly duty: Omit<ConsoleDuty, 'task'>;
  /** Tasks of the crew, oldest first. Empty while the operator has the console. */
  readonly tasks: readonly CrewTask[];
  /** Number of delays drawn: the step of its random stream. */
  readonly drawn: number;
  /** End of the planned span; absent before the crew's first planning. */
  readonly plannedTo?: EpochMs;
}

/**
 * `notice`: not seen yet; `answer`: deciding; `verify`: the command is in progress, and its effect is
 * awaited.
 */
export const CREW_STEPS = ['notice', 'answer', 'verify'] as const;
export type CrewStep = (typeof CREW_STEPS)[number];

export const CREW_SUBJECTS = ['anomaly', 'command', 'safe mode', 'downlink', 'event', 'plan'] as const;
export type CrewSubject = (typeof CREW_SUBJECTS)[number];

export interface CrewTask {
  readonly subject: CrewSubject;
  /** Id of the anomaly, command or event; empty for a subject that occurs once. */
  readonly id: string;
  readonly step: CrewStep;
  readonly dueTime: EpochMs;
  /** Commands sent for the task, and the name of the last one. */
  readonly sent: number;
  readonly command?: CommandName;
  /** Pace of a demonstration, if different from the normal one. */
  readonly pace?: CrewPace;
  /** The console returns to the operator when the task is done. */
  readonly handsBack?: true;
}

export const CREW_PACES = ['brisk'] as const;
export type CrewPace = (typeof CREW_PACES)[number];

export const isDemonstration = ({ pace }: CrewTask): boolean => pace === 'brisk';

/** True for work on the timeline, which comes after everything else. */
export const isTimelineWork = ({ subject }: CrewTask): boolean => subject === 'event' || subject === 'plan';

export const isSevere = ({ severity }: Pick<Anomaly, 'severity'>): boolean =>
  severity === 'High' || severity === 'Critical';

/** Returns the urgency of a task: 2 for a Critical anomaly with an active fault, 1 for a High one, otherwise 0. */
export function urgencyOf({ subject, id }: CrewTask, { anomalies, faults }: AnomaliesState): 0 | 1 | 2 {
  if (subject !== 'anomaly' || !isActing(id, faults)) return 0;
  const anomaly = anomalies.find((other) => other.id === id);
  if (!anomaly || !isSevere(anomaly)) return 0;
  return anomaly.severity === 'Critical' ? 2 : 1;
}

export const openCrew = (time: EpochMs): CrewState => ({
  duty: { holder: 'operator', since: time },
  tasks: [],
  drawn: 0,
});

/** Hands the console over to the duty crew or back to the operator. */
export function handOverConsole(
  state: CrewState,
  holder: ConsoleHolder,
  time: EpochMs,
): OperationStep<CrewState, ConsoleDuty> {
  const next: CrewState =
    state.duty.holder === holder ? state : { ...state, duty: { holder, since: time }, tasks: [] };
  const text = holder === 'operator' ? 'You have the console' : 'The duty crew has the console';
  return accept(next, next.duty, 'info', text);
}

/** Shifts the crew's times after the clock moved back. */
export const shiftCrew = (state: CrewState, shiftMs: number): CrewState => ({
  ...state,
  duty: { ...state.duty, since: addMs(state.duty.since, shiftMs) },
  tasks: state.tasks.map((task) => ({ ...task, dueTime: addMs(task.dueTime, shiftMs) })),
});

const TASK_TEXT: Readonly<Record<Exclude<CrewSubject, 'anomaly'>, string>> = {
  command: 'Executes a due command',
  'safe mode': 'Exits safe mode',
  downlink: 'Starts a data downlink',
  event: 'Updates the timeline',
  plan: 'Plans the next day',
};

const STEP_TEXT: Readonly<Record<CrewStep, string>> = {
  notice: 'Assesses',
  answer: 'Handles',
  verify: 'Verifies recovery from',
};

/** Returns a task as shown. For an anomaly whose fault has ended, the crew verifies the recovery. */
function shownTask(
  { subject, id, step }: CrewTask,
  { anomalies, faults }: AnomaliesState,
): DutyTask | undefined {
  if (subject !== 'anomaly') return { text: TASK_TEXT[subject] };
  const anomaly = anomalies.find((other) => other.id === id);
  if (!anomaly) return undefined;
  const now = isActing(id, faults) ? step : 'verify';
  const text = `${STEP_TEXT[now]} the ${anomaly.type} anomaly`;
  const { suggestedAction } = anomaly;
  return { text, anomalyId: id, ...(now === 'answer' && suggestedAction && { command: suggestedAction }) };
}

const isSameTask = (one: DutyTask | undefined, other: DutyTask | undefined): boolean =>
  one?.text === other?.text && one?.anomalyId === other?.anomalyId && one?.command === other?.command;

/**
 * Returns the duty as shown, with the crew's most urgent task: the first of equals, timeline work last.
 * @param held the duty shown before, returned if it is the same
 */
export function shownDuty(
  { duty, tasks }: CrewState,
  anomalies: AnomaliesState,
  held: ConsoleDuty | undefined,
): ConsoleDuty {
  const ranks = tasks.map((one) => urgencyOf(one, anomalies) - Number(isTimelineWork(one)));
  const first = tasks[ranks.indexOf(Math.max(...ranks))];
  const task = first && shownTask(first, anomalies);
  const isSame = held?.holder === duty.holder && held.since === duty.since && isSameTask(held.task, task);
  return isSame ? held : { ...duty, ...(task && { task }) };
}
