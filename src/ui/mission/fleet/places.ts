import { atom } from 'jotai';
import { SPECIFIED_NETWORK } from '../../../shared/contract/network.ts';
import type { Place, PlaceId } from '../../../shared/entities/place.ts';
import { isVisitorUsedAtom, placeListAtom, visitorAtom } from '../places/atoms.ts';
import { asPlace, shownSpecified } from '../places/place-list.ts';

/** Returns a name that no other place has: `London`, `London (own)`, `London (own 2)`. */
function uniqueName(name: string, others: readonly Place[]): string {
  const isFree = (one: string): boolean => others.every((other) => other.name !== one);
  if (isFree(name)) return name;
  let number = 1;
  const next = (): string => `${name} (own${number === 1 ? '' : ` ${number}`})`;
  while (!isFree(next())) number += 1;
  return next();
}

/**
 * The specified observers and ground stations, then the observer from the address and the user's own places. Each
 * name is unique.
 */
export const placesAtom = atom((get): readonly Place[] => {
  const visitor = get(visitorAtom);
  const list = get(placeListAtom);
  const shown = list.places.filter(({ isShown }) => isShown);
  const places: Place[] = [...shownSpecified(list), ...SPECIFIED_NETWORK];
  for (const place of visitor ? [visitor, ...shown] : shown) {
    places.push({ ...asPlace(place), name: uniqueName(place.name, places) });
  }
  return places;
});

const pickedAtom = atom<PlaceId | undefined>(undefined);

/**
 * Place that satellites are seen from in lists and details: the picked one, otherwise the observer of both
 * satellites.
 */
export const seenFromAtom = atom(
  (get) => {
    const places = get(placesAtom);
    const byId = (id: PlaceId | undefined) => places.find((place) => place.id === id);
    const observer = get(isVisitorUsedAtom) ? get(visitorAtom)?.id : get(placeListAtom).observer;
    return byId(get(pickedAtom)) ?? byId(observer) ?? places[0];
  },
  (_get, set, id: PlaceId | undefined) => set(pickedAtom, id),
);
