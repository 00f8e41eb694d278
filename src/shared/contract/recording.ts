import type * as v from 'valibot';
import type { ChosenPlaces } from '../entities/places.ts';
import { isOfMission, ORBITAL_ELEMENTS, SATELLITE_IDS, SATELLITES } from '../entities/satellites.ts';
import { readBy } from '../kit/read-by.ts';
import { failed, type Result, succeeded } from '../kit/result.ts';
import type { EpochMs } from '../kit/units.ts';
import type { OrbitalElements } from '../orbit/elements.ts';
import { MOST_SATELLITES } from '../orbit/elements-text.ts';
import type { MissionHeader, Recording } from './journal.ts';
import { compareEntries, type HashMark, isOfWire, type JournalEntry, type MissionInput } from './journal.ts';
import { isInputTooLong, readOperationInput } from './operations.ts';
import { readChosenPlaces } from './places-schema.ts';
import { endSchema, entrySchema, headSchema, markSchema, missionHeaderSchema } from './recording-schema.ts';
import {
  type ListedSatellite,
  readGroupColours,
  readSatelliteRow,
  type SatelliteList,
  writeSatelliteRow,
} from './satellite-list.ts';

/**
 * A recording as JSON lines: a header, the satellites added by the user, inputs and hashes in order of time, and a last
 * line with the end, so that a truncated file is detected.
 */

const FORMAT = 'orbita-recording';
/** Incremented on incompatible changes. A recording is written with the lowest version that can express it. */
const VERSION = 6;
const VERSIONS = [1, 2, 3, 4, 5, VERSION] as const;
/** Maximum number of satellites in a recording below version 4. */
const MOST_BEFORE = 1000;

/** True if version 4 can express a header: it only says whether faults are drawn. */
const isPlain = ({ profile, exercise }: MissionHeader): boolean =>
  exercise === undefined && (profile === 'specified' || profile === 'none');

const INSTRUCTORS: ReadonlySet<MissionInput['kind']> = new Set(['hint', 'bookmark', 'trigger']);

/**
 * Packets, telecommands and profiles of the link need version 6; exercises, texts, bookmarks and triggers of an
 * instructor, and other profiles than *specified* and *none* version 5; more than 1,000 added satellites version 4; sent
 * commands version 3; any added satellites version 2.
 */
function versionFor({ header, entries, satellites }: SavedRecording): (typeof VERSIONS)[number] {
  if (entries.some(({ input }) => isOfWire(input))) return VERSION;
  if (!isPlain(header) || entries.some(({ input }) => INSTRUCTORS.has(input.kind))) return 5;
  if (satellites && satellites.satellites.length > MOST_BEFORE) return 4;
  if (entries.some(({ input }) => input.kind === 'operation' && input.name === 'sendCommand')) return 3;
  return satellites ? 2 : 1;
}

/** A recording with its end and the build that made it. */
export interface SavedRecording extends Recording {
  readonly build: string;
  /** Name of the recorded branch; the mission does not depend on it. */
  readonly branch?: string | undefined;
  /** Mission time at its end. */
  readonly time: EpochMs;
  /** User-defined places in use, for the window that opens it; the mission does not depend on them. */
  readonly places?: ChosenPlaces;
  /** Satellites added by the user, at least one, for the window that opens it. */
  readonly satellites?: SatelliteList;
}

/** Maximum characters of a readable recording: over a month of an attended mission, with all active satellites. */
export const LONGEST_RECORDING = 8_000_000;
const LONGEST_LINE = 100_000;
const DEEPEST = 5;

export function writeRecording(recording: SavedRecording): string {
  const { build, branch, header, entries, marks, time, places, satellites } = recording;
  const { seed, startTime, profile, exercise } = header;
  const lines: unknown[] = [
    {
      format: FORMAT,
      version: versionFor(recording),
      build,
      branch,
      seed,
      startTime,
      ...(isPlain(header) ? { drawsFaults: profile === 'specified' } : { profile, exercise }),
      elements: ORBITAL_ELEMENTS,
      places,
      groupColours: satellites && [...satellites.colours],
    },
    ...(satellites?.satellites ?? []).map((one) => ({ satellite: writeSatelliteRow(one) })),
  ];
  let written = 0;
  const writeEntries = (count: number): void => {
    for (const entry of entries.slice(written, count)) lines.push(entry);
    written = count;
  };
  for (const { entryCount, ...mark } of marks) {
    writeEntries(entryCount);
    lines.push(mark);
  }
  writeEntries(entries.length);
  lines.push({ end: time });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Reads an input from external data; a refusal names its first fault. */
export function readInput(value: unknown): Result<JournalEntry> {
  const entry = readBy(entrySchema, value);
  if (!entry.ok) return entry;
  const { input } = entry.value;
  if (input.kind !== 'operation') return succeeded({ ...entry.value, input: input as MissionInput });
  const argument = readOperationInput(input.name, input.input, 'input.input');
  if (!argument.ok) return argument;
  if (isInputTooLong(argument.value)) return failed('input.input is too long');
  return succeeded({ ...entry.value, input: { ...input, input: argument.value } as MissionInput });
}

const FORBIDDEN_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Describes a hostile feature that no genuine line has; `undefined` if there is none. */
function hostilityOf(value: unknown, depth = 0): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === DEEPEST) return 'it is nested too deeply';
  for (const [key, member] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.includes(key)) return `it has the key "${key}"`;
    const hostility = hostilityOf(member, depth + 1);
    if (hostility !== undefined) return hostility;
  }
  return undefined;
}

type RecordingLine = Readonly<Record<string, unknown>>;

function readLine(line: string): Result<RecordingLine> {
  if (line.length > LONGEST_LINE) return failed('it is too long');
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return failed('it is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return failed('it is not a JSON object');
  const hostility = hostilityOf(value);
  return hostility === undefined ? succeeded(value as RecordingLine) : failed(hostility);
}

const isSame = (one: OrbitalElements, other: OrbitalElements): boolean => {
  const fieldsOf = (orbit: OrbitalElements) => JSON.stringify(Object.entries(orbit).sort());
  return fieldsOf(one) === fieldsOf(other);
};

function readHead(
  line: RecordingLine,
): Result<v.InferOutput<typeof headSchema> & { readonly header: MissionHeader }> {
  const { version } = line;
  if (typeof version === 'number' && version > VERSION) {
    return failed(
      `The recording has version ${version} of its format. This build reads version ${VERSION}: a newer build is needed.`,
    );
  }
  if (!VERSIONS.some((known) => known === version))
    return failed('Line 1 of the recording: version is not valid.');
  const head = readBy(headSchema, line);
  if (!head.ok) return failed(`Line 1 of the recording: ${head.message}.`);
  const header = readBy(missionHeaderSchema, line);
  if (!header.ok) return failed(`Line 1 of the recording: ${header.message}.`);
  const { elements: recorded, build } = head.value;
  const other = SATELLITE_IDS.find((id) => !isSame(recorded[id], ORBITAL_ELEMENTS[id]));
  if (other === undefined) return succeeded({ ...head.value, header: header.value });
  return failed(
    `The recording was made with other orbital elements of ${SATELLITES[other].phrase}. Open it with the build that made it: ${JSON.stringify(build)}.`,
  );
}

const FOREIGN = 'This is not a recording of ORBITA-1.';
const INCOMPLETE = 'The recording is incomplete: its end is missing.';

/**
 * Reads a recording and checks everything except that it really happened, which its hashes prove. A refusal is one or
 * two sentences for the operator.
 */
export function readRecording(file: string): Result<SavedRecording> {
  if (file.length > LONGEST_RECORDING) {
    return failed(`The recording is too large: more than ${LONGEST_RECORDING / 1e6} MB.`);
  }
  const headEnd = file.indexOf('\n');
  const first = readLine(headEnd < 0 ? file : file.slice(0, headEnd));
  if (!first.ok || first.value.format !== FORMAT) return failed(FOREIGN);
  const head = readHead(first.value);
  if (!head.ok) return head;
  const { build, branch, header } = head.value;
  const chosen = first.value.places;
  const places = chosen === undefined ? undefined : readChosenPlaces(chosen);
  if (places?.ok === false) return failed(`Line 1 of the recording: ${places.message}`);

  const colours = readGroupColours(first.value.groupColours ?? []);
  if (!colours) return failed('Line 1 of the recording: groupColours are not colours of groups.');

  const satellites = new Map<number, ListedSatellite>();
  const entries: JournalEntry[] = [];
  const marks: HashMark[] = [];
  /** Highest sequence so far. A console that has gone back in time may reuse one at another time. */
  let highest = 0;
  let now = header.startTime;
  let from = headEnd + 1;
  for (let number = 2; headEnd >= 0 && from < file.length; number++) {
    const lineEnd = file.indexOf('\n', from);
    const refuse = (problem: string) => failed(`Line ${number} of the recording: ${problem}.`);
    const line = readLine(file.slice(from, lineEnd < 0 ? undefined : lineEnd));
    if (!line.ok) return lineEnd < 0 ? failed(INCOMPLETE) : refuse(line.message);
    from = lineEnd < 0 ? file.length : lineEnd + 1;
    if (Object.hasOwn(line.value, 'end')) {
      const end = readBy(endSchema, line.value);
      if (!end.ok) return refuse(end.message);
      if (end.value.end < now) return refuse('the end is earlier than what was recorded');
      if (from < file.length) return refuse('something follows the end');
      return succeeded({
        build,
        ...(branch !== undefined && { branch }),
        header,
        entries,
        marks,
        time: end.value.end,
        ...(places && { places: places.value }),
        ...(satellites.size > 0 && { satellites: { satellites: [...satellites.values()], colours } }),
      });
    }
    if (Object.hasOwn(line.value, 'satellite')) {
      const satellite = readSatelliteRow(line.value.satellite);
      if (!satellite.ok) return refuse(satellite.message);
      const id = Number(satellite.value.elements.NORAD_CAT_ID);
      if (satellites.has(id)) return refuse(`the satellite ${id} is there twice`);
      if (satellites.size === MOST_SATELLITES)
        return refuse(`it has more than ${MOST_SATELLITES} satellites`);
      if (entries.length + marks.length > 0) return refuse('a satellite comes after the mission has begun');
      if (!isOfMission(satellite.value.elements)) satellites.set(id, satellite.value);
      continue;
    }
    if (Object.hasOwn(line.value, 'hash')) {
      const mark = readBy(markSchema, line.value);
      if (!mark.ok) return refuse(mark.message);
      if (mark.value.time < now) return refuse('time is earlier than that of the line before');
      now = mark.value.time;
      marks.push({ ...mark.value, entryCount: entries.length });
      continue;
    }
    const entry = readInput(line.value);
    if (!entry.ok) return refuse(entry.message);
    const { input } = entry.value;
    if (entry.value.time < now) return refuse('time is earlier than that of the line before');
    const { sequence } = entry.value;
    if (sequence > highest + 1)
      return refuse(`an input with the sequence ${highest + 1} is missing before it`);
    const last = entries.at(-1);
    if (last?.time === entry.value.time && compareEntries(last, entry.value) >= 0) {
      return refuse('it is not in the order of sequence with the input before, at the same time');
    }
    highest = Math.max(highest, sequence);
    now = input.kind === 'jump' ? input.to : entry.value.time;
    entries.push(entry.value);
  }
  return failed(INCOMPLETE);
}

/** Checks a recording that was stored as data like one from a file. */
export function checkSaved(recording: SavedRecording): Result<SavedRecording> {
  try {
    return readRecording(writeRecording(recording));
  } catch {
    return failed('The recording is damaged.');
  }
}
