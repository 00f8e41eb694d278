import { useAtom, useAtomValue } from 'jotai';
import type { Place } from '../../../shared/entities/place.ts';
import { placesAtom, seenFromAtom } from '../../mission/fleet/places.ts';

/** Place for which passes are listed, and a function to choose it. */
export interface PassPlace {
  readonly place: Place | undefined;
  readonly names: readonly string[];
  readonly choose: (index: number) => void;
}

/** Returns the place that satellites are seen from, shared with the details of a satellite. */
export function usePassPlace(): PassPlace {
  const places = useAtomValue(placesAtom);
  const [place, setPlace] = useAtom(seenFromAtom);
  return {
    place,
    names: places.map(({ name }) => name),
    choose: (index) => setPlace(places[index]?.id),
  };
}
