import { failed, type Result, succeeded } from '../kit/result.ts';

/** First and last column of a field, counted from 1 as in the format's descriptions, and its pattern. */
type TleField = readonly [name: string, first: number, last: number, pattern: RegExp];

const LINE_LENGTH = 69;
const SIGNED_FRACTION = /^[ +-]\.\d{8}$/;
/** Five digits after an assumed decimal point, and a power of ten: ` 94937-4` is 0.94937e-4. */
const ASSUMED_POINT = /^[ +-]\d{5}[ +-]\d$/;
const CATALOGUE_NUMBER = /^[A-HJ-NP-Z\d ][ \d]{3}\d$/;
const ANGLE = /^[ \d]{2}\d\.\d{4}$/;

const LINE_1 = {
  catalogueNumber: ['catalogue number', 3, 7, CATALOGUE_NUMBER],
  classification: ['classification', 8, 8, /^[UCS ]$/],
  designator: ['international designator', 10, 17, /^(\d{5}[A-Z]{1,3} *| {8})$/],
  epochYear: ['year of the epoch', 19, 20, /^\d{2}$/],
  epochDay: ['day of the epoch', 21, 32, /^[ \d]{2}\d\.\d{8}$/],
  meanMotionDot: ['first derivative of the mean motion', 34, 43, SIGNED_FRACTION],
  meanMotionDdot: ['second derivative of the mean motion', 45, 52, ASSUMED_POINT],
  bstar: ['drag term', 54, 61, ASSUMED_POINT],
  ephemerisType: ['ephemeris type', 63, 63, /^[ \d]$/],
  elementSetNumber: ['number of the element set', 65, 68, /^[ \d]{4}$/],
} as const satisfies Record<string, TleField>;

const LINE_2 = {
  catalogueNumber: ['catalogue number', 3, 7, CATALOGUE_NUMBER],
  inclination: ['inclination', 9, 16, ANGLE],
  ascendingNode: ['right ascension of the ascending node', 18, 25, ANGLE],
  eccentricity: ['eccentricity', 27, 33, /^[ \d]{6}\d$/],
  argumentOfPerigee: ['argument of perigee', 35, 42, ANGLE],
  meanAnomaly: ['mean anomaly', 44, 51, ANGLE],
  meanMotion: ['mean motion', 53, 63, /^[ \d]\d\.\d{8}$/],
  revolutions: ['revolution number', 64, 68, /^[ \d]{5}$/],
} as const satisfies Record<string, TleField>;

/** Field texts of a line. */
export type TleLine1 = Readonly<Record<keyof typeof LINE_1, string>>;
export type TleLine2 = Readonly<Record<keyof typeof LINE_2, string>>;

/** Returns the sum of all digits before the last column, a minus sign counting as 1, modulo 10. */
function checksum(line: string): number {
  let sum = 0;
  for (const character of line.slice(0, LINE_LENGTH - 1)) {
    if (character >= '0' && character <= '9') sum += Number(character);
    else if (character === '-') sum += 1;
  }
  return sum % 10;
}

function findFault(line: string, number: 1 | 2): string | undefined {
  if (line.length !== LINE_LENGTH) return `has ${line.length} characters instead of ${LINE_LENGTH}`;
  if (!line.startsWith(`${number} `)) return `starts with "${line.slice(0, 2)}" instead of "${number} "`;
  const expected = String(checksum(line));
  const found = line.slice(-1);
  if (found !== expected) return `has a bad checksum: ${found} instead of ${expected}`;
  return undefined;
}

function readLine<Key extends string>(
  text: string,
  number: 1 | 2,
  fields: Readonly<Record<Key, TleField>>,
): Result<Readonly<Record<Key, string>>> {
  const line = text.trimEnd();
  const fault = findFault(line, number);
  if (fault) return failed(`TLE line ${number} ${fault}.`);
  const values: Partial<Record<Key, string>> = {};
  let column = 3;
  for (const key in fields) {
    const [name, first, last, pattern] = fields[key];
    if (line.slice(column - 1, first - 1).trim() !== '') {
      return failed(`TLE line ${number}: column ${column} should be empty.`);
    }
    column = last + 1;
    const value = line.slice(first - 1, last);
    if (!pattern.test(value)) {
      return failed(`TLE line ${number}, columns ${first} to ${last}: the ${name} reads "${value}".`);
    }
    values[key] = value;
  }
  return succeeded(values as Record<Key, string>);
}

/** Checks length, line number, checksum and every field of the first line of a two-line element set. */
export const readLine1 = (text: string): Result<TleLine1> => readLine(text, 1, LINE_1);

/** Same for its second line. */
export const readLine2 = (text: string): Result<TleLine2> => readLine(text, 2, LINE_2);
