import * as v from 'valibot';
import { plainText } from './live-answers.ts';
import { type ChosenPlaces, MOST_STATIONS, type Place } from './places.ts';
import { failed, type Result, succeeded } from './result.ts';
import { degrees } from './units.ts';

/** Longest name of a place, in characters. */
export const LONGEST_PLACE_NAME = 60;
const LONGEST_ID = 100;
/** From below the lowest land to above the highest, in km. */
export const PLACE_ALTITUDES_KM = { lowest: -0.5, highest: 9 } as const;
export const HIGHEST_MASK = 89;

/** Refusals below complete a sentence that begins with the field. */
const between = (lowest: number, highest: number, unit: string) =>
  v.pipe(
    v.number('is not a number'),
    v.minValue(lowest, `is below ${lowest}${unit}`),
    v.maxValue(highest, `is above ${highest}${unit}`),
  );
const angle = (lowest: number, highest: number) =>
  v.pipe(between(lowest, highest, '°'), v.transform(degrees));

const place = v.object(
  {
    id: v.pipe(v.string('is not a text'), v.minLength(1, 'is empty'), v.maxLength(LONGEST_ID, 'is too long')),
    kind: v.picklist(['observer', 'station'], 'is neither observer nor station'),
    name: v.pipe(
      v.string('is not a text'),
      v.transform((name) => plainText(name, LONGEST_PLACE_NAME)),
      v.minLength(1, 'is empty'),
    ),
    latitude: angle(-90, 90),
    longitude: angle(-180, 180),
    altitudeKm: between(PLACE_ALTITUDES_KM.lowest, PLACE_ALTITUDES_KM.highest, ' km'),
    mask: angle(0, HIGHEST_MASK),
  },
  'is no place',
);

const kindOf = (kind: Place['kind']) =>
  v.pipe(
    place,
    v.check((one) => one.kind === kind, `is no ${kind}`),
  );

/** The places that a user has chosen, as they come from outside. */
export const chosenPlacesSchema = v.object(
  {
    observer: v.optional(kindOf('observer')),
    stations: v.pipe(
      v.array(kindOf('station'), 'are no list'),
      v.maxLength(MOST_STATIONS, `are more than ${MOST_STATIONS}`),
      v.check(
        (stations) => new Set(stations.map(({ id }) => id)).size === stations.length,
        'include one of them twice',
      ),
    ),
  },
  'are no places',
);

/** Words for the fields of a choice. */
const FIELDS: Readonly<Record<string, string>> = {
  id: 'The identity',
  kind: 'The kind',
  name: 'The name',
  latitude: 'The latitude',
  longitude: 'The longitude',
  altitudeKm: 'The height',
  mask: 'The mask angle',
};

/** A choice of places, or why it is refused, in words. */
export function readChosenPlaces(value: unknown): Result<ChosenPlaces> {
  const read = v.safeParse(chosenPlacesSchema, value, { abortEarly: true });
  if (read.success) return succeeded(read.output);
  const [issue] = read.issues;
  const [list, second, third] = (issue.path ?? []).map(({ key }) => key);
  const field = list === 'observer' ? second : third;
  const isMissing = issue.kind === 'schema' && issue.input === undefined;
  if (list === undefined) return failed(`These ${issue.message}.`);
  if (list === 'stations' && second === undefined) {
    return failed(`The stations ${isMissing ? 'are missing' : issue.message}.`);
  }
  const problem = isMissing ? 'is missing' : issue.message;
  const whose = list === 'observer' ? 'the observer' : `station ${Number(second) + 1}`;
  if (typeof field === 'string') return failed(`${FIELDS[field] ?? field} of ${whose} ${problem}.`);
  return failed(`${whose.charAt(0).toUpperCase()}${whose.slice(1)} ${problem}.`);
}
