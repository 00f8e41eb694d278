import { useAtom, useAtomValue } from 'jotai';
import type { Place } from '../../../shared/entities/place.ts';
import { placesAtom, seenFromAtom } from '../../mission/fleet/places.ts';

/** The place that passes are listed for, and its choice. */
export interface PassPlace {
  readonly place: Place | undefined;
  readonly names: readonly string[];
  readonly choose: (index: number) => void;
}

/** The place that satellites are seen from, which the details of a satellite share. */
export function usePassPlace(): PassPlace {
  const places = useAtomValue(placesAtom);
  const [place, setPlace] = useAtom(seenFromAtom);
  return {
    place,
    names: places.map(({ name }) => name),
    choose: (index) => setPlace(places[index]?.id),
  };
}
