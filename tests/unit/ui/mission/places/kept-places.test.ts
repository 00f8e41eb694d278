import { describe, expect, it } from 'vitest';
import { readKept, toKept } from '../../../../../src/ui/mission/places/kept-places.ts';
import { SPECIFIED_OBSERVERS } from '../../../../../src/ui/mission/places/place-list.ts';
import { ownPlace, ownStation } from '../../../../support/places.ts';

const LIST = {
  places: [ownPlace('Berlin'), ownStation('Dish', { isShown: false })],
  observer: 'id of Berlin',
  hidden: ['madrid' as const],
  zone: 'Europe/Berlin',
};
const STORED = JSON.stringify(toKept(LIST));
const stored = (change: object): unknown => ({ ...JSON.parse(STORED), ...change });

describe('the kept places', () => {
  it('are read as they were written', () => {
    expect(readKept(JSON.parse(STORED))).toEqual(LIST);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'x'],
    ['a list', []],
    ['places that are none', { places: [null, 3, 'x', { id: 'a' }] }],
  ])('are empty for %s', (_, value) => {
    expect(readKept(value).places).toEqual([]);
  });

  it('lose only the entry that is damaged, and hold each place once', () => {
    const { places } = JSON.parse(STORED) as { readonly places: readonly object[] };
    const damaged = [{ ...places[0], latitude: 91 }, places[1], places[1], { ...places[0], id: '' }];
    expect(readKept(stored({ places: damaged })).places.map(({ name }) => name)).toEqual(['Dish']);
  });

  it('forget an observer, a zone and hidden stations that are none', () => {
    expect(readKept(stored({ observer: 'id of Dish' })).observer).toBeUndefined();
    expect(readKept(stored({ observer: 7 })).observer).toBeUndefined();
    expect(readKept(stored({ zone: 'Mars/Olympus' })).zone).toBeUndefined();
    expect(readKept(stored({ zone: 3 })).zone).toBeUndefined();
    expect(readKept(stored({ hidden: ['moon', 'houston', 3] })).hidden).toEqual(['houston']);
    expect(readKept(stored({ hidden: 'madrid' })).hidden).toBeUndefined();
  });

  it('remember a specified observer', () => {
    const london = SPECIFIED_OBSERVERS[1]?.id;
    expect(readKept(toKept({ places: [], observer: london })).observer).toBe(london);
  });
});
