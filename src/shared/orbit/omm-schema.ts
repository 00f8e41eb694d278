import * as v from 'valibot';
import { isBlank, typedLine } from '../kit/typed-text.ts';

/** Unambiguous, to prevent backtracking: rejecting a million digits and a letter would otherwise take an hour. */
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const INSTANT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(\.\d{1,20})?Z?$/;

/** A number, or its decimal text: Space-Track writes texts, CelesTrak numbers. */
const number = v.pipe(
  v.union(
    [v.number(), v.pipe(v.string(), v.trim(), v.regex(DECIMAL), v.transform(Number))],
    'which is not a number',
  ),
  v.finite('which is not finite'),
  // Normalizes −0, which JSON cannot represent.
  v.transform((value) => value + 0),
);
/** Shown, never interpreted. */
const text = v.pipe(
  v.string('which is not a string'),
  v.transform(typedLine),
  v.maxLength(100, 'which is too long'),
);
const count = v.pipe(number, v.safeInteger('but must be whole'), v.minValue(0, 'but must not be negative'));
const angle = v.pipe(
  number,
  v.check((value) => Math.abs(value) <= 360, 'but must be an angle of -360 to 360 degrees'),
);

/** Accepts dates from the first satellite to the end of SGP4's calendar (2100 is no leap year). */
function isInstant(text: string): boolean {
  const [, date] = INSTANT.exec(text) ?? [];
  const time = Date.parse(text.endsWith('Z') ? text : `${text}Z`);
  if (date === undefined || Number.isNaN(time)) return false;
  const year = new Date(time).getUTCFullYear();
  return new Date(time).toISOString().startsWith(date) && year >= 1957 && year < 2100;
}

/**
 * An Orbit Mean-Elements Message: the fields that SGP4 needs, optional bookkeeping, and fields with only one supported
 * value. A refusal completes the sentence "FIELD is VALUE, …".
 */
export const ommSchema = v.object({
  OBJECT_NAME: v.pipe(
    text,
    v.check((name) => !isBlank(name), 'which is empty'),
  ),
  OBJECT_ID: v.nullish(text, ''),
  NORAD_CAT_ID: count,
  EPOCH: v.pipe(
    v.string('which is not a date'),
    v.trim(),
    v.check(isInstant, 'which is not a date of 1957 to 2099 like 2026-10-06T12:44:07.877472 (UTC)'),
  ),
  MEAN_MOTION: v.pipe(
    number,
    v.check((value) => value > 0, 'but must be positive'),
  ),
  ECCENTRICITY: v.pipe(
    number,
    v.check((value) => value >= 0 && value < 1, 'but must be at least 0 and below 1'),
  ),
  INCLINATION: v.pipe(
    number,
    v.check((value) => value >= 0 && value <= 180, 'but must be 0 to 180 degrees'),
  ),
  RA_OF_ASC_NODE: angle,
  ARG_OF_PERICENTER: angle,
  MEAN_ANOMALY: angle,
  BSTAR: number,
  EPHEMERIS_TYPE: v.nullish(v.pipe(number, v.literal(0, 'but only 0 (SGP4) can be propagated')), 0),
  MEAN_MOTION_DOT: v.nullish(number, 0),
  MEAN_MOTION_DDOT: v.nullish(number, 0),
  ELEMENT_SET_NO: v.nullish(count, 0),
  REV_AT_EPOCH: v.nullish(count, 0),
  CENTER_NAME: v.nullish(v.literal('EARTH', 'but must be EARTH'), 'EARTH'),
  REF_FRAME: v.nullish(v.literal('TEME', 'but must be TEME'), 'TEME'),
  TIME_SYSTEM: v.nullish(v.literal('UTC', 'but must be UTC'), 'UTC'),
  MEAN_ELEMENT_THEORY: v.nullish(v.literal('SGP4', 'but must be SGP4'), 'SGP4'),
});
