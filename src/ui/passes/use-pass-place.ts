import { useAtom } from 'jotai';
import { placeIndexAtom } from '../fleet/atoms.ts';
import { PLACES, type Place } from '../fleet/places.ts';

/** The place that passes are listed for, and its choice. */
export interface PassPlace {
  readonly place: Place | undefined;
  readonly names: readonly string[];
  readonly choose: (index: number) => void;
}

/** The place that satellites are seen from, which the details of a satellite share. */
export function usePassPlace(): PassPlace {
  const [index, setIndex] = useAtom(placeIndexAtom);
  return { place: PLACES[index], names: PLACES.map(({ name }) => name), choose: setIndex };
}
