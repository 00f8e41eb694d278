import { describe, it } from 'vitest';
import type { Place } from '../../../src/shared/entities/place.ts';
import { readLatitude, readLongitude, readPair } from '../../../src/ui/mission/places/coordinates.ts';
import { readKept } from '../../../src/ui/mission/places/kept-places.ts';
import { placeFile, readPlaceFile } from '../../../src/ui/mission/places/place-file.ts';
import { readObserverLink } from '../../../src/ui/mission/places/place-link.ts';
import { MOST_PLACES, type PlaceDraft } from '../../../src/ui/mission/places/place-list.ts';
import { fuzz, insist, insistOnRange, insistOnWords } from '../../support/fuzz.ts';
import { mutateJson, mutateText } from '../../support/fuzz-mutations.ts';
import { ownPlace, ownStation } from '../../support/places.ts';

const PLACES = [ownPlace('Berlin'), ownStation('Dish'), ownPlace('São Paulo')];

function checkPlace({ name, latitude, longitude, altitudeKm, mask }: Omit<Place, 'id'>): void {
  insist(name.trim() !== '' && [...name].length <= 60, 'The name is none.');
  insistOnRange(latitude, -90, 90, 'The latitude');
  insistOnRange(longitude, -180, 180, 'The longitude');
  insistOnRange(altitudeKm, -0.5, 9, 'The height');
  insistOnRange(mask, 0, 89, 'The mask');
}

function checkDraft(place: PlaceDraft): void {
  insist(place.kind === 'observer' || place.kind === 'station', 'The kind is none.');
  checkPlace(place);
}

function checkFile(text: string): void {
  const read = readPlaceFile(text);
  if (!read.ok) {
    insistOnWords(read.message);
    return;
  }
  insist(read.value.length > 0 && read.value.length <= MOST_PLACES, 'The number of places is none.');
  for (const place of read.value) checkDraft(place);
}

describe('mutated texts give places or a message:', () => {
  it('a file', () =>
    fuzz({ runs: 500, corpus: [placeFile(PLACES).text], mutate: mutateText, check: checkFile }));

  it('a file that is still JSON', () =>
    fuzz({
      runs: 500,
      corpus: [JSON.parse(placeFile(PLACES).text) as unknown],
      mutate: mutateJson,
      check: (json) => checkFile(JSON.stringify(json) ?? ''),
    }));

  it('the observer of a link', () =>
    fuzz({
      runs: 500,
      corpus: ['52.52,13.40,34', '-33.9,151.2', '0,0,-12.5'],
      mutate: mutateText,
      check(text) {
        const read = readObserverLink(new URLSearchParams({ observer: text, name: text }));
        insist(read !== undefined, 'The link has an observer.');
        if (read?.ok) checkPlace(read.value);
        else insistOnWords(read?.message);
      },
    }));

  it('a query', () =>
    fuzz({
      runs: 500,
      corpus: ['?observer=52.52,13.40,34&name=Berlin', '?tab=orbital&observer=-33.9,151.2&name=S%C3%A3o'],
      mutate: mutateText,
      check(text) {
        const read = readObserverLink(new URLSearchParams(text));
        if (read?.ok) checkPlace(read.value);
        else if (read) insistOnWords(read.message);
      },
    }));

  it('what the browser keeps', () =>
    fuzz({
      runs: 500,
      corpus: [{ places: PLACES.map((one) => ({ ...one, heightM: 3 })), zone: 'UTC' }] as unknown[],
      mutate: mutateJson,
      check(stored) {
        const { places } = readKept(stored);
        insist(places.length <= MOST_PLACES, 'The list is too long.');
        for (const place of places) checkDraft(place);
      },
    }));

  it('typed coordinates', () =>
    fuzz({
      runs: 500,
      corpus: ['52.52', '33.9 S', '52° 31′ 12″ N', '52.52, 13.405'],
      mutate: mutateText,
      check(text) {
        for (const [read, most] of [
          [readLatitude(text), 90],
          [readLongitude(text), 180],
        ] as const) {
          if (read.ok) insistOnRange(read.value, -most, most, 'The angle');
          else insistOnWords(read.message);
        }
        const pair = readPair(text);
        if (pair) insistOnRange(pair[0], -90, 90, 'The latitude');
      },
    }));
});
