import { describe, expect, it } from 'vitest';
import {
  MOST_FILE_BYTES,
  placeFile,
  readPlaceFile,
} from '../../../../../src/ui/mission/places/place-file.ts';
import { ownPlace, ownStation } from '../../../../support/places.ts';

const content = (change: object = {}) => ({
  format: 'orbita-places',
  version: 1,
  places: [
    { name: 'Berlin', kind: 'observer', latitude: 52.52, longitude: 13.405, heightM: 34, mask: 0 },
    { name: 'Dish', kind: 'station', latitude: -33, longitude: -70, heightM: 600, mask: 5 },
  ],
  ...change,
});
const placeWith = (change: object) => content({ places: [{ ...content().places[0], ...change }] });

describe('a file of places', () => {
  it('is read as it was written', () => {
    const { name, text } = placeFile([ownPlace('Berlin'), ownStation('Dish', { altitudeKm: -0.0285 })]);
    expect(name).toBe('orbita-places.json');
    const read = readPlaceFile(text);
    expect(read).toMatchObject({
      ok: true,
      value: [
        { name: 'Berlin', kind: 'observer', latitude: 52.52, longitude: 13.405, altitudeKm: 0.034, mask: 0 },
        { name: 'Dish', kind: 'station', altitudeKm: -0.0285, mask: 5 },
      ],
    });
  });

  it('holds a versioned format and heights in metres', () => {
    expect(JSON.parse(placeFile([ownPlace('Berlin')]).text)).toEqual(
      content({ places: [content().places[0]] }),
    );
  });

  it.each([
    ['no JSON', '{', 'This is not a file of places exported by this page.'],
    ['null', 'null', 'This is not a file of places exported by this page.'],
    ['a foreign format', { features: [] }, 'This is not a file of places exported by this page.'],
    [
      'another version',
      content({ version: 2 }),
      'The file is of another version of this page. Export it again with this one.',
    ],
    ['no list', content({ places: {} }), 'The file has no list of places.'],
    ['an empty list', content({ places: [] }), 'The file has no places.'],
    [
      'more than a hundred',
      content({ places: Array(101).fill({}) }),
      'The file has 101 places. A list has up to 100.',
    ],
    [
      'a latitude out of range',
      placeWith({ latitude: 91 }),
      'Place 1 "Berlin" of the file is not usable: the latitude is missing or out of range.',
    ],
    [
      'a text as a longitude',
      placeWith({ longitude: '13' }),
      'Place 1 "Berlin" of the file is not usable: the longitude is missing or out of range.',
    ],
    [
      'an unknown kind',
      placeWith({ kind: 'ship' }),
      'Place 1 "Berlin" of the file is not usable: the kind is missing or out of range.',
    ],
    [
      'no name',
      placeWith({ name: undefined }),
      'Place 1 of the file is not usable: the name is missing or out of range.',
    ],
    [
      'an entry that is none',
      content({ places: [3] }),
      'Place 1 of the file is not usable: it is not a place.',
    ],
  ])('is refused in words: %s', (_, file, message) => {
    const text = typeof file === 'string' ? file : JSON.stringify(file);
    expect(readPlaceFile(text)).toEqual({ ok: false, message });
  });

  it('is refused when it is too large', () => {
    const read = readPlaceFile(' '.repeat(MOST_FILE_BYTES + 1));
    expect(read).toEqual({ ok: false, message: 'The file is too large for a list of places.' });
  });
});
