import { PLACE_NUMBERS } from '../../../shared/contract/places-schema.ts';
import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';
import { type Degrees, degrees } from '../../../shared/kit/units.ts';

const M_PER_KM = 1000;
const [, LOWEST_ALTITUDE_KM, HIGHEST_ALTITUDE_KM] = PLACE_NUMBERS.altitudeKm;
/** Accepted heights in metres: from below the lowest land to above the highest. */
export const HEIGHTS_M = { lowest: LOWEST_ALTITUDE_KM * M_PER_KM, highest: HIGHEST_ALTITUDE_KM * M_PER_KM };
const [, LOWEST_MASK, HIGHEST_MASK] = PLACE_NUMBERS.mask;

const AXES = {
  latitude: { name: 'Latitude', positive: 'N', negative: 'S', most: PLACE_NUMBERS.latitude[2] },
  longitude: { name: 'Longitude', positive: 'E', negative: 'W', most: PLACE_NUMBERS.longitude[2] },
} as const;
type Axis = (typeof AXES)[keyof typeof AXES];

/** Longest text that is read as a number or an angle. */
const LONGEST = 40;
const MINUS = /^[-−–]/;
const PLAIN = /^\d+(?:\.\d+)?$/;
/** Separators of degrees, minutes and seconds. */
const SEPARATORS = /[°º˚'’′"”″:\s]+/;

/** Parses one number, with a decimal point or comma. */
function readNumber(text: string): number | undefined {
  const plain = text.replace(MINUS, '').replace(',', '.');
  if (!PLAIN.test(plain)) return undefined;
  return MINUS.test(text) ? -Number(plain) : Number(plain);
}

/** Rounds to a millionth of a degree, 0.1 m. */
export const toMicrodegree = (angle: number): Degrees => degrees(Math.round(angle * 1e6) / 1e6 + 0);

/** Converts a height from metres to kilometres, to a millimetre. */
export const toKilometres = (heightM: number): number => Math.round(heightM * 1000) / 1e6 + 0;

/** Combines degrees with minutes and seconds; the last part may have decimals. */
function sexagesimal(parts: readonly string[]): number | undefined {
  const numbers = parts.map((part) => readNumber(part) ?? Number.NaN);
  const [whole = Number.NaN, minutes = 0, seconds = 0] = numbers;
  const isWell =
    Number.isFinite(whole) &&
    numbers.length <= 3 &&
    numbers.every((number) => number >= 0) &&
    numbers.slice(0, -1).every(Number.isInteger) &&
    minutes < 60 &&
    seconds < 60;
  return isWell ? whole + minutes / 60 + seconds / 3600 : undefined;
}

function readAngle(text: string, { name, positive, negative, most }: Axis): Result<Degrees> {
  const example = positive === 'N' ? '52.52, 33.9 S or 52° 31′ 12″ N' : '13.405, 70.7 W or 13° 24′ 18″ E';
  const unread = failed(`${name} is not an angle. Write it as ${example}.`);
  const typed = text.trim().toUpperCase();
  if (typed === '') return failed(`Enter the ${name.toLowerCase()}, −${most} to ${most}.`);
  if (typed.length > LONGEST) return unread;
  const side = new RegExp(`^([${positive}${negative}])|([${positive}${negative}])$`).exec(typed);
  const letter = side?.[0];
  const unsided = letter === undefined ? typed : typed.slice(...(side?.[1] ? [1] : [0, -1])).trim();
  const isMinus = MINUS.test(unsided);
  if (letter !== undefined && isMinus) {
    return failed(`${name} has a minus sign and the letter ${letter}. Use one of them.`);
  }
  const parts = unsided.replace(MINUS, '').trim().split(SEPARATORS);
  if (parts.at(-1) === '') parts.pop();
  const size = sexagesimal(parts);
  if (size === undefined) return unread;
  if (size > most) return failed(`${name} is beyond ${most}°. It goes from −${most} to ${most}.`);
  return succeeded(toMicrodegree(isMinus || letter === negative ? -size : size));
}

/** Parses a latitude: decimal degrees, or degrees, minutes and seconds; N or S, or a sign. −90 to 90. */
export const readLatitude = (text: string): Result<Degrees> => readAngle(text, AXES.latitude);

/** Parses a longitude: decimal degrees, or degrees, minutes and seconds; E or W, or a sign. −180 to 180. */
export const readLongitude = (text: string): Result<Degrees> => readAngle(text, AXES.longitude);

/** Parses latitude and longitude in one text, as maps copy them: `52.52, 13.405`; otherwise `undefined`. */
export function readPair(text: string): readonly [latitude: Degrees, longitude: Degrees] | undefined {
  const [, first, second] = /^(.*?\S)\s*(?:[,;]\s+|;|(?<=[NS])\s+)(.*\S)\s*$/i.exec(text) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const [latitude, longitude] = [readLatitude(first), readLongitude(second)];
  return latitude.ok && longitude.ok ? [latitude.value, longitude.value] : undefined;
}

/** Parses a height in metres, with or without `m`. An empty text is sea level. */
export function readHeight(text: string): Result<number> {
  const typed = text.trim().replace(/\s*m$/i, '');
  const { lowest, highest } = HEIGHTS_M;
  const number = typed === '' ? 0 : readNumber(typed);
  if (number === undefined) return failed('Height is not a number. Write it in metres: 34.');
  if (number < lowest || number > highest) return failed(`Height goes from −${-lowest} to ${highest} m.`);
  return succeeded(number + 0);
}

/** Parses a mask angle in degrees. An empty text is the horizon. */
export function readMask(text: string): Result<Degrees> {
  const typed = text.trim().replace(/\s*[°º]$/, '');
  const number = typed === '' ? 0 : readNumber(typed);
  if (number === undefined) return failed('Mask is not a number. Write it in degrees: 5.');
  if (number < LOWEST_MASK || number > HIGHEST_MASK) {
    return failed(`Mask goes from ${LOWEST_MASK} to ${HIGHEST_MASK}°.`);
  }
  return succeeded(degrees(number + 0));
}
