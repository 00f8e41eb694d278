import type { AnomalyType, CommandName } from '../entities/entities.ts';
import type { LogEntry } from '../entities/event-log.ts';
import type { FaultCourse, FaultName } from '../entities/faults.ts';
import type { MissionProfile } from '../entities/mission-profile.ts';
import type { TelemetryChannel } from '../entities/telemetry-channels.ts';
import type { EpochMs } from '../kit/units.ts';

/**
 * Exercises: missions with a set start, faults that strike at set times or on conditions, and goals. The file format is
 * in docs/exercises.md.
 */

/** Conditions of the spacecraft and its link on which a trigger can wait. */
export const EXERCISE_CONDITIONS = [
  'eclipse',
  'sunlight',
  'station in view',
  'no station in view',
  'safe mode',
  'nominal mode',
] as const;
export type ExerciseCondition = (typeof EXERCISE_CONDITIONS)[number];

/** When a trigger acts. Each acts once. */
export type TriggerTime =
  /** Minutes since the start. */
  | { readonly minute: number }
  /** Minutes after another trigger has acted. */
  | { readonly after: string; readonly minutes: number }
  /** The first sample at which the condition holds, from a minute on. */
  | { readonly condition: ExerciseCondition; readonly from?: number }
  /** An instant; only of an instructor. */
  | { readonly at: EpochMs }
  /** The first execution of a command. */
  | { readonly command: CommandName }
  /** The first sample in which a channel is below or above a value, in its unit. */
  | { readonly channel: TelemetryChannel; readonly below?: number; readonly above?: number };

/** What a trigger does. */
export type TriggerAct =
  | { readonly fault: FaultName; readonly course: FaultCourse }
  /** Ends an active fault. */
  | { readonly withdraw: FaultName }
  /** Text of the instructor, in the log and on the page. */
  | { readonly hint: string };

export interface Trigger {
  /** Lower-case letters, digits and hyphens. */
  readonly id: string;
  readonly when: TriggerTime;
  readonly act: TriggerAct;
}

/** What a goal measures, from the start to the end of the exercise. */
export const MEASURES = {
  /** Data downlinked. */
  downlinkedMb: { text: 'Data downlinked', unit: 'MB', decimals: 0 },
  /** Time in which a channel is out of limits. */
  outOfLimitsMin: { text: 'Time out of limits', unit: 'min', decimals: 1 },
  /** Time outside NOMINAL mode. */
  notNominalMin: { text: 'Time outside NOMINAL mode', unit: 'min', decimals: 1 },
  /** Minimum state of charge. */
  leastChargePct: { text: 'Lowest charge', unit: '%', decimals: 0 },
  /** Faults that still act at the end. */
  faultsAtEnd: { text: 'Faults at the end', unit: '', decimals: 0 },
  /** Time from the onset of a fault of the exercise to its end; the longest of all. */
  recoveryMin: { text: 'Longest fault', unit: 'min', decimals: 1 },
  /** Time from the instant at which an anomaly asks for action to its answer or the end of its fault; the longest of all. */
  answerMin: { text: 'Longest time to an answer', unit: 'min', decimals: 1 },
  /** Commands executed. */
  commands: { text: 'Commands executed', unit: '', decimals: 0 },
} as const;
export type Measure = keyof typeof MEASURES;

/** A goal earns its whole weight at `full`, nothing at `none`, and linearly between them. */
export interface Goal {
  readonly measure: Measure;
  readonly full: number;
  readonly none: number;
  readonly weight: number;
}

/** What the page shows to help: each can be off. */
export interface ExerciseAids {
  /** Explanations of anomalies. */
  readonly explanations: boolean;
  /** Suggested commands. */
  readonly suggestions: boolean;
  /** Diagram of the spacecraft. */
  readonly diagram: boolean;
  /** What charts and commands predict. */
  readonly lookAhead: boolean;
}

export interface Exercise {
  readonly name: string;
  readonly objective: string;
  /** Duration. */
  readonly minutes: number;
  readonly start: {
    readonly seed: number;
    /** UTC as `YYYY-MM-DDTHH:MM:SSZ`. */
    readonly time: string;
    /** State of charge, 0.3 to 1. */
    readonly charge?: number;
    /** Data on the recorder, MB. */
    readonly recorderMb?: number;
    /** `SAFE` begins in safe mode. */
    readonly mode?: 'SAFE';
  };
  readonly profile: MissionProfile;
  readonly aids: ExerciseAids;
  readonly triggers: readonly Trigger[];
  readonly goals: readonly Goal[];
  /** Score that passes, 1 to 100. */
  readonly pass: number;
}

/** A running exercise, as its console sees it: without what is still to come. */
export interface ExerciseView {
  readonly name: string;
  readonly objective: string;
  readonly startTime: EpochMs;
  readonly endTime: EpochMs;
  readonly aids: ExerciseAids;
  readonly goals: readonly Goal[];
  readonly pass: number;
  /** Texts of the instructor so far, oldest first. */
  readonly hints: readonly { readonly time: EpochMs; readonly text: string }[];
  readonly isOver: boolean;
}

/** A fault that acts on the spacecraft, as it really is. */
export interface ActingFault {
  readonly name: FaultName;
  readonly label: string;
  readonly type: AnomalyType;
  readonly from: EpochMs;
  readonly course: FaultCourse;
  /** True while its recovery command is in progress. */
  readonly isMending: boolean;
}

/** When an act of an instructor is due: at an instant, or at the first sample at which a condition holds. */
export type InstructedTime = { readonly at: EpochMs } | { readonly condition: ExerciseCondition };

/** What an instructor asks for: an act, now or by a trigger, to cancel a trigger, or a bookmark. */
export type Instruction =
  | { readonly act: TriggerAct; readonly when?: InstructedTime | undefined }
  | { readonly cancel: Trigger['id'] }
  /** Marks this instant for the debrief; the trainee's page does not show it before. */
  | { readonly bookmark: string };

/** What only the instructor sees. */
export interface InstructorView {
  /** Faults that act at the live edge of the mission, by onset. */
  readonly acting: readonly ActingFault[];
  /** Triggers that wait: those of the exercise, then those of instructors. */
  readonly triggers: readonly Trigger[];
  /** Faults that can strike. */
  readonly kinds: readonly Pick<ActingFault, 'name' | 'label' | 'type'>[];
}

/** A fault of an exercise beside what the ground knew and did. Times are absent where it did not happen. */
export interface DebriefedFault {
  readonly label: string;
  readonly type: AnomalyType;
  readonly from: EpochMs;
  /** Command that clears it. */
  readonly recoveryCommand: CommandName;
  /** Instant at which its anomaly asked for action. */
  readonly askedAt?: EpochMs;
  readonly answeredAt?: EpochMs;
  /** First execution of its recovery command since the onset. */
  readonly commandedAt?: EpochMs;
  readonly to?: EpochMs;
}

/** Result of an exercise, a function of its recording. */
export interface ExerciseResult {
  /** Hash of the exercise's definition: only results of the same one can be compared. */
  readonly definition: string;
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** True once its time is over; before that, the goals are as the ground knows them now. */
  readonly isOver: boolean;
  /** Values are absent while unknown. */
  readonly goals: readonly (Goal & { readonly value?: number; readonly points: number })[];
  /** 0 to 100, to one decimal. */
  readonly score: number;
  readonly hasPassed: boolean;
  /** Present once the exercise is over, in the mission itself too: a branch ahead of it tells nothing. */
  readonly debrief?: {
    /** By onset. */
    readonly faults: readonly DebriefedFault[];
    /** Bookmarks of the instructor, oldest first. */
    readonly bookmarks: readonly { readonly time: EpochMs; readonly text: string }[];
    /** Event log of the exercise, oldest first. */
    readonly log: readonly LogEntry[];
  };
}
