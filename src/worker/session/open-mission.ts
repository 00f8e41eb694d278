import type { HashMark } from '../../shared/journal.ts';
import { plainText } from '../../shared/live-answers.ts';
import type { Resume } from '../../shared/mission-control.ts';
import type { EpochMs } from '../../shared/units.ts';
import type { NoticeDraft } from '../kit/steps.ts';
import { createMission, type Mission, type MissionOptions } from '../mission/mission.ts';
import { describeReplay, replay } from './replay.ts';

/** Source of the time: the system clock in the browser, a variable in a test. */
export interface Clock {
  now(): EpochMs;
}

export interface OpenOptions
  extends Pick<MissionOptions, 'seed' | 'drawsFaults' | 'propagators' | 'planFault'> {
  readonly clock: Clock;
  /** An earlier mission to continue. One that cannot be continued is reported, and a new one begins. */
  readonly resume?: Resume | undefined;
  /** Why an earlier mission was lost, without anything to continue. */
  readonly lossReason?: string | undefined;
}

/** Cap on the reason for a new mission, in characters. */
const LONGEST_REASON = 200;

/** Origin of the inputs of the session itself. */
export const SESSION = 'session';

const formatUtcSecond = (time: EpochMs): string => `${new Date(time).toISOString().slice(11, 19)} UTC`;

/** What a session begins with. */
interface Opened extends Partial<Pick<Resume, 'keyframe' | 'live'>> {
  readonly mission: Mission;
  readonly notices: readonly NoticeDraft[];
  readonly marks?: readonly HashMark[];
}

/** Reports in the log and with a notice how a mission was opened. */
function report(mission: Mission, level: 'info' | 'warning', text: string): Pick<Opened, 'notices'> {
  mission.apply({ kind: 'note', subject: 'Mission', level, text }, SESSION);
  return { notices: [{ level, text }] };
}

/** Opens a new mission, an earlier one at the instant of its last update, or a recording at its end. */
export function openMission(options: OpenOptions): Opened {
  const { clock, resume, lossReason, seed, drawsFaults, propagators, planFault } = options;
  const begin = (): Mission =>
    createMission({ seed, startTime: clock.now(), drawsFaults, propagators, planFault });
  const beginAnew = (why: string): Opened => {
    const mission = begin();
    return { mission, ...report(mission, 'warning', `${why}. Simulation restarted.`) };
  };
  if (!resume) {
    if (lossReason === undefined) return { mission: begin(), notices: [] };
    return beginAnew(`Failed to resume the mission: ${plainText(lossReason, LONGEST_REASON)}`);
  }
  if (resume.isReplay) return openRecording(resume, options);
  const { header, entries, marks, keyframe, live, time } = resume;
  try {
    const mission = createMission({ ...header, journal: entries, keyframe, propagators, planFault });
    mission.advanceTo(time);
    const text = `The simulation restarted and resumes from ${formatUtcSecond(mission.time())}.`;
    return { mission, marks, keyframe, live, ...report(mission, 'info', text) };
  } catch (error) {
    const reason = plainText(error instanceof Error ? error.message : String(error), LONGEST_REASON);
    return beginAnew(`Failed to resume the mission: ${reason}`);
  }
}

/** Lives through a recording. It has no live data, so that the ISS returns to its built-in orbit until there are. */
function openRecording(recording: Resume, options: OpenOptions): Opened {
  const lived = replay(recording, options);
  const { mission, marks, differsAt } = lived;
  mission.apply({ kind: 'iss-orbit' }, SESSION);
  const level = differsAt === undefined ? 'info' : 'warning';
  const reported = report(mission, level, `The recording is opened. ${describeReplay(lived)}`);
  // Without a keyframe a new worker would have to live through all of it again.
  return { mission, marks, keyframe: mission.keyframe(), ...reported };
}
