import { describe, expect, it } from 'vitest';
import {
  readHeight,
  readLatitude,
  readLongitude,
  readMask,
  readPair,
} from '../../../../../src/ui/mission/places/coordinates.ts';

const valueIn = (read: { readonly ok: boolean; readonly value?: number }): number | undefined => read.value;

describe('an angle as typed', () => {
  it.each([
    ['52.52', 52.52],
    ['52,52', 52.52],
    ['+0', undefined],
    ['-33.9', -33.9],
    ['−33.9', -33.9],
    ['33.9 S', -33.9],
    ['33.9s', -33.9],
    ['N 52.52°', 52.52],
    ['52° 31′ 12″ N', 52.52],
    [`52°31'12"`, 52.52],
    ['52 31 12', 52.52],
    ['52° 31.2′', 52.52],
    ['33°54′S', -33.9],
    ['90', 90],
    ['-90', -90],
    ['-0', 0],
  ])('is read as a latitude: %s', (text, expected) => {
    expect(valueIn(readLatitude(text))).toBe(expected);
  });

  it.each([
    ['13.405 E', 13.405],
    ['70.7W', -70.7],
    ['180', 180],
    ['-180', -180],
    ['13° 24′ 18″ E', 13.405],
  ])('is read as a longitude: %s', (text, expected) => {
    expect(valueIn(readLongitude(text))).toBe(expected);
  });

  it.each([
    ['', 'Enter the latitude, −90 to 90.'],
    ['90.1', 'Latitude is beyond 90°. It goes from −90 to 90.'],
    ['-33 S', 'Latitude has a minus sign and the letter S. Use one of them.'],
    ['N', 'Latitude is not an angle. Write it as 52.52, 33.9 S or 52° 31′ 12″ N.'],
    ['north', 'Latitude is not an angle. Write it as 52.52, 33.9 S or 52° 31′ 12″ N.'],
    ['13 E', 'Latitude is not an angle. Write it as 52.52, 33.9 S or 52° 31′ 12″ N.'],
    ['52 61', 'Latitude is not an angle. Write it as 52.52, 33.9 S or 52° 31′ 12″ N.'],
    ['52.5 30', 'Latitude is not an angle. Write it as 52.52, 33.9 S or 52° 31′ 12″ N.'],
    ['1e1', 'Latitude is not an angle. Write it as 52.52, 33.9 S or 52° 31′ 12″ N.'],
    ['52d31m12s', 'Latitude is not an angle. Write it as 52.52, 33.9 S or 52° 31′ 12″ N.'],
  ])('is refused in words: %s', (text, message) => {
    expect(readLatitude(text)).toEqual({ ok: false, message });
  });
});

describe('a pair of coordinates as maps copy it', () => {
  it.each([
    ['52.52, 13.405', [52.52, 13.405]],
    ['52,52; 13,405', [52.52, 13.405]],
    ['33.9 S 151.2 E', [-33.9, 151.2]],
    ['52°31′12″N 13°24′18″E', [52.52, 13.405]],
  ])('is divided: %s', (text, expected) => {
    expect(readPair(text)).toEqual(expected);
  });

  it.each(['52.52', '52,52', '52 31 12', '', 'a, b', '95, 13'])('is none: %s', (text) => {
    expect(readPair(text)).toBeUndefined();
  });
});

describe('height and mask as typed', () => {
  it.each([
    ['34', 34],
    ['34 m', 34],
    ['-28,5', -28.5],
    ['', 0],
    ['-500', -500],
    ['9000', 9000],
  ])('read the height %s', (text, expected) => expect(valueIn(readHeight(text))).toBe(expected));

  it.each([
    ['9001', 'Height goes from −500 to 9000 m.'],
    ['high', 'Height is not a number. Write it in metres: 34.'],
  ])('refuse the height %s', (text, message) => expect(readHeight(text)).toEqual({ ok: false, message }));

  it.each([
    ['5', 5],
    ['7.5°', 7.5],
    ['', 0],
    ['89', 89],
  ])('read the mask %s', (text, expected) => expect(valueIn(readMask(text))).toBe(expected));

  it.each([
    ['90', 'Mask goes from 0 to 89°.'],
    ['-1', 'Mask goes from 0 to 89°.'],
    ['flat', 'Mask is not a number. Write it in degrees: 5.'],
  ])('refuse the mask %s', (text, message) => expect(readMask(text)).toEqual({ ok: false, message }));
});
