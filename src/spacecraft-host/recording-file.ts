import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import {
  LONGEST_RECORDING,
  readRecording,
  type SavedRecording,
  writeRecording,
} from '../shared/contract/recording.ts';
import { failed, type Result, succeeded } from '../shared/kit/result.ts';
import type { Mission } from '../worker/mission/mission.ts';

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

/** Returns the recording of a mission so far, with the hash of its state. */
export function recordingOf(mission: Mission, build: string): string {
  const entries = mission.journal();
  const time = mission.time();
  const marks = [{ time, entryCount: entries.length, hash: mission.hash() }];
  return writeRecording({ build, header: mission.header, entries, marks, time });
}

/** Writes the recording of a mission, as a whole or not at all. A failure says why. */
export function writeRecordingFile(file: string, mission: Mission, build: string): Result<void> {
  const text = recordingOf(mission, build);
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
