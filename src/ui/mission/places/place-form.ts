import { plainText } from '../../../shared/contract/live-answers.ts';
import { LONGEST_PLACE_NAME } from '../../../shared/contract/places-schema.ts';
import type { Place, PlaceId } from '../../../shared/entities/place.ts';
import { STATION_MASK } from '../../../shared/entities/stations.ts';
import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';
import type { Degrees } from '../../../shared/kit/units.ts';
import type { PlaceForm } from './atoms.ts';
import {
  readHeight,
  readLatitude,
  readLongitude,
  readMask,
  toKilometres,
  toMicrodegree,
} from './coordinates.ts';
import { heightOf } from './place-data.ts';
import { type OwnPlace, type PlaceDraft, type PlaceKind, SPECIFIED_OBSERVERS } from './place-list.ts';

export const EMPTY_FORM: PlaceForm = {
  kind: 'observer',
  name: '',
  latitude: '',
  longitude: '',
  height: '',
  mask: '',
};

/** Fields whose text may be invalid. */
export const CHECKED_FIELDS = ['name', 'latitude', 'longitude', 'height', 'mask'] as const;
export type CheckedField = (typeof CHECKED_FIELDS)[number];

/** Problems by field; a sentence each. */
export type FormErrors = Readonly<Partial<Record<CheckedField, string>>>;

/** Formats a coordinate as it is typed. */
export const angleText = (angle: Degrees): string => String(toMicrodegree(angle));

export const formOf = (place: Place, kind: PlaceKind): PlaceForm => ({
  id: place.id,
  kind,
  name: place.name,
  latitude: angleText(place.latitude),
  longitude: angleText(place.longitude),
  height: String(heightOf(place)),
  mask: String(place.mask),
});

/** Returns true if nothing has been typed into the form of a new or an edited place. */
export function isUntouched(form: PlaceForm, places: readonly OwnPlace[]): boolean {
  const own = places.find(({ id }) => id === form.id);
  const place = own ?? SPECIFIED_OBSERVERS.find(({ id }) => id === form.id);
  const begun = place
    ? formOf(place, own?.kind ?? 'observer')
    : { ...EMPTY_FORM, kind: form.kind, mask: form.mask };
  return (Object.keys(EMPTY_FORM) as (keyof PlaceForm)[]).every((field) => form[field] === begun[field]);
}

/** Changes the kind, and with it an unchanged default mask. */
export function withKind(form: PlaceForm, kind: PlaceForm['kind']): PlaceForm {
  const usual = (of: PlaceForm['kind']): string => (of === 'station' ? String(STATION_MASK) : '0');
  const isUsual = form.mask === '' || form.mask === usual(form.kind);
  return { ...form, kind, mask: isUsual ? usual(kind) : form.mask };
}

function readName(text: string): Result<string> {
  // One extra character shows that the name is too long.
  const name = plainText(text, LONGEST_PLACE_NAME + 1);
  if (name === '') return failed('Enter a name.');
  return [...name].length > LONGEST_PLACE_NAME
    ? failed(`Name has up to ${LONGEST_PLACE_NAME} characters.`)
    : succeeded(name);
}

export type ReadForm =
  | { readonly ok: true; readonly place: PlaceDraft; readonly id: PlaceId | undefined }
  | { readonly ok: false; readonly errors: FormErrors };

/** Returns the place of a form, or the problem in each field. */
export function readForm(form: PlaceForm): ReadForm {
  const name = readName(form.name);
  const latitude = readLatitude(form.latitude);
  const longitude = readLongitude(form.longitude);
  const height = readHeight(form.height);
  const mask = readMask(form.mask);
  if (name.ok && latitude.ok && longitude.ok && height.ok && mask.ok) {
    const place: PlaceDraft = {
      kind: form.kind,
      name: name.value,
      latitude: latitude.value,
      longitude: longitude.value,
      altitudeKm: toKilometres(height.value),
      mask: mask.value,
    };
    return { ok: true, place, id: form.id };
  }
  const results = { name, latitude, longitude, height, mask };
  const errors = Object.fromEntries(
    CHECKED_FIELDS.flatMap((field) => {
      const result = results[field];
      return result.ok ? [] : [[field, result.message]];
    }),
  );
  return { ok: false, errors };
}
