import type { ProxyMarked } from 'comlink';
import type { ConsoleOptions, MissionId } from './consoles.ts';
import type { KeptMissions, PageLog } from './durable-log.ts';
import type { ReplayComparison, TimedRecording } from './journal.ts';
import type { SessionRecord, SharedControl, ShownSession } from './mission-control.ts';
import type { Remotely } from './outcome.ts';
import type { RoomControl } from './room.ts';

/** Where a session gets its mission from. */
export type MissionSource =
  /** The log of that mission: of an earlier visit or, if the page has shown it, as it was shown. */
  | {
      readonly kind: 'log';
      readonly shown?: ShownSession | undefined;
      /** True if the page was away: another window may have added inputs to the mission meanwhile, and have ended. */
      readonly wasAway?: boolean | undefined;
    }
  | { readonly kind: 'recording'; readonly recording: TimedRecording };

/** Name of the error if the database cannot be read. It says nothing about the mission. */
export const UNREADABLE = 'UnreadableError';

/** Name of the error if the room cannot be entered and never will be. Its message is a sentence that says why. */
export const ROOM_REFUSED = 'RoomRefusedError';

/** Interface of the worker: one mission, opened once, continued or new. */
export interface MissionHost {
  /**
   * Starts a mission, a new one without a source. One that cannot be restored is reported with a notice, and a new
   * mission starts.
   * @param page the memory of the page, for the log
   * @param lossReason instead of a source: why the mission was lost, for the new one to report
   * @throws Error if the log has no such mission, or a recording or kept mission cannot be replayed; named `UNREADABLE`
   * if the database cannot be read
   */
  open(
    console: ConsoleOptions,
    page: Remotely<PageLog> & ProxyMarked,
    source?: MissionSource,
    lossReason?: string,
  ): Promise<SharedControl & Remotely<KeptMissions> & Remotely<RoomControl> & ProxyMarked>;
  /**
   * Hands everything new over to the log, because the page may end.
   * @param isLast true if the session is over: it says and does nothing more
   */
  flush(isLast: boolean): Promise<void>;
  /** Returns a mission as the database has it, apart from any session; `undefined` if it does not have it. */
  logged(id: MissionId): Promise<SessionRecord | undefined>;
  /**
   * Replays a recording from its start, apart from any mission, compares its hashes, and judges its exercise.
   * @throws Error if it cannot be replayed
   */
  check(recording: TimedRecording): ReplayComparison | Promise<ReplayComparison>;
}
