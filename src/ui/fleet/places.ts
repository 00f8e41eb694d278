import { atom } from 'jotai';
import { createObserver, type Site } from '../../shared/orbit/observer.ts';
import type { PlaceId, Place as UserPlace } from '../../shared/places.ts';
import type { Degrees } from '../../shared/units.ts';
import { isVisitorUsedAtom, placeListAtom, visitorAtom } from '../places/atoms.ts';
import { SPECIFIED_STATIONS, shownSpecified } from '../places/place-list.ts';

/** A place on the ground from which a satellite is seen. */
export interface Place {
  readonly name: string;
  readonly site: Site;
  /** Passes are counted from this elevation on. */
  readonly minElevation: Degrees;
}

/** A place that can be chosen. Its name is unique among them. */
export interface ListedPlace extends Place {
  readonly id: PlaceId;
}

const placeOf = (place: UserPlace): ListedPlace => ({
  id: place.id,
  name: place.name,
  site: createObserver(place),
  minElevation: place.mask,
});

/** A name that no other place has: `London`, `London (own)`, `London (own 2)`. */
function uniqueName(name: string, others: readonly ListedPlace[]): string {
  const isFree = (one: string): boolean => others.every((other) => other.name !== one);
  if (isFree(name)) return name;
  let number = 1;
  const next = (): string => `${name} (own${number === 1 ? '' : ` ${number}`})`;
  while (!isFree(next())) number += 1;
  return next();
}

/** The specified observers and ground stations, then the observer of the address and the user's own places. */
export const placesAtom = atom((get): readonly ListedPlace[] => {
  const visitor = get(visitorAtom);
  const list = get(placeListAtom);
  const shown = list.places.filter(({ isShown }) => isShown);
  const places = [...shownSpecified(list), ...SPECIFIED_STATIONS].map(placeOf);
  for (const place of visitor ? [visitor, ...shown] : shown) {
    places.push({ ...placeOf(place), name: uniqueName(place.name, places) });
  }
  return places;
});

const pickedAtom = atom<PlaceId | undefined>(undefined);

/** The place that added satellites are seen from: the one that was picked, otherwise the observer of both satellites. */
export const seenFromAtom = atom(
  (get) => {
    const places = get(placesAtom);
    const byId = (id: PlaceId | undefined) => places.find((place) => place.id === id);
    const observer = get(isVisitorUsedAtom) ? get(visitorAtom)?.id : get(placeListAtom).observer;
    return byId(get(pickedAtom)) ?? byId(observer) ?? places[0];
  },
  (_get, set, id: PlaceId | undefined) => set(pickedAtom, id),
);
