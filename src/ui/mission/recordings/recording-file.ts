import {
  checkSaved,
  LONGEST_RECORDING,
  readRecording,
  type SavedRecording,
  writeRecording,
} from '../../../shared/contract/recording.ts';
import {
  LONGEST_OPENED_DAYS,
  LONGEST_OPENED_MS,
  replayCostMs,
} from '../../../shared/contract/replay-cost.ts';
import { formatDuration } from '../../../shared/kit/quantity-text.ts';
import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';
import type { ExportFile } from '../../kit/files/download.ts';

/** Recordings as files and as links. */

/** Maximum characters of a recording in an address. */
const LONGEST_LINK = 8192;

const TOO_LARGE = failed(`The recording is too large: more than ${LONGEST_RECORDING / 1e6} MB.`);
const DAMAGED = failed('The link does not hold a complete recording.');

/**
 * Builds `orbita-recording-2026-11-20T15-12-07Z.jsonl`, a name valid on every file system.
 * @param isChecked true if a replay has reproduced the recorded mission; otherwise the name says `unverified`
 */
export function buildRecordingFile(recording: SavedRecording, isChecked: boolean): ExportFile {
  const end = new Date(recording.time).toISOString().slice(0, 19).replaceAll(':', '-');
  return {
    name: `orbita-recording-${end}Z${isChecked ? '' : '-unverified'}.jsonl`,
    type: 'application/jsonl;charset=utf-8',
    text: writeRecording(recording),
  };
}

/** Passes on a recording that a page can replay from its start. */
function whereReplayable(read: Result<SavedRecording>): Result<SavedRecording> {
  if (!read.ok || replayCostMs(read.value) <= LONGEST_OPENED_MS) return read;
  return failed(
    `The recording is too long: this page opens up to ${LONGEST_OPENED_DAYS} days of mission, or inputs that take as long to compute. Use npm run replay.`,
  );
}

const readToOpen = (text: string): Result<SavedRecording> => whereReplayable(readRecording(text));

/** Reads a recording from a file, or returns why it cannot be opened. */
export async function readRecordingFile(file: Pick<Blob, 'size' | 'text'>): Promise<Result<SavedRecording>> {
  return file.size > LONGEST_RECORDING ? TOO_LARGE : readToOpen(await file.text());
}

export const costOf = replayCostMs;

/** Returns a recording as a page opens it once it is saved, or why none can open it. */
export const checkRecording = (recording: SavedRecording): Result<SavedRecording> =>
  whereReplayable(checkSaved(recording));

/** Describes the content of a recording, and what comes with it. */
export function describeRecording(
  { header, entries, marks, time, build, places, satellites }: SavedRecording,
  ownBuild: string,
): string {
  const start = `${new Date(header.startTime).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
  const length = formatDuration(Math.max(0, time - header.startTime));
  const content = `${count(entries.length, 'input', 'inputs')} and ${count(marks.length, 'hash', 'hashes')}`;
  const origin = build === ownBuild ? '' : ` It was made by another build: ${build}.`;
  const seen = places ? ' Its places are used in this window; your own are unchanged.' : '';
  const added = satellites?.satellites.length ?? 0;
  const shown =
    added === 0
      ? ''
      : ` ${count(added, 'satellite that was added is', 'satellites that were added are')} shown in this window; your list stays as it is.`;
  return `The recording starts at ${start} and covers ${length} with ${content}.${origin}${seen}${shown}`;
}

const bytesThrough = (
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): ReadableStream<Uint8Array> => new Blob([bytes]).stream().pipeThrough(stream);

/** Reads all bytes of a stream; `undefined` if there are more than the cap. */
async function collect(stream: ReadableStream<Uint8Array>, cap: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > cap) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(next.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Encodes a recording for an address: compressed, as base64url. Fails if it is too long. */
export async function encodeRecording(recording: SavedRecording): Promise<Result<string>> {
  const text = new TextEncoder().encode(writeRecording(recording));
  const bytes = await collect(bytesThrough(text, new CompressionStream('deflate-raw')), LONGEST_RECORDING);
  if (!bytes || Math.ceil((bytes.length * 4) / 3) > LONGEST_LINK) {
    return failed('The recording is too long for a link. Save it as a file instead.');
  }
  const base64 = btoa(String.fromCharCode(...bytes));
  return succeeded(base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''));
}

/** Decodes the recording of an address, or returns why it cannot be opened. */
export async function decodeRecording(code: string): Promise<Result<SavedRecording>> {
  if (code.length > LONGEST_LINK || !/^[\w-]+$/.test(code)) return DAMAGED;
  try {
    const binary = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const text = await collect(
      bytesThrough(bytes, new DecompressionStream('deflate-raw')),
      LONGEST_RECORDING,
    );
    return text ? readToOpen(new TextDecoder().decode(text)) : TOO_LARGE;
  } catch {
    return DAMAGED;
  }
}
