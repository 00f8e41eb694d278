import type { Place } from '../entities/place.ts';
import { type ChosenPlaces, MOST_STATIONS } from '../entities/places.ts';
import { failed, type Result, succeeded } from '../kit/result.ts';
import { plainText } from './live-answers.ts';

/** Maximum length of a place name, in characters. */
export const LONGEST_PLACE_NAME = 60;
const LONGEST_ID = 120;

/** Numeric fields of a place: name, inclusive range and unit. Heights are those of land. */
export const PLACE_NUMBERS = {
  latitude: ['latitude', -90, 90, '°'],
  longitude: ['longitude', -180, 180, '°'],
  altitudeKm: ['height', -0.5, 9, ' km'],
  mask: ['mask angle', 0, 89, '°'],
} as const satisfies Partial<Record<keyof Place, readonly [string, number, number, string]>>;

type JsonFields = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is JsonFields => typeof value === 'object' && value !== null;

/** @param whose subject at the beginning of a refusal */
export function readPlace(value: unknown, whose: string): Result<Place> {
  if (!isRecord(value)) return failed(`${whose} is not a place.`);
  const { id, name: given } = value;
  if (typeof id !== 'string' || id === '' || id.length > LONGEST_ID)
    return failed(`${whose} has no valid identity.`);
  const name = typeof given === 'string' && plainText(given, LONGEST_PLACE_NAME);
  if (!name) return failed(`${whose} has no name.`);
  const place: Record<string, unknown> = { id, name };
  for (const [field, [word, lowest, highest, unit]] of Object.entries(PLACE_NUMBERS)) {
    const number = value[field];
    if (typeof number !== 'number' || !(number >= lowest && number <= highest))
      return failed(`${whose} has no ${word} from ${lowest} to ${highest}${unit}.`);
    // Normalizes −0, which JSON cannot represent.
    place[field] = number + 0;
  }
  return succeeded(place as unknown as Place);
}

/** Reads a choice of places from external data; a refusal states the reason. */
export function readChosenPlaces(value: unknown): Result<ChosenPlaces> {
  if (!isRecord(value) || !Array.isArray(value.stations)) return failed('There is no list of stations.');
  if (value.stations.length > MOST_STATIONS)
    return failed(`There are more than ${MOST_STATIONS} own stations.`);
  const stations: Place[] = [];
  for (const one of value.stations) {
    const whose = `Station ${stations.length + 1}`;
    const read = readPlace(one, whose);
    if (!read.ok) return read;
    const station = read.value;
    if (stations.some(({ id }) => id === station.id)) return failed(`${whose} is there twice.`);
    stations.push(station);
  }
  if (value.observer === undefined) return succeeded({ stations });
  const observer = readPlace(value.observer, 'The observer');
  return observer.ok ? succeeded({ observer: observer.value, stations }) : observer;
}
