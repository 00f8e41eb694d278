import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  plainText,
  readAstronauts,
  readFailure,
  readIssPosition,
  readOrigin,
  readSatellitePositions,
} from '../../../../src/shared/contract/live-answers.ts';
import { samplesAnswer } from '../../../support/fake-gateway.ts';
import { T0 } from '../../../support/mission.ts';

const READERS = [readIssPosition, readAstronauts, readSatellitePositions] as const;

describe('the position of Open Notify', () => {
  const answer = (latitude: unknown, longitude: unknown, timestamp: unknown = 1478465064) => ({
    iss_position: { latitude, longitude },
    message: 'success',
    timestamp,
  });

  it('accepts numbers as text, as the service sends them, or as numbers', () => {
    const expected = { latitude: 18.6618, longitude: 84.3757, timestamp: 1_478_465_064_000 };
    expect(readIssPosition(answer('18.6618', '84.3757'))).toEqual({ ok: true, value: expected });
    expect(readIssPosition(answer(18.6618, 84.3757))).toEqual({ ok: true, value: expected });
  });

  it.each([
    ['400', '10'],
    ['10', '400'],
    ['NaN', '10'],
    [Number.NaN, 10],
    [Number.POSITIVE_INFINITY, 10],
    ['', '10'],
    ['1e3', '10'],
    [null, '10'],
  ])('is refused with latitude %s and longitude %s', (latitude, longitude) => {
    expect(readIssPosition(answer(latitude, longitude)).ok).toBe(false);
  });

  it.each([0, -1, 1e12, 'soon', null])('is refused with the timestamp %s', (timestamp) => {
    expect(readIssPosition(answer('1', '2', timestamp)).ok).toBe(false);
  });
});

describe('the people of Open Notify', () => {
  it('are those of the list, whatever the service counts', () => {
    const people = [{ craft: 'ISS', name: '李广苏' }];
    expect(readAstronauts({ people, number: 12 })).toEqual({ ok: true, value: people });
    expect(readAstronauts({ people: [], number: 12 })).toEqual({ ok: true, value: [] });
  });

  it('are those with a name; a craft without one is unknown', () => {
    const people = [
      { craft: ' ', name: 'Ada' },
      { craft: 'ISS', name: '\u0000 ' },
    ];
    expect(readAstronauts({ people })).toEqual({
      ok: true,
      value: [{ craft: 'Unknown craft', name: 'Ada' }],
    });
  });

  it('are 200 at most', () => {
    const people = Array.from({ length: 100_000 }, (_, index) => ({ craft: 'ISS', name: `Person ${index}` }));
    const read = readAstronauts({ people });
    expect(read.ok && read.value.length).toBe(200);
  });

  it('are refused if one entry is not a person', () => {
    expect(readAstronauts({ people: [{ craft: 'ISS', name: 7 }] }).ok).toBe(false);
  });
});

describe('the positions of N2YO', () => {
  const good = () => samplesAnswer(T0).positions;
  const read = (positions: readonly unknown[]) => {
    const result = readSatellitePositions({ positions });
    if (!result.ok) throw new Error(result.message);
    return result.value;
  };

  it('come in the order of time, each instant once', () => {
    const expected = read(good());
    const [first, ...rest] = good();
    expect(read([...rest.reverse(), first, first])).toEqual(expected);
  });

  it('have an eclipsed flag, also when the service sends none', () => {
    // Samples every quarter of an hour over two hours, in both sunlight and shadow.
    const samples = Array.from({ length: 8 }, (_, index) =>
      samplesAnswer((T0 + index * 900_000) as never, 1),
    );
    const told = samples.flatMap(({ positions }) => positions);
    const expected = read(told).map(({ eclipsed }) => eclipsed);
    expect(new Set(expected)).toEqual(new Set([true, false]));
    const untold = told.map(({ eclipsed: _eclipsed, ...position }) => position);
    expect(read(untold).map(({ eclipsed }) => eclipsed)).toEqual(expected);
    expect(read(untold.map((position) => ({ ...position, eclipsed: null })))).toEqual(read(untold));
  });

  it('count longitudes from -180 to 180', () => {
    const [sample] = read([{ ...good()[0], satlongitude: 310.4 }]);
    expect(sample?.satlongitude).toBeCloseTo(-49.6);
    for (const satlongitude of [180, -180]) {
      expect(read([{ ...good()[0], satlongitude }])[0]?.satlongitude).toBe(satlongitude);
    }
  });

  it.each([
    [-10, 350],
    [0, 0],
    [359.5, 359.5],
    [360, 0],
  ])('count right ascensions from 0 to 360: %d as %d', (ra, expected) => {
    expect(read([{ ...good()[0], ra }])[0]?.ra).toBe(expected);
  });

  it('have the first one of an instant with two', () => {
    const [first] = good();
    expect(read([first, { ...first, satlatitude: 1 }])).toEqual(read([first]));
  });

  it.each([
    ['satlatitude', 400],
    ['satlongitude', Number.NaN],
    ['sataltitude', -3],
    ['azimuth', '12 degrees'],
    ['elevation', 91],
    ['timestamp', undefined],
    ['eclipsed', 'yes'],
  ])('are refused completely if %s is %s, and the reason names the field', (field, value) => {
    const positions = good();
    positions[7] = { ...positions[7], [field]: value };
    const result = readSatellitePositions({ positions });
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining(field) });
    expect(result).toMatchObject({ message: expect.stringContaining('Position 8') });
  });

  it('are refused if there are more than requested', () => {
    const [sample] = good();
    const many = (length: number) => ({ positions: Array.from({ length }, () => sample) });
    expect(readSatellitePositions(many(1000)).ok).toBe(true);
    expect(readSatellitePositions(many(1001))).toEqual({
      ok: false,
      message: 'The response contains 1001 positions, more than requested.',
    });
  });
});

describe('every response', () => {
  it.each([
    [
      { error: 'You exceeded the number of transactions allowed per hour' },
      'You exceeded the number of transactions allowed per hour',
    ],
    [{ message: 'error', reason: 'Service temporarily unavailable' }, 'Service temporarily unavailable'],
    [{ error: '' }, 'no reason given'],
  ])('that reports a failure is a failure, under any status: %j', (json, reason) => {
    expect(readFailure(json)).toBe(reason);
    for (const reader of READERS) expect(reader(json)).toEqual({ ok: false, message: reason });
  });

  it('of the wrong shape is refused with the missing field', () => {
    const kind = 'is missing or of the wrong type';
    const refused = (message: string) => ({ ok: false, message });
    expect(readIssPosition(null)).toEqual(refused(`The response contains no position: it ${kind}`));
    expect(readIssPosition({})).toEqual(refused(`The response contains no position: iss_position ${kind}`));
    expect(readIssPosition({ iss_position: { latitude: 91, longitude: 999 }, timestamp: 0 })).toEqual(
      refused('The response contains no position: iss_position.latitude is above 90'),
    );
    expect(readAstronauts({})).toEqual(refused(`The response contains no list of people: people ${kind}`));
    expect(readSatellitePositions({})).toEqual(
      refused(`The response contains no positions: positions ${kind}`),
    );
  });

  it('of any content gives a value or a short reason, and never throws', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withSparseArray: true }), (json) => {
        for (const reader of READERS) {
          const result = reader(json);
          if (!result.ok) expect(result.message.length).toBeLessThanOrEqual(300);
        }
        readOrigin(json);
      }),
      { seed: 1 },
    );
  });

  it('has an origin, or none', () => {
    const gateway = { source: 'N2YO', ageS: 12, isStale: false };
    expect(readOrigin({ gateway })).toStrictEqual(gateway);
    expect(readOrigin({ gateway: { ...gateway, error: 'late\u0000ly' } })?.error).toBe('late ly');
    expect(readOrigin({ gateway: { ...gateway, source: 'Elsewhere' } })).toBeUndefined();
    expect(readOrigin({ gateway: { ...gateway, ageS: -1 } })).toBeUndefined();
    expect(readOrigin({})).toBeUndefined();
  });
});

describe('plain text', () => {
  it('is one line without control and direction characters, cut by characters', () => {
    expect(plainText('  a\tb\u202Ec\r\nd ', 80)).toBe('a b c d');
    expect(plainText('a  b', 80)).toBe('a b');
    expect(plainText('👩‍🚀', 80)).toBe('👩‍🚀'); // its joiner is no control character
    expect(plainText('é'.repeat(80), 80)).toBe('é'.repeat(80));
    expect(plainText('é'.repeat(81), 80)).toBe(`${'é'.repeat(79)}…`);
  });
});
