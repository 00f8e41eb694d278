import { CONSOLE_HOLDERS, type ConsoleDuty, type ConsoleHolder } from '../shared/duty-crew.ts';
import type { Anomaly } from '../shared/entities.ts';
import { addMs, type EpochMs, MS_PER_MIN, MS_PER_S } from '../shared/units.ts';
import { type Answer, accept, refuse } from './answers.ts';

/** The duty crew: a simulated operator. What it does is in `shift.ts`; here is what it has in mind. */
export interface CrewState {
  /** Who has the console, as it is shown. */
  readonly duty: ConsoleDuty;
  /** What the crew works on, oldest first. Empty while the operator has the console. */
  readonly tasks: readonly CrewTask[];
  /** How many delays it has drawn: the step of its stream of chance. */
  readonly drawn: number;
  /** When it last sent Data Downlink. */
  readonly downlinkTime?: EpochMs;
}

/**
 * `notice`: somebody has to see it; `answer`: somebody thinks about what to do; `verify`: the command is under way, and
 * its effect is waited for.
 */
export const CREW_STEPS = ['notice', 'answer', 'verify'] as const;
export type CrewStep = (typeof CREW_STEPS)[number];

export const CREW_SUBJECTS = ['anomaly', 'command', 'safe mode', 'downlink'] as const;
export type CrewSubject = (typeof CREW_SUBJECTS)[number];

export interface CrewTask {
  readonly subject: CrewSubject;
  /** Of the anomaly or the command; empty where there is only one of the subject. */
  readonly id: string;
  readonly step: CrewStep;
  readonly dueTime: EpochMs;
  /** Commands that it has sent for it. */
  readonly sent: number;
  /** The pace of a demonstration, where it is not that of people at work. */
  readonly pace?: CrewPace;
  /** The console goes back to the operator once the task is done. */
  readonly handsBack?: true;
}

export const CREW_PACES = ['brisk'] as const;
export type CrewPace = (typeof CREW_PACES)[number];

export const isDemonstration = ({ pace }: CrewTask): boolean => pace === 'brisk';

export const openCrew = (time: EpochMs): CrewState => ({
  duty: { holder: 'operator', since: time },
  tasks: [],
  drawn: 0,
});

/** How long people take, in seconds: to see a new line on the console, to read and decide, to press Execute. */
export const DELAYS_S = {
  notice: [15, 60],
  answer: [40, 150],
  routine: [8, 30],
  recover: [90, 240],
} as const;

/** The same for somebody who has waited for it. */
export const BRISK_DELAYS_S = { notice: [5, 10], answer: [8, 14] } as const;
export const BRISK_VERIFY_MS = 10 * MS_PER_S;

/** After a command has ended, until its effect is judged. */
export const VERIFY_MS = MS_PER_MIN;
/** What FDIR may clear by a retry is watched for so long before a command is spent on it. */
export const WATCH_MS = 5 * MS_PER_MIN;
/** A command that has not helped is sent once more; after that the anomaly is looked at again from time to time. */
export const TRIES = 2;
export const LOOK_AGAIN_MS = 15 * MS_PER_MIN;
/** Between two Data Downlinks: one a pass. */
export const DOWNLINK_PAUSE_MS = 30 * MS_PER_MIN;
/** Recorded data that are worth a Data Downlink, MB. */
export const DOWNLINK_FROM_MB = 300;
/** Without a link nothing can be sent: it is tried again after this. */
export const NO_LINK_MS = 30 * MS_PER_S;

/** Gives the console to the duty crew or back to the operator. */
export function handOverConsole(
  state: CrewState,
  holder: ConsoleHolder,
  time: EpochMs,
): Answer<CrewState, ConsoleDuty> {
  if (!CONSOLE_HOLDERS.includes(holder)) {
    return refuse(state, 'The console goes to the duty crew or to the operator.');
  }
  const next: CrewState =
    state.duty.holder === holder ? state : { ...state, duty: { holder, since: time }, tasks: [] };
  const text = holder === 'operator' ? 'You have the console' : 'The duty crew has the console';
  return accept(next, next.duty, 'info', text);
}

/** The crew under a clock that was set back. */
export const shiftCrew = (state: CrewState, shiftMs: number): CrewState => ({
  ...state,
  duty: { ...state.duty, since: addMs(state.duty.since, shiftMs) },
  tasks: state.tasks.map((task) => ({ ...task, dueTime: addMs(task.dueTime, shiftMs) })),
  ...(state.downlinkTime !== undefined && { downlinkTime: addMs(state.downlinkTime, shiftMs) }),
});

const TASK_WORDS: Readonly<Record<Exclude<CrewSubject, 'anomaly'>, string>> = {
  command: 'Executes a command that is due',
  'safe mode': 'Leads the spacecraft out of safe mode',
  downlink: 'Starts a data downlink',
};

const STEP_WORDS: Readonly<Record<CrewStep, string>> = {
  notice: 'Looks at',
  answer: 'Works on',
  verify: 'Verifies the answer to',
};

function taskWords({ subject, id, step }: CrewTask, anomalies: readonly Anomaly[]): string | undefined {
  if (subject !== 'anomaly') return TASK_WORDS[subject];
  const anomaly = anomalies.find((other) => other.id === id);
  return anomaly && `${STEP_WORDS[step]} the ${anomaly.type} anomaly`;
}

/** The crew, showing what it works on first. The very one that was given if that is shown already. */
export function showTask(crew: CrewState, anomalies: readonly Anomaly[]): CrewState {
  const [first] = crew.tasks;
  const task = first && taskWords(first, anomalies);
  if (task === crew.duty.task) return crew;
  const { holder, since } = crew.duty;
  return { ...crew, duty: { holder, since, ...(task && { task }) } };
}
