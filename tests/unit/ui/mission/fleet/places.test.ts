import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import { placesAtom, seenFromAtom } from '../../../../../src/ui/mission/fleet/places.ts';
import { isVisitorUsedAtom, placeListAtom, visitorAtom } from '../../../../../src/ui/mission/places/atoms.ts';
import { ownPlace, ownStation } from '../../../../support/places.ts';

const namesIn = (store: ReturnType<typeof createStore>) => store.get(placesAtom).map(({ name }) => name);
const SPECIFIED = ['New York City', 'London', 'Houston', 'Madrid', 'Canberra', 'Baikonur'];

describe('the places that added satellites are seen from', () => {
  it('are the specified ones, and the user’s own that are shown, with unique names', () => {
    const store = createStore();
    expect(namesIn(store)).toEqual(SPECIFIED);
    const places = [
      ownPlace('London'),
      ownPlace('London', { id: 'another' }),
      ownStation('Dish', { isShown: false }),
      ownStation('Mast'),
    ];
    store.set(placeListAtom, { places });
    expect(namesIn(store)).toEqual([...SPECIFIED, 'London (own)', 'London (own 2)', 'Mast']);
    expect(store.get(placesAtom).at(-1)?.mask).toBe(5);
  });

  it('begin with the observer of both satellites, until another one is picked', () => {
    const store = createStore();
    const seenFrom = () => store.get(seenFromAtom)?.name;
    expect(seenFrom()).toBe('New York City');
    store.set(placeListAtom, { places: [ownPlace('Berlin'), ownStation('Dish')], observer: 'id of Berlin' });
    expect(seenFrom()).toBe('Berlin');
    store.set(visitorAtom, ownPlace('Munich'));
    store.set(isVisitorUsedAtom, true);
    expect(seenFrom()).toBe('Munich');
    store.set(seenFromAtom, 'id of Dish');
    expect(seenFrom()).toBe('Dish');
    store.set(placeListAtom, { places: [ownPlace('Berlin')], observer: 'id of Berlin' });
    expect(seenFrom()).toBe('Munich');
  });
});
