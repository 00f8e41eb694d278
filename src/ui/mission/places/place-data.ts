import * as v from 'valibot';
import { plainText } from '../../../shared/contract/live-answers.ts';
import { LONGEST_PLACE_NAME, PLACE_NUMBERS } from '../../../shared/contract/places-schema.ts';
import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';
import { HEIGHTS_M, toKilometres, toMicrodegree } from './coordinates.ts';
import type { OwnPlace, PlaceDraft } from './place-list.ts';

/** Cleans a name: one line of at most `LONGEST_PLACE_NAME` characters. */
export const placeName = (text: string): string => plainText(text, LONGEST_PLACE_NAME);

const angle = (axis: 'latitude' | 'longitude' | 'mask') => {
  const [, lowest, highest] = PLACE_NUMBERS[axis];
  return v.pipe(v.number(), v.minValue(lowest), v.maxValue(highest), v.transform(toMicrodegree));
};

const NAME = v.pipe(v.string(), v.transform(placeName), v.minLength(1));

/** A place in a file or in the browser's storage: angles in degrees, the height in metres. */
const SCHEMA = v.pipe(
  v.object({
    name: NAME,
    kind: v.picklist(['observer', 'station']),
    latitude: angle('latitude'),
    longitude: angle('longitude'),
    heightM: v.pipe(v.number(), v.minValue(HEIGHTS_M.lowest), v.maxValue(HEIGHTS_M.highest)),
    mask: angle('mask'),
  }),
  v.transform(({ heightM, ...place }): PlaceDraft => ({ ...place, altitudeKm: toKilometres(heightM) })),
);

const FIELD_NAMES: Readonly<Record<string, string>> = {
  name: 'name',
  kind: 'kind',
  latitude: 'latitude',
  longitude: 'longitude',
  heightM: 'height',
  mask: 'mask',
};

/** Parses external data, or returns the first problem as a clause: `the latitude is missing or out of range`. */
export function readPlaceData(data: unknown): Result<PlaceDraft> {
  const read = v.safeParse(SCHEMA, data, { abortEarly: true });
  if (read.success) return succeeded(read.output);
  const field = FIELD_NAMES[String(read.issues[0].path?.[0]?.key)];
  return failed(field === undefined ? 'it is not a place' : `the ${field} is missing or out of range`);
}

/** Returns the data that `readPlaceData` reads. */
export const placeData = ({ name, kind, latitude, longitude, altitudeKm, mask }: PlaceDraft) => ({
  name,
  kind,
  latitude,
  longitude,
  heightM: heightOf({ altitudeKm }),
  mask,
});

/** Returns the height in metres, to a millimetre. */
export const heightOf = ({ altitudeKm }: Pick<OwnPlace, 'altitudeKm'>): number =>
  Math.round(altitudeKm * 1e6) / 1000;
