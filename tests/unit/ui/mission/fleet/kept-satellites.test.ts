import { describe, expect, it } from 'vitest';
import { failed, succeeded } from '../../../../../src/shared/kit/result.ts';
import { addMs, epochMs, MS_PER_DAY } from '../../../../../src/shared/kit/units.ts';
import type { Satellite } from '../../../../../src/ui/mission/fleet/fleet.ts';
import {
  joinSatellites,
  readKept,
  toKept,
  toSatellite,
} from '../../../../../src/ui/mission/fleet/kept-satellites.ts';
import { satelliteStatus } from '../../../../../src/ui/mission/fleet/satellite-status.ts';
import { syntheticElements } from '../../../../support/synthetic-fleet.ts';

const listOf = (satellites: readonly Satellite[]) => ({
  satellites,
  colours: new Map<string, number>(),
});

/** Returns the stored value as read on the next visit. */
const again = (stored: unknown): unknown => JSON.parse(JSON.stringify(stored));

describe('the kept list of satellites', () => {
  it('is read as it was written', () => {
    const list = [toSatellite(syntheticElements(1)), toSatellite(syntheticElements(2), { isShown: false })];
    const { satellites: read } = readKept(again(toKept(listOf(list))));
    expect(read.map(({ id, name, isShown }) => [id, name, isShown])).toEqual([
      [50_001, 'TEST 1', true],
      [50_002, 'TEST 2', false],
    ]);
    expect(read[0]?.elements.MEAN_MOTION).toBe(14.6);
  });

  it('keeps groups and source', () => {
    const list = [toSatellite(syntheticElements(1), { groups: ['Weather', 'Mine'], isFromCelestrak: true })];
    expect(readKept(again(toKept(listOf(list)))).satellites).toMatchObject([
      { id: 50_001, groups: ['Weather', 'Mine'], isFromCelestrak: true, isShown: true },
    ]);
  });

  it('keeps the frequency of a satellite, also when its elements are renewed, and nothing that is none', () => {
    const list = [toSatellite(syntheticElements(1), { frequencyMhz: 437.5 })];
    const kept = JSON.stringify(toKept({ satellites: list, colours: new Map() }));
    expect(readKept(JSON.parse(kept)).satellites).toMatchObject([{ id: 50_001, frequencyMhz: 437.5 }]);
    const { satellites } = joinSatellites(list, [toSatellite(syntheticElements(1))]);
    expect(satellites).toMatchObject([{ frequencyMhz: 437.5 }]);
    for (const frequencyMhz of ['437.5', -1, 0, 1e6, null, Number.NaN]) {
      const [one] = readKept([{ elements: syntheticElements(1), frequencyMhz }]).satellites;
      expect(one).not.toHaveProperty('frequencyMhz');
    }
  });

  it('keeps newer elements where a group of CelesTrak with older ones is added, and takes what the user pastes', () => {
    const older = syntheticElements(1, 'lowLeo', '2026-11-19T00:00:00.000000');
    const newer = syntheticElements(1, 'lowLeo', '2026-11-20T00:00:00.000000');
    const list = [toSatellite(newer, { groups: ['Weather'], isFromCelestrak: true, isShown: false })];
    const group = toSatellite(older, { groups: ['Active'], isFromCelestrak: true });
    expect(joinSatellites(list, [group]).satellites).toMatchObject([
      { elements: newer, groups: ['Weather', 'Active'], isFromCelestrak: true, isShown: true },
    ]);
    expect(joinSatellites([group], list).satellites).toMatchObject([{ elements: newer }]);
    expect(joinSatellites(list, [toSatellite(older)]).satellites).toMatchObject([
      { elements: older, isFromCelestrak: false },
    ]);
  });

  it('keeps the colours of groups, and gives one to the others', () => {
    const satellites = ['Weather', 'Mine'].map((name, index) =>
      toSatellite(syntheticElements(index), { groups: [name] }),
    );
    const { colours } = readKept(again(toKept({ satellites, colours: new Map([['Mine', 1]]) })));
    expect(colours).toEqual(
      new Map([
        ['Mine', 1],
        ['Weather', 2],
      ]),
    );
  });

  it.each([
    ['no list', 'red'],
    ['a number that is no colour', [['Mine', 0]]],
    ['a colour of a later version', [['Mine', 7]]],
    ['a name that is none', [[7, 3]]],
    ['a group that is not there', [['Moon', 3]]],
  ])('without colours that are %s', (_, colours) => {
    const satellites = [{ elements: syntheticElements(1), groups: ['Mine'] }];
    expect([...readKept({ satellites, colours }).colours]).toEqual([['Mine', 1]]);
  });

  it('of an earlier version has no groups and no source', () => {
    const [one] = readKept([{ elements: syntheticElements(1), isShown: false }]).satellites;
    expect(one).toMatchObject({ isShown: false, groups: [], isFromCelestrak: false });
  });

  it('loses what is no group in a damaged entry, and bounds the rest', () => {
    const groups = [3, null, ' Mine\u202e ', 'Mine', '', 'x'.repeat(500), ...'abcdefgh'];
    const [one] = readKept([{ elements: syntheticElements(1), groups }]).satellites;
    expect(one?.groups).toHaveLength(8);
    expect(one?.groups[0]).toBe('Mine');
    expect(one?.groups[1]).toBe(`${'x'.repeat(29)}…`);
    expect(readKept([{ elements: syntheticElements(1), groups: 'a' }]).satellites[0]?.groups).toEqual([]);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['no list', { a: 1 }],
    ['a list that is none', { satellites: { length: 1 } }],
    ['entries without elements', [null, 3, { elements: { NORAD_CAT_ID: 7 } }]],
  ])('is empty for %s', (_, stored) => {
    expect(readKept(stored).satellites).toEqual([]);
  });

  it('loses only the entry that is damaged, and holds each satellite once', () => {
    const one = { elements: syntheticElements(1) };
    expect(readKept([{ elements: 'x' }, one, one]).satellites.map(({ id }) => id)).toEqual([50_001]);
  });
});

describe('the status of an added satellite', () => {
  const EPOCH = epochMs(Date.UTC(2026, 10, 20));
  const at = (ageDays: number, hasPosition?: boolean) =>
    satelliteStatus(succeeded(EPOCH), hasPosition, addMs(EPOCH, ageDays * MS_PER_DAY));

  it('tells the age of its elements', () => {
    expect(at(3.4, true)).toEqual({ isLeftOut: false, text: 'Elements 3 days old' });
    expect(at(1.2, true).text).toBe('Elements 1 day old');
    expect(at(-40, true).text).toBe('Elements 40 days newer than this time');
  });

  it('tells why it is left out', () => {
    expect(at(366, false)).toEqual({ isLeftOut: true, text: 'Left out: elements are 366 days old' });
    expect(at(20, false)).toEqual({ isLeftOut: true, text: 'Left out: the orbit has decayed' });
    expect(satelliteStatus(failed('X: bad.'), undefined, EPOCH)).toEqual({
      isLeftOut: true,
      text: 'Left out: X: bad.',
    });
  });

  it('is open until its worker has answered', () => {
    expect(satelliteStatus(undefined, undefined, EPOCH)).toEqual({ isLeftOut: false, text: 'Computing…' });
    expect(at(2, undefined).isLeftOut).toBe(false);
  });
});
