import * as v from 'valibot';
import type { Astronaut, IssPosition, SatellitePosition } from '../entities/entities.ts';
import { failed, type Result, succeeded } from '../kit/result.ts';
import { boundMarks, isBlank } from '../kit/typed-text.ts';
import { type Degrees, degrees, type EpochMs, epochMs, MS_PER_DAY, MS_PER_S } from '../kit/units.ts';
import { ecefToTeme, geodeticToEcef, greenwichSiderealTime } from '../orbit/frames.ts';
import { ECLIPSED_SHARE, eclipseFraction, sunPositionAu } from '../orbit/sun.ts';

/**
 * Answers of the backend functions (spec §7), in the formats of the services behind them. The gateway reads the
 * services and the worker reads the gateway with the same readers, so that only validated data pass.
 */

export const LIVE_SOURCES = ['Open Notify', 'N2YO', 'CelesTrak'] as const;
export type LiveSource = (typeof LIVE_SOURCES)[number];

/** Origin of an answer, in its member `gateway`. */
export interface AnswerOrigin {
  readonly source: LiveSource;
  /** Seconds since the service responded, from 0 to one year. */
  readonly ageS: number;
  /** True once it has expired and the service provides no newer one. */
  readonly isStale: boolean;
  /** Reason why there is no newer one; absent while the service responds. */
  readonly error?: string;
}

/** More than any crew; further entries are not read. */
const MOST_ASTRONAUTS = 200;
const LONGEST_NAME = 80;
const LONGEST_ERROR = 300;
/** Far longer than any cache lifetime, and short enough for a valid date. */
const OLDEST_AGE_S = (366 * MS_PER_DAY) / MS_PER_S;
/** One per second, plus some for repeated ones. */
const MOST_POSITIONS = 1000;

/** Refusals below continue a sentence that begins with the field. */
const KIND = 'is missing or of the wrong type';

const finite = v.pipe(
  v.union(
    [v.number(), v.pipe(v.string(), v.regex(/^\s*[+-]?\d+(\.\d+)?\s*$/), v.transform(Number))],
    'is not a number',
  ),
  v.finite('is not finite'),
);
const within = (low: number, high: number) =>
  v.pipe(finite, v.minValue(low, `is below ${low}`), v.maxValue(high, `is above ${high}`));
const latitude = v.pipe(within(-90, 90), v.transform(degrees));
/** -180 to 180; some services use 0 to 360. */
const longitude = v.pipe(
  within(-180, 360),
  v.transform((value) => degrees(value > 180 ? value - 360 : value)),
);
/** Unix time in seconds, years 2000 to 2100. */
const unixSeconds = v.pipe(
  within(946_684_800, 4_102_444_800),
  v.transform((seconds) => epochMs(seconds * MS_PER_S)),
);

/**
 * Returns one line of plain text: control and direction characters and unpaired surrogates removed, white space joined,
 * combining marks bounded, cut to length. Empty if nothing is visible.
 */
export function plainText(text: string, longest: number): string {
  const clean = boundMarks(text.slice(0, 4 * longest))
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u{FEFF}]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  if (isBlank(clean)) return '';
  const characters = Array.from(clean);
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : clean;
}

const name = v.pipe(
  v.string('is not a string'),
  v.transform((text) => plainText(text, LONGEST_NAME)),
);

const issPositionSchema = v.object(
  { iss_position: v.object({ latitude, longitude }, KIND), timestamp: unixSeconds },
  KIND,
);

const astronautsSchema = v.object({ people: v.array(v.object({ name, craft: name }, KIND), KIND) }, KIND);

const positionFields = {
  satlatitude: latitude,
  satlongitude: longitude,
  sataltitude: within(80, 100_000),
  azimuth: v.pipe(within(0, 360), v.transform(degrees)),
  elevation: latitude,
  ra: v.pipe(
    within(-360, 360),
    v.transform((value) => degrees((value + 360) % 360)),
  ),
  dec: latitude,
  timestamp: unixSeconds,
  eclipsed: v.nullish(v.boolean('is not a boolean')),
};
const positionSchema = v.object(positionFields, KIND);
const positionsSchema = v.object({ positions: v.array(v.unknown(), KIND) }, KIND);

const originSchema = v.object({
  gateway: v.object({
    source: v.picklist(LIVE_SOURCES),
    ageS: v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(OLDEST_AGE_S)),
    isStale: v.boolean(),
    error: v.optional(
      v.pipe(
        v.string(),
        v.transform((text) => plainText(text, LONGEST_ERROR)),
      ),
    ),
  }),
});

const errorSchema = v.union([
  v.pipe(
    v.object({ error: v.string() }),
    v.transform(({ error }) => error),
  ),
  v.pipe(
    v.object({ message: v.literal('error'), reason: v.string() }),
    v.transform(({ reason }) => reason),
  ),
]);

/** Returns the failure reported in a body, with any status; `undefined` if none. */
export function readFailure(json: unknown): string | undefined {
  const read = v.safeParse(errorSchema, json);
  return read.success ? plainText(read.output, LONGEST_ERROR) || 'no reason given' : undefined;
}

/** Describes the first error of an answer: field and problem. */
function refuse(what: string, issue: v.BaseIssue<unknown>): { readonly ok: false; readonly message: string } {
  return failed(plainText(`${what}: ${v.getDotPath(issue) ?? 'it'} ${issue.message}`, LONGEST_ERROR));
}

/** Reads the answer of `open-notify`. */
export function readIssPosition(json: unknown): Result<IssPosition> {
  const failure = readFailure(json);
  if (failure !== undefined) return failed(failure);
  const read = v.safeParse(issPositionSchema, json, { abortEarly: true });
  if (!read.success) return refuse('The response contains no position', read.issues[0]);
  return succeeded({ ...read.output.iss_position, timestamp: read.output.timestamp });
}

/** Reads the answer of `open-notify?endpoint=astros`. Nameless entries are left out; the service's count is ignored. */
export function readAstronauts(json: unknown): Result<readonly Astronaut[]> {
  const failure = readFailure(json);
  if (failure !== undefined) return failed(failure);
  const read = v.safeParse(astronautsSchema, json, { abortEarly: true });
  if (!read.success) return refuse('The response contains no list of people', read.issues[0]);
  const people = read.output.people.slice(0, MOST_ASTRONAUTS).filter((person) => person.name !== '');
  return succeeded(people.map((person) => ({ ...person, craft: person.craft || 'Unknown craft' })));
}

function isEclipsed(latitude: Degrees, longitude: Degrees, altitudeKm: number, time: EpochMs): boolean {
  const positionEcef = geodeticToEcef({ latitude, longitude, altitudeKm });
  const positionTeme = ecefToTeme(positionEcef, greenwichSiderealTime(time));
  return eclipseFraction(sunPositionAu(time), positionTeme) >= ECLIPSED_SHARE;
}

/**
 * Reads the answer of `n2yo`, in order of time, each instant once. A missing `eclipsed` is computed. One impossible
 * sample rejects the whole answer, which is then not trustworthy.
 */
export function readSatellitePositions(json: unknown): Result<readonly SatellitePosition[]> {
  const failure = readFailure(json);
  if (failure !== undefined) return failed(failure);
  const list = v.safeParse(positionsSchema, json, { abortEarly: true });
  if (!list.success) return refuse('The response contains no positions', list.issues[0]);
  if (list.output.positions.length > MOST_POSITIONS) {
    return failed(`The response contains ${list.output.positions.length} positions, more than requested.`);
  }
  const byTime = new Map<EpochMs, SatellitePosition>();
  for (const [index, sample] of list.output.positions.entries()) {
    const read = v.safeParse(positionSchema, sample, { abortEarly: true });
    if (!read.success) return refuse(`Position ${index + 1} is invalid`, read.issues[0]);
    const { eclipsed, ...place } = read.output;
    if (byTime.has(place.timestamp)) continue;
    byTime.set(place.timestamp, {
      ...place,
      eclipsed:
        eclipsed ?? isEclipsed(place.satlatitude, place.satlongitude, place.sataltitude, place.timestamp),
    });
  }
  return succeeded([...byTime.values()].sort((a, b) => a.timestamp - b.timestamp));
}

/** Returns the origin of a gateway's answer; `undefined` if not given. */
export function readOrigin(json: unknown): AnswerOrigin | undefined {
  const read = v.safeParse(originSchema, json);
  if (!read.success) return undefined;
  const { error, ...origin } = read.output.gateway;
  return error === undefined ? origin : { ...origin, error };
}
