import type { ChosenPlaces } from '../entities/places.ts';
import type { EpochMs } from '../kit/units.ts';
import type { OrbitalElements } from '../orbit/elements.ts';
import type { ConsoleId } from './consoles.ts';
import type { ExerciseResult, Instruction, InstructorView } from './exercise.ts';
import type {
  BranchComparison,
  History,
  HistoryQuery,
  PeriodSummary,
  SessionMarks,
  ShiftReport,
  Stretch,
  StretchQuery,
} from './history.ts';
import type { TimedRecording } from './journal.ts';
import type { LookAhead, LookAheadQuery } from './look-ahead.ts';
import type { NetworkStation } from './network.ts';
import type { Outcome, Remotely } from './outcome.ts';
import type { BranchId, Rate, RunTarget } from './transport.ts';

/**
 * Session control besides the operations. Only the network is an input of the mission; the rest affects the session's
 * displayed time, console and places, and is not in the journal.
 */
export interface SessionControl {
  /** Sets the playback rate of the time shown: of a replay, or of the live edge, which ends a run. */
  setRate(rate: Rate): Outcome<Rate>;
  /**
   * Runs until the next target, at the present rate if above 1×, and pauses there; without a target, ends the run.
   * Returns the time of the target, if known.
   */
  runUntil(target?: RunTarget): Outcome<EpochMs | undefined>;
  /** Resumes a run that a Critical anomaly has interrupted, to the same target at the same rate. */
  continueRun(): Outcome<Rate>;
  /** Pauses playback and advances to the next telemetry sample. */
  step(): Outcome<EpochMs>;
  /**
   * Shows a past instant while the mission continues; without one, or at the live edge, returns to live. A replay
   * continues from there at its rate, and is paused at first. While the past is being rebuilt after a restart, the
   * instant is shown later, and a notice says so; the live edge is shown until then.
   */
  seek(time?: EpochMs): Outcome<EpochMs>;
  /** Returns to the mission itself at UTC, 1×. Missing time is simulated; time simulated ahead becomes a branch. */
  returnToUtc(): Outcome<EpochMs>;
  /** Creates a branch at the instant shown and continues there at 1×. */
  takeOver(): Outcome<BranchId>;
  showBranch(id: BranchId): Outcome<BranchId>;
  renameBranch(branch: { readonly id: BranchId; readonly name: string }): Outcome<BranchId>;
  /** The mission itself and the branch shown cannot be deleted. */
  deleteBranch(id: BranchId): Outcome<BranchId>;
  /** Sets whether a new Critical anomaly pauses a run and sets the rate to 1×. */
  slowOnCritical(isOn: boolean): Outcome<boolean>;
  /**
   * Channels over a span, as known at the instant shown; of the branch shown by default. `undefined` while the past is
   * being rebuilt after a restart; each call advances that.
   */
  history(query: HistoryQuery & { readonly branch?: BranchId }): Outcome<History | undefined>;
  /**
   * What is to come from the instant shown on, as far as the ground can predict it then: at most
   * `LONGEST_LOOK_AHEAD_MS`. Refused without a finite end, and in an exercise that is flown without it.
   */
  lookAhead(query: LookAheadQuery): Outcome<LookAhead>;
  /**
   * All samples and figures of a stretch, as known at the instant shown; of the branch shown by default. `undefined`
   * while the past is being rebuilt after a restart; each call advances that.
   */
  stretch(query: StretchQuery & { readonly branch?: BranchId }): Outcome<Stretch | undefined>;
  /**
   * Events of a span, as known at the instant shown. `undefined` while the past is being rebuilt after a restart; each
   * call advances that.
   */
  marks(span: { readonly from: EpochMs; readonly to: EpochMs }): Outcome<SessionMarks | undefined>;
  /**
   * Figures for a period, as known at the instant shown, limited to the retained past and that instant. `undefined`
   * while the past is being rebuilt after a restart; each call advances that.
   */
  summary(span: { readonly from: EpochMs; readonly to: EpochMs }): Outcome<PeriodSummary | undefined>;
  /**
   * Returns a period in figures, beside the same period in the hands of the duty crew and of nobody. `undefined` while
   * these are being simulated, or the past is being rebuilt after a restart; each call advances that.
   */
  shiftReport(span: { readonly from: EpochMs; readonly to: EpochMs }): Outcome<ShiftReport | undefined>;
  /**
   * Acts as the instructor: lets a fault strike or withdraws one, or says something to all consoles; now or, if a time
   * is given, then. This is an input of the mission.
   */
  instruct(instruction: Instruction): Outcome<undefined>;
  /** Returns the faults as they really are: for the instructor's window, which alone asks. */
  instructorView(): Outcome<InstructorView>;
  /**
   * Returns the result of the exercise as known at the instant shown; after its end, of the whole. `undefined` while the
   * past is being rebuilt after a restart; each call advances that.
   */
  exerciseResult(): Outcome<ExerciseResult | undefined>;
  /**
   * Compares two branches from where they diverge to the earlier of their live edges, and no further than the past instant
   * shown. `undefined` while the past of one is being rebuilt after a restart; each call advances that.
   */
  compare(branches: readonly [BranchId, BranchId]): Outcome<ComparedBranches | undefined>;
  /** Returns the elements of the orbit that the ISS follows at the instant shown: the last live ones, or the built-in. */
  issElements(): Outcome<OrbitalElements>;
  /** Returns the branch shown, as recorded up to its live edge, with the hash of that instant. */
  recording(): Outcome<TimedRecording>;
  renameConsole(name: string): Outcome<string>;
  /**
   * Follows the past instants that another console shows, until time is controlled here; without an id, stops
   * following.
   */
  followConsole(id?: ConsoleId): Outcome<ConsoleId | undefined>;
  /**
   * Sets the stations that the radio uses from now on; without a list, those of spec §3. This is an input of the
   * mission, common to all consoles. A refused list changes nothing.
   */
  setNetwork(stations?: readonly NetworkStation[]): Outcome<undefined>;
  /**
   * Begins to connect ground systems on this computer to the mission itself, over this console, or disconnects them. The
   * consoles of the mission say which one is connected; a failure is reported by a notice.
   */
  setGroundLink(isWanted: boolean): Outcome<boolean>;
  /** Sets the user-defined places for which passes are found from now on. A refused choice changes nothing. */
  setPlaces(chosen: ChosenPlaces): Outcome<ChosenPlaces>;
}

export type RemoteSessionControl = Remotely<SessionControl>;

/** Refusal to compare two branches in a replay of what both have in common. */
export const NOT_PARTED = 'The branches have not parted yet at the instant shown.';

export interface ComparedBranches extends BranchComparison {
  readonly from: EpochMs;
  readonly to: EpochMs;
}
