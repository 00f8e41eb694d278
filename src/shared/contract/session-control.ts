import type { ChosenPlaces } from '../entities/places.ts';
import type { EpochMs } from '../kit/units.ts';
import type { ConsoleId } from './consoles.ts';
import type {
  BranchComparison,
  History,
  HistoryQuery,
  PeriodSummary,
  SessionMarks,
  Stretch,
  StretchQuery,
} from './history.ts';
import type { TimedRecording } from './journal.ts';
import type { NetworkStation } from './network.ts';
import type { Outcome, Remotely } from './operations.ts';
import type { BranchId, Rate, RunTarget } from './transport.ts';

/**
 * What is asked of a session beside the operations. Only the network is an input of the mission; the rest acts on the time that
 * the session shows, on its console and on its places, and is not in the journal.
 */
export interface SessionControl {
  /** Sets the rate at which the time that is shown goes on: that of a replay, or that at the live edge, which ends a run. */
  setRate(rate: Rate): Outcome<Rate>;
  /**
   * Runs until the next target, at the present rate if that is above 1×, and pauses there; without a target a run ends.
   * Returns the instant of the target, if it is known.
   */
  runUntil(target?: RunTarget): Outcome<EpochMs | undefined>;
  /** Goes on, to the same target at the same rate, with what a Critical anomaly has interrupted. */
  continueRun(): Outcome<Rate>;
  /** Pauses what is shown, and goes on to the next telemetry sample. */
  step(): Outcome<EpochMs>;
  /**
   * Shows a past instant while the mission goes on; without one, or at the live edge, returns to live. A replay goes on from
   * there at its rate, and has none at first.
   */
  seek(time?: EpochMs): Outcome<EpochMs>;
  /** Goes back to the mission itself at UTC, 1×. Time that it lacks is lived through; what it has lived ahead becomes a branch. */
  returnToUtc(): Outcome<EpochMs>;
  /** Makes a branch at the instant shown and continues there, at 1×. */
  takeOver(): Outcome<BranchId>;
  showBranch(id: BranchId): Outcome<BranchId>;
  renameBranch(branch: { readonly id: BranchId; readonly name: string }): Outcome<BranchId>;
  /** The mission itself, and the branch that is shown, cannot be deleted. */
  deleteBranch(id: BranchId): Outcome<BranchId>;
  /** Whether a new Critical anomaly pauses a run, and sets the rate to 1×. */
  slowOnCritical(isOn: boolean): Outcome<boolean>;
  /** Channels over a span, as known at the instant that is shown; of the branch shown, or of another one. */
  history(query: HistoryQuery & { readonly branch?: BranchId }): Outcome<History>;
  /**
   * All samples and figures of a stretch, as known at the instant that is shown; of the branch shown, or of another one.
   * `undefined` while the past is lived through again after a restart: each question brings it on.
   */
  stretch(query: StretchQuery & { readonly branch?: BranchId }): Outcome<Stretch | undefined>;
  /** What happened over a span, as known at the instant that is shown. */
  marks(span: { readonly from: EpochMs; readonly to: EpochMs }): Outcome<SessionMarks>;
  /**
   * A period in figures, as known at the instant that is shown. It begins with the past that is kept, and ends at the instant
   * that is shown. `undefined` while the past is lived through again after a restart: each question brings it on.
   */
  summary(span: { readonly from: EpochMs; readonly to: EpochMs }): Outcome<PeriodSummary | undefined>;
  /**
   * Two branches from where they part up to the live edge of the one that has lived less. `undefined` while the past of one is
   * lived through again after a restart: each question brings it on.
   */
  compare(branches: readonly [BranchId, BranchId]): Outcome<ComparedBranches | undefined>;
  /** The branch that is shown as recorded up to its live edge, with the hash of that instant. */
  recording(): Outcome<TimedRecording>;
  /** Gives this console another name. */
  renameConsole(name: string): Outcome<string>;
  /** Shows the past instants that another console shows, until time is controlled here; without one, ends that. */
  followConsole(id?: ConsoleId): Outcome<ConsoleId | undefined>;
  /**
   * Has the radio use other stations from now on; without a list, those of spec §3. It is an input of the mission, with
   * all consoles. A refused list changes nothing.
   */
  setNetwork(stations?: readonly NetworkStation[]): Outcome<undefined>;
  /** Finds passes over these places of the user's own from now on, and over no others. A refused choice changes nothing. */
  setPlaces(chosen: ChosenPlaces): Outcome<ChosenPlaces>;
}

export type RemoteSessionControl = Remotely<SessionControl>;

export interface ComparedBranches extends BranchComparison {
  readonly from: EpochMs;
  readonly to: EpochMs;
}
