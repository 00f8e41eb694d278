import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import {
  LONGEST_RECORDING,
  readRecording,
  type SavedRecording,
  writeRecording,
} from '../shared/contract/recording.ts';
import { failed, type Result, succeeded } from '../shared/kit/result.ts';
import { utcFieldText } from '../shared/kit/utc-text.ts';
import type { Mission } from '../worker/mission/mission.ts';
import { replay } from '../worker/session/branches/replay.ts';

/** Reads a recording; `undefined` if there is no such file. */
export function readRecordingFile(file: string): Result<SavedRecording | undefined> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? succeeded(undefined) : failed(`Failed to read ${file}: ${code}.`);
  }
  const recording = readRecording(text);
  return recording.ok ? recording : failed(`${file}: ${recording.message}`);
}

/** Repeats the mission of a recording, so that it can go on. A failure says where it differs, and what to do. */
export function repeatRecording(file: string, recording: SavedRecording): Result<Mission> {
  const { mission, differsAt } = replay(recording);
  if (differsAt === undefined) return succeeded(mission);
  return failed(
    `This build does not repeat ${file}: it differs at ${utcFieldText(differsAt)} UTC. Continue it with the build that made it, ${JSON.stringify(recording.build)}, or name another file.`,
  );
}

/**
 * Returns the recording of a mission so far, with the hash of its state.
 * @param continued the recording that the mission continues: its hashes stay, and what it has beside the mission
 */
export function recordingOf(mission: Mission, build: string, continued?: SavedRecording): string {
  const entries = mission.journal();
  const time = mission.time();
  const mark = { time, entryCount: entries.length, hash: mission.hash() };
  const marks = [...(continued?.marks ?? []), mark];
  return writeRecording({ ...continued, build, header: mission.header, entries, marks, time });
}

/** Writes the recording of a mission, as a whole or not at all. A failure says why. */
export function writeRecordingFile(
  file: string,
  mission: Mission,
  build: string,
  continued?: SavedRecording,
): Result<void> {
  const text = recordingOf(mission, build, continued);
  if (text.length > LONGEST_RECORDING) {
    return failed(
      `The recording is longer than ${LONGEST_RECORDING / 1e6} MB, which no build reads: it is no longer kept.`,
    );
  }
  try {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
    return succeeded(undefined);
  } catch (error) {
    return failed(`Failed to write ${file}: ${(error as NodeJS.ErrnoException).code}.`);
  }
}
