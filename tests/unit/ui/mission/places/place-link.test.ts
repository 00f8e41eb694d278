import { describe, expect, it } from 'vitest';
import {
  observerPath,
  readObserverLink,
  withoutObserver,
} from '../../../../../src/ui/mission/places/place-link.ts';
import { ownPlace } from '../../../../support/places.ts';

const read = (query: string) => readObserverLink(new URLSearchParams(query));

describe('the observer of a link', () => {
  it('is latitude, longitude, height and a name', () => {
    expect(read('observer=52.52,13.40,34&name=Berlin')).toEqual({
      ok: true,
      value: {
        id: 'link',
        name: 'Berlin',
        latitude: 52.52,
        longitude: 13.4,
        altitudeKm: 0.034,
        mask: 0,
      },
    });
  });

  it('needs neither height nor name', () => {
    expect(read('observer=-33.9,151.2')).toMatchObject({
      value: { name: '33.90° S, 151.20° E', latitude: -33.9, longitude: 151.2, altitudeKm: 0 },
    });
  });

  it('is none in other addresses', () => {
    expect(read('tab=orbital&name=Berlin')).toBeUndefined();
  });

  const FORM = 'An observer in a link is latitude, longitude and height in metres: 52.52,13.40,34.';
  it.each([
    ['observer=', FORM],
    ['observer=52.52', FORM],
    ['observer=52.52,13.4,34,1', FORM],
    ['observer=52.52N,13.4E', FORM],
    ['observer=1e1,13', FORM],
    ['observer=91,13', 'Latitude is beyond 90°. It goes from −90 to 90.'],
    ['observer=52,181', 'Longitude is beyond 180°. It goes from −180 to 180.'],
    ['observer=52,13,99999', 'Height goes from −500 to 9000 m.'],
  ])('is refused in words: %s', (query, message) => {
    expect(read(query)).toEqual({ ok: false, message });
  });

  it('is read as it was copied, from any place', () => {
    const places = [
      ownPlace('Berlin'),
      ownPlace('São Paulo & Co. + 50 %', { latitude: -23.55 as never, longitude: -46.633333 as never }),
      ownPlace('Zero', { latitude: 0 as never, longitude: 0.000001 as never, altitudeKm: -0.0285 }),
    ];
    for (const place of places) {
      const { name, latitude, longitude, altitudeKm } = place;
      const { searchParams } = new URL(observerPath(place), 'https://orbita.example');
      expect(readObserverLink(searchParams)).toMatchObject({
        value: { name, latitude, longitude, altitudeKm },
      });
    }
  });

  it('leaves the rest of the address alone when it is taken out', () => {
    const query = new URLSearchParams('tab=orbital&observer=1,2&name=x&satellite=orbita');
    expect(withoutObserver(query).toString()).toBe('tab=orbital&satellite=orbita');
  });
});
