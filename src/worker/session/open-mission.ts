import type { ConsoleId } from '../../shared/contract/consoles.ts';
import type { JournalEntry, MissionHeader } from '../../shared/contract/journal.ts';
import { plainText } from '../../shared/contract/live-answers.ts';
import type {
  BranchRecord,
  LiveResume,
  Resume,
  SessionRecord,
} from '../../shared/contract/mission-control.ts';
import { refused } from '../../shared/contract/outcome.ts';
import { replayCostMs } from '../../shared/contract/replay-cost.ts';
import type { Clock } from '../../shared/kit/clock.ts';
import { asMissionTime } from '../../shared/kit/mission-years.ts';
import { type EpochMs, MS_PER_DAY } from '../../shared/kit/units.ts';
import { formatUtcTime } from '../ground/telemetry/telemetry-text.ts';
import type { NoticeDraft } from '../kit/steps.ts';
import { exerciseHeader } from '../mission/exercise/running-exercise.ts';
import type { Mission, MissionOptions } from '../mission/mission.ts';
import { type Branch, beginBranch, MAIN, openBranch } from './branches/branch.ts';
import { describeReplay, replay, restoreBranch } from './branches/replay.ts';
import { LONGEST_CATCH_UP_MS, PATIENCE_MS } from './clock/follow-utc.ts';
import { instantText } from './clock/instant-text.ts';
import { leadText, returnLead } from './clock/session-state.ts';
import { IN_STEP, PAUSED, type Transport, transportOf } from './clock/transport.ts';

/** Creates a clock that stops where mission time ends. */
export const missionClock = (system: () => number): Clock => ({ now: () => asMissionTime(system()) });

export interface OpenOptions
  extends Pick<MissionOptions, 'seed' | 'profile' | 'exercise' | 'propagators' | 'planFault'> {
  readonly clock: Clock;
  /** An earlier mission to continue. One that cannot be continued is reported, and a new one begins. */
  readonly resume?: Resume | undefined;
  /** A mission of other consoles to join, exactly as they have it, and the branches that an earlier worker of this window had made. */
  readonly joined?: SessionRecord | undefined;
  /** True if the earlier mission was kept by the browser, and has not just stopped. */
  readonly isKept?: boolean | undefined;
  /** Origin of the session's own inputs. */
  readonly origin: ConsoleId;
  /** Reason why an earlier mission was lost, without anything to continue. */
  readonly lossReason?: string | undefined;
}

/** Cap on the reason for a new mission, in characters. */
const LONGEST_REASON = 200;

/** Largest cost of replaying a kept mission from its start to return to UTC. */
const LONGEST_RETURN_MS = 7 * MS_PER_DAY;
const TOO_LONG = 'It is too long to simulate again up to UTC.';

/** Initial state of a session. */
interface Opened {
  /** The mission itself. */
  readonly main: Branch;
  readonly branches: readonly Branch[];
  readonly transport: Transport;
  readonly live?: LiveResume;
  readonly notices: readonly NoticeDraft[];
}

/** Reports in the log and with a notice how a mission was opened. */
function report(
  mission: Mission,
  origin: ConsoleId,
  notice: NoticeDraft & { readonly level: 'info' | 'warning' },
): Pick<Opened, 'notices'> {
  const { level, text } = notice;
  mission.apply({ kind: 'note', subject: 'Mission', level, text }, origin);
  return { notices: [notice] };
}

/** Restores a branch. If its keyframe cannot be restored, a short mission is replayed from its start. */
function restoreOrReplay(record: BranchRecord, options: OpenOptions): Branch {
  try {
    return restoreBranch(record, options);
  } catch (error) {
    const { keyframe, time, header } = record;
    if (!keyframe || time - header.startTime > LONGEST_CATCH_UP_MS) throw error;
    return restoreBranch({ ...record, keyframe: undefined }, options);
  }
}

/** Opens a new mission, an earlier session at the instant of its last update, or a recording at its end. */
export function openMission(options: OpenOptions): Opened {
  const { clock, resume, joined, origin, lossReason, seed, profile = 'specified', exercise } = options;
  const begin = (): Omit<Opened, 'notices'> => ({
    main: beginBranch(MAIN, { seed, startTime: clock.now(), profile }, options),
    branches: [],
    transport: IN_STEP,
  });
  const beginAnew = (why: string, action = 'resume the mission'): Opened => {
    const begun = begin();
    const reason = plainText(why, LONGEST_REASON);
    const text = `Failed to ${action}: ${reason}. Simulation restarted.`;
    return {
      ...begun,
      ...report(begun.main.mission, origin, { level: 'warning', text }),
    };
  };
  if (joined) {
    const main = restoreBranch({ ...joined, view: MAIN }, options);
    const branches = (joined.branches ?? []).map((record) => restoreOrReplay(record, options));
    return { main, branches, transport: IN_STEP, notices: [] };
  }
  if (!resume) {
    if (lossReason !== undefined) return beginAnew(lossReason);
    if (exercise === undefined) return { ...begin(), notices: [] };
    try {
      return beginExercise(exercise, options);
    } catch (error) {
      return beginAnew(error instanceof Error ? error.message : String(error), 'start the exercise');
    }
  }
  if (resume.isReplay) return openRecording(resume, options);
  const { branches = [], transport, live } = resume;
  try {
    const opened = {
      main: restoreOrReplay({ ...resume, view: MAIN }, options),
      branches: branches.map((record) => restoreOrReplay(record, options)),
      transport: transport ? transportOf(transport) : IN_STEP,
      live,
    };
    if (options.isKept) return continueKept(opened, resume, options);
    const textOf = ({ mission }: Branch) =>
      `The simulation restarted and resumes from ${formatUtcTime(mission.time())}.`;
    const shown = opened.branches.find(({ view }) => view.id === opened.transport.shown) ?? opened.main;
    // The log may end a little before what was shown.
    if (resume.edge !== undefined && resume.edge > shown.mission.time()) shown.advanceTo(resume.edge);
    report(opened.main.mission, origin, { level: 'info', text: textOf(opened.main) });
    return { ...opened, notices: [{ level: 'info', text: textOf(shown) }] };
  } catch (error) {
    // A kept mission keeps its log: the page goes back to the one before.
    if (options.isKept) throw error;
    return beginAnew(error instanceof Error ? error.message : String(error));
  }
}

/** Begins an exercise at its own time, at 1×. */
function beginExercise(exercise: NonNullable<MissionHeader['exercise']>, options: OpenOptions): Opened {
  const main = beginBranch(MAIN, exerciseHeader(exercise), options);
  const text = `The exercise ${main.mission.snapshot().exercise.value?.name} begins`;
  return {
    main,
    branches: [],
    transport: { ...IN_STEP, run: { rate: 1, isInStep: false } },
    ...report(main.mission, options.origin, { level: 'info', text }),
  };
}

/** Returns the cost of replaying a mission from its start to an instant; see `replayCostMs`. */
function costMsUpTo({ header, journal }: Mission, time: EpochMs): number {
  const isBefore = ({ time: at, input }: JournalEntry) =>
    at <= time && !(input.kind === 'jump' && input.to > time);
  return replayCostMs({ header, entries: journal().filter(isBefore), marks: [], time });
}

/**
 * Continues a mission that the browser has kept. One ahead of UTC returns to it, as by *Return to UTC*; if it cannot,
 * it stays out of step, paused. Another build may have simulated it differently.
 */
function continueKept(
  kept: Omit<Opened, 'notices'>,
  { marks }: Resume,
  { clock, origin }: OpenOptions,
): Opened {
  const { main, branches } = kept;
  const utc = clock.now();
  const edge = instantText(main.mission.time(), utc);
  const own = main.record().marks;
  const differing = marks.find(({ hash }, index) => hash !== own[index]?.hash);
  const difference = differing
    ? ` This build simulates it differently from ${instantText(differing.time, utc)} on.`
    : '';
  const level = differing ? 'warning' : 'info';
  if (main.mission.header.exercise !== undefined) {
    const transport = { ...kept.transport, run: PAUSED };
    const text = `The exercise is paused at ${formatUtcTime(main.mission.time())}.${difference}`;
    return { ...kept, transport, ...report(main.mission, origin, { level, text }) };
  }
  if (main.mission.time() - utc <= PATIENCE_MS) {
    return {
      ...kept,
      ...report(main.mission, origin, { level, text: `The mission continues from ${edge}.${difference}` }),
    };
  }
  const session = { main, branches };
  const returned =
    costMsUpTo(main.mission, utc) > LONGEST_RETURN_MS ? refused(TOO_LONG) : returnLead(session, utc, true);
  if (!returned.ok) {
    const text = `The mission continues out of step with UTC, paused at ${edge}: ${returned.message}${difference}`;
    const transport = { ...kept.transport, run: PAUSED };
    return { ...kept, transport, ...report(main.mission, origin, { level: 'warning', text }) };
  }
  const lead = leadText(main.mission.time(), utc, returned.value);
  const text = `The mission continues from ${formatUtcTime(utc)}. ${lead}${difference}`;
  return { ...kept, ...session, ...report(session.main.mission, origin, { level, text }) };
}

/**
 * Replays a recording and pauses at its end, where the operator continues it or seeks. A recording has no live data:
 * the ISS returns to its built-in orbit until there are some.
 */
function openRecording(recording: Resume, options: OpenOptions): Opened {
  const replayed = replay(recording, options);
  const { mission, past, differsAt } = replayed;
  mission.apply({ kind: 'iss-orbit' }, options.origin);
  const level = differsAt === undefined ? 'info' : 'warning';
  const text = `The recording is opened. ${describeReplay(replayed)}`;
  const reported = report(mission, options.origin, { level, text });
  return {
    // Without a keyframe a new worker would have to replay all of it.
    main: openBranch(MAIN, mission, options, { ...past, keyframe: mission.keyframe() }),
    branches: [],
    transport: { ...IN_STEP, run: PAUSED },
    ...reported,
  };
}
