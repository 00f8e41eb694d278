import { describe, expect, it } from 'vitest';
import {
  AS_SPECIFIED,
  addPlaces,
  changePlace,
  chosenPlaces,
  isAsSpecified,
  NO_PLACES,
  removePlace,
  restoreSpecified,
  SPECIFIED_OBSERVERS,
  showSpecified,
  stationsLeftOut,
} from '../../../../../src/ui/mission/places/place-list.ts';
import { ownPlace, ownStation } from '../../../../support/places.ts';

const BERLIN = ownPlace('Berlin');
const DISH = ownStation('Dish');
const LIST = { places: [BERLIN, DISH], observer: BERLIN.id };

describe('the specified places', () => {
  it('are the observers of the specification', () => {
    expect(SPECIFIED_OBSERVERS.map(({ name }) => name)).toEqual(['New York City', 'London']);
    expect(AS_SPECIFIED).toBe('New York City, London');
  });

  it('alone are used at first', () => {
    expect(chosenPlaces(NO_PLACES)).toEqual({ stations: [] });
    expect(isAsSpecified(NO_PLACES)).toBe(true);
  });

  it('alone are used again after they have been restored, and nothing is lost', () => {
    const restored = restoreSpecified(LIST);
    expect(chosenPlaces(restored)).toEqual({ stations: [] });
    expect(isAsSpecified(restored)).toBe(true);
    expect(restored.places.map(({ name }) => name)).toEqual(['Berlin', 'Dish']);
  });
});

describe('what is in use of a list', () => {
  it('is its observer and its stations, without what only the list knows', () => {
    const chosen = chosenPlaces(LIST);
    expect(chosen.observer).toMatchObject({ id: BERLIN.id, name: 'Berlin', latitude: 52.52 });
    expect(chosen.stations.map(({ name }) => name)).toEqual(['Dish']);
    expect(chosen.observer).not.toHaveProperty('isShown');
  });

  it('is the visitor before the observer of the list', () => {
    expect(chosenPlaces(LIST, ownPlace('Guest')).observer?.name).toBe('Guest');
  });

  it('is a specified observer for both satellites, if that is chosen', () => {
    const [newYork] = SPECIFIED_OBSERVERS;
    expect(chosenPlaces({ ...NO_PLACES, observer: newYork?.id }).observer?.name).toBe('New York City');
  });

  it.each([
    ['hidden', changePlace(LIST, BERLIN.id, { isShown: false })],
    ['removed', removePlace(LIST, BERLIN.id)],
    ['made a station', changePlace(LIST, BERLIN.id, { kind: 'station' })],
  ])('is no observer that is %s', (_, list) => {
    expect(chosenPlaces(list).observer).toBeUndefined();
    expect(list.observer).toBeUndefined();
  });

  it('leaves out hidden stations, and those beyond fifty', () => {
    expect(chosenPlaces(changePlace(LIST, DISH.id, { isShown: false })).stations).toEqual([]);
    const many = Array.from({ length: 53 }, (_, index) => ownStation(`Dish ${index}`));
    const full = addPlaces(NO_PLACES, many);
    expect(chosenPlaces(full).stations).toHaveLength(50);
    expect(stationsLeftOut(full)).toBe(3);
    expect(stationsLeftOut(LIST)).toBe(0);
  });
});

describe('a specified station that is hidden', () => {
  const hidden = showSpecified(LIST, 'madrid', false);

  it('is noted, and shown again', () => {
    expect(hidden.hidden).toEqual(['madrid']);
    expect(isAsSpecified(showSpecified(NO_PLACES, 'madrid', false))).toBe(false);
    expect(showSpecified(hidden, 'madrid', true).hidden).toBeUndefined();
    expect(restoreSpecified(hidden).hidden).toBeUndefined();
  });
});

describe('an edited place', () => {
  it('keeps its identity', () => {
    const list = changePlace(LIST, BERLIN.id, { name: 'Potsdam' });
    expect(list.places[0]).toMatchObject({ id: BERLIN.id, name: 'Potsdam' });
    expect(chosenPlaces(list).observer?.name).toBe('Potsdam');
  });
});

describe('a list', () => {
  it('takes a hundred places', () => {
    const many = Array.from({ length: 101 }, (_, index) => ownPlace(`Place ${index}`));
    expect(addPlaces(NO_PLACES, many).places).toHaveLength(100);
  });
});
