import type { HashMark } from '../../shared/journal.ts';
import type { ReplayComparison, TimedRecording } from '../../shared/mission-control.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN } from '../../shared/units.ts';
import { createMission, type Mission, type MissionOptions } from '../mission/mission.ts';

/** A mission that has lived through a recording. */
export interface Replay extends ReplayComparison {
  readonly mission: Mission;
  /** Its own marks, at the instants of the recorded ones. */
  readonly marks: readonly HashMark[];
}

/**
 * Lives through a recording from its start and compares its hashes.
 * @param follow gets the mission at least once in each minute that it lives through
 */
export function replay(
  { header, entries, marks: recorded, time: end }: TimedRecording,
  options: Pick<MissionOptions, 'propagators' | 'planFault'> = {},
  follow: (mission: Mission) => void = () => {},
): Replay {
  const mission = createMission({ ...options, ...header });
  const marks: HashMark[] = [];
  let equalCount = 0;
  let differsAt: EpochMs | undefined;

  function liveOn(to: EpochMs): void {
    while (mission.time() < to) {
      mission.advanceTo(epochMs(Math.min(to, addMs(mission.time(), MS_PER_MIN))));
      follow(mission);
    }
  }

  function compare({ time, hash: expected }: HashMark): void {
    liveOn(time);
    const hash = mission.hash();
    marks.push({ time, entryCount: mission.journal().length, hash });
    if (hash !== expected) differsAt ??= time;
    else if (differsAt === undefined) equalCount += 1;
  }

  let next = 0;
  const compareUpTo = (entryCount: number): void => {
    for (let mark = recorded[next]; mark && mark.entryCount <= entryCount; mark = recorded[next]) {
      compare(mark);
      next += 1;
    }
  };
  for (const [index, entry] of entries.entries()) {
    compareUpTo(index);
    liveOn(entry.time);
    mission.enter(entry);
    follow(mission);
  }
  compareUpTo(entries.length);
  liveOn(end);
  return { mission, marks, equalCount, differsAt };
}

/** The comparison in words. */
export function describeReplay({ marks, equalCount, differsAt }: Replay): string {
  if (differsAt !== undefined) {
    const minute = `${new Date(differsAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    return `The replay differs from the recording at ${minute}. Hashes equal before: ${equalCount}.`;
  }
  return marks.length === 0 ? 'The recording has no hash to compare.' : `${equalCount} hashes equal.`;
}
