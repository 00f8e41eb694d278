import * as v from 'valibot';
import { LOG_KINDS, LOG_LEVELS } from '../entities/event-log.ts';
import { MISSION_PROFILES } from '../entities/mission-profile.ts';
import { mapSatellites } from '../entities/satellites.ts';
import { isMissionTime } from '../kit/mission-years.ts';
import { fromHex } from '../kit/octets.ts';
import { epochMs } from '../kit/units.ts';
import type { OrbitalElements } from '../orbit/elements.ts';
import { readOmm } from '../orbit/elements.ts';
import { LONGEST_PACKET } from '../packets/headers.ts';
import { LINK_PROFILES, MOST_BIT_ERRORS } from '../packets/link.ts';
import { EXERCISE_CONDITIONS } from './exercise.ts';
import { actSchema, exerciseId, exerciseSchema } from './exercise-schema.ts';
import { type MissionHeader, NUMBERS } from './journal.ts';
import { plainText } from './live-answers.ts';
import { SPECIFIED_NETWORK } from './network.ts';
import { readNetwork } from './network-schema.ts';
import { LONGEST_INPUT, OPERATION_NAMES } from './operations.ts';

/** Schemas of the lines of a recording. */

const LONGEST_NAME = 100;
const LONGEST_LINE_SHOWN = 1000;

/** Refusals below continue a sentence that begins with the field. */
const NOT_TEXT = 'is not a text';

/** Numbers must exceed those of the sample data and leave enough safe integers for what follows. */
const isSharedNumber = (value: number): boolean => value >= NUMBERS && value < Number.MAX_SAFE_INTEGER / 10;

export const time = v.pipe(
  v.number('is not a time'),
  v.check(isMissionTime, 'is not a time of the years 1970 to 2199'),
  v.transform(epochMs),
);
const text = v.pipe(v.string(NOT_TEXT), v.maxLength(LONGEST_INPUT, 'is too long'));
export const name = v.pipe(v.string(NOT_TEXT), v.maxLength(LONGEST_NAME, 'is too long'));
/** Shown verbatim, unlike operators' input, which the mission cleans. */
const shownText = v.pipe(
  text,
  v.transform((line) => plainText(line, LONGEST_LINE_SHOWN)),
);
/** Elements are kept verbatim, because the hash includes them. */
export const elements = v.custom<OrbitalElements>((input) => areElements(input), 'are not orbital elements');

/** Read as the mission reads them. */
const stations = v.pipe(
  v.unknown(),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const read = readNetwork(value);
    if (read.ok) return read.value ?? SPECIFIED_NETWORK;
    addIssue({ message: `is refused: ${read.message.replace(/\.$/, '')}` });
    return NEVER;
  }),
);

function areElements(input: unknown): boolean {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false;
  const isShort = (value: unknown): boolean =>
    typeof value === 'number' || (typeof value === 'string' && value.length <= LONGEST_NAME);
  const fields = Object.entries(input);
  return (
    fields.every(([field, value]) => /^[A-Z_0-9]{1,30}$/.test(field) && isShort(value)) && readOmm(input).ok
  );
}

const isTelecommandText = (bytes: string): boolean =>
  bytes !== '' && bytes.length <= 2 * LONGEST_PACKET && fromHex(bytes) !== undefined;

const shownName = v.pipe(
  name,
  v.transform((shown) => plainText(shown, LONGEST_NAME)),
);

/** Header of a mission. Recordings below version 5 say only if faults are drawn at all. */
export const missionHeaderSchema = v.pipe(
  v.object({
    seed: v.pipe(v.number('is not a number'), v.safeInteger('is not a whole number')),
    startTime: time,
    drawsFaults: v.optional(v.boolean('is not true or false')),
    profile: v.optional(v.picklist(MISSION_PROFILES, 'is not a mission profile')),
    exercise: v.exactOptional(v.union([exerciseId, exerciseSchema], 'is not an exercise')),
  }),
  v.check(
    ({ drawsFaults, profile }) => drawsFaults !== undefined || profile !== undefined,
    'has no mission profile',
  ),
  v.transform(
    ({ drawsFaults, profile = drawsFaults ? 'specified' : 'none', ...header }): MissionHeader => ({
      ...header,
      profile,
    }),
  ),
);

/** Fields of the first line besides the header of the mission. */
export const headSchema = v.object({
  build: shownName,
  branch: v.optional(shownName),
  elements: v.object(
    mapSatellites(() => elements),
    'are missing',
  ),
});

/** Trigger of an instructor. */
export const triggerInput = v.pipe(
  v.object({
    kind: v.literal('trigger'),
    when: v.optional(
      v.union(
        [v.strictObject({ at: time }), v.strictObject({ condition: v.picklist(EXERCISE_CONDITIONS) })],
        'is not a time or a condition',
      ),
    ),
    act: v.optional(actSchema),
    cancel: v.optional(exerciseId),
  }),
  v.check(
    ({ when, act, cancel }) => (cancel === undefined ? Boolean(when && act) : !when && !act),
    'must add or cancel a trigger',
  ),
);

const bitErrorRate = v.pipe(
  v.number('is not a number'),
  v.check((rate) => rate >= 0 && rate <= MOST_BIT_ERRORS, `is not a rate of 0 to ${MOST_BIT_ERRORS}`),
);

const linkProfile = v.picklist(LINK_PROFILES, 'is not a profile of the link');

export const inputSchema = v.variant(
  'kind',
  [
    v.object({
      kind: v.literal('operation'),
      name: v.picklist(OPERATION_NAMES, 'is not an operation'),
      input: v.unknown(),
      request: v.optional(name),
      by: v.optional(name),
      number: v.optional(
        v.pipe(
          v.number('is not a number'),
          v.safeInteger('is not a whole number'),
          v.check(isSharedNumber, 'is no number of several consoles'),
        ),
      ),
    }),
    v.object({ kind: v.literal('iss-orbit'), elements: v.optional(elements) }),
    v.pipe(
      v.object({
        kind: v.literal('fault'),
        inject: v.optional(name),
        course: v.optional(name),
        clear: v.optional(name),
      }),
      v.check(
        ({ inject, course, clear }) =>
          clear === undefined ? inject !== undefined : inject === undefined && course === undefined,
        'must inject or clear a fault',
      ),
    ),
    v.object({ kind: v.literal('hint'), text: shownText }),
    v.object({ kind: v.literal('bookmark'), text: shownText }),
    triggerInput,
    v.object({
      kind: v.literal('note'),
      subject: v.picklist(LOG_KINDS, 'is not a subject of the log'),
      level: v.picklist(LOG_LEVELS, 'is not a level of the log'),
      text: shownText,
    }),
    v.object({ kind: v.literal('network'), stations: v.optional(stations), by: v.optional(name) }),
    v.object({ kind: v.literal('packets'), profile: v.optional(linkProfile) }),
    v.object({
      kind: v.literal('link'),
      profile: v.optional(linkProfile),
      bitErrorRate: v.optional(bitErrorRate),
    }),
    v.object({
      kind: v.literal('telecommand'),
      bytes: v.pipe(
        v.string(NOT_TEXT),
        v.check(
          (bytes) => isTelecommandText(bytes),
          `is not hexadecimal text of 1 to ${LONGEST_PACKET} octets`,
        ),
      ),
      request: v.optional(name),
    }),
    v.object({ kind: v.literal('jump'), to: time }),
  ],
  'is not an input of a mission',
);

export const entrySchema = v.object({
  time,
  origin: name,
  sequence: v.pipe(
    v.number('is not a number'),
    v.safeInteger('is not a whole number'),
    v.minValue(1, 'is less than 1'),
  ),
  input: inputSchema,
});
export const markSchema = v.object({
  time,
  hash: v.pipe(v.string(NOT_TEXT), v.regex(/^[0-9a-f]{16}$/, 'is not 16 hexadecimal digits')),
});
export const endSchema = v.object({ end: time });
