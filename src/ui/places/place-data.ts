import * as v from 'valibot';
import { failed, type Result, succeeded } from '../../shared/result.ts';
import { typedLine } from '../../shared/typed-text.ts';
import { HEIGHTS_M, MASKS, toMicrodegree } from './coordinates.ts';
import { LONGEST_NAME, M_PER_KM, type OwnPlace, type PlaceDraft } from './place-list.ts';

/** A name of one line, of at most `LONGEST_NAME` characters. */
export const placeName = (text: string): string =>
  [...typedLine(text)].slice(0, LONGEST_NAME).join('').trim();

const angle = (lowest: number, highest: number) =>
  v.pipe(v.number(), v.minValue(lowest), v.maxValue(highest), v.transform(toMicrodegree));

const NAME = v.pipe(v.string(), v.maxLength(20 * LONGEST_NAME), v.transform(placeName), v.minLength(1));

/** A place in a file or in the browser's storage: angles in degrees, the height in metres. */
const SCHEMA = v.pipe(
  v.object({
    name: NAME,
    kind: v.picklist(['observer', 'station']),
    latitude: angle(-90, 90),
    longitude: angle(-180, 180),
    heightM: v.pipe(v.number(), v.minValue(HEIGHTS_M.lowest), v.maxValue(HEIGHTS_M.highest)),
    mask: angle(MASKS.lowest, MASKS.highest),
  }),
  v.transform(({ heightM, ...place }): PlaceDraft => ({ ...place, altitudeKm: heightM / M_PER_KM })),
);

const FIELD_NAMES: Readonly<Record<string, string>> = {
  name: 'name',
  kind: 'kind',
  latitude: 'latitude',
  longitude: 'longitude',
  heightM: 'height',
  mask: 'mask',
};

/** A place from outside, or which of its values is wrong, in a clause: `the latitude is missing or out of range`. */
export function readPlaceData(data: unknown): Result<PlaceDraft> {
  const read = v.safeParse(SCHEMA, data, { abortEarly: true });
  if (read.success) return succeeded(read.output);
  const field = FIELD_NAMES[String(read.issues[0].path?.[0]?.key)];
  return failed(field === undefined ? 'it is no place' : `the ${field} is missing or out of range`);
}

/** As `readPlaceData` reads it. */
export const placeData = ({ name, kind, latitude, longitude, altitudeKm, mask }: PlaceDraft) => ({
  name,
  kind,
  latitude,
  longitude,
  heightM: heightOf({ altitudeKm }),
  mask,
});

/** Height in metres, to a millimetre. */
export const heightOf = ({ altitudeKm }: Pick<OwnPlace, 'altitudeKm'>): number =>
  Math.round(altitudeKm * 1e6) / M_PER_KM;
