import { Body, Observer, SearchRiseSet } from 'astronomy-engine';
import { describe, expect, it } from 'vitest';
import {
  addMs,
  degrees,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
} from '../../../../../src/shared/kit/units.ts';
import { siteOf } from '../../../../../src/shared/orbit/observer.ts';
import {
  FIRST_FILTER,
  type ListedPass,
  listPasses,
  type PassFilter,
  passSpan,
} from '../../../../../src/ui/features/passes/pass-filter.ts';
import {
  azimuthText,
  emptyList,
  filterText,
  spanText,
} from '../../../../../src/ui/features/passes/pass-text.ts';
import { seenText } from '../../../../../src/ui/mission/fleet/seen-text.ts';
import { ISS, passAt, placeAt, utc } from './listed-passes.ts';

const NOON = utc('2026-11-24T12:00');
const hours = (count: number) => addMs(NOON, count * MS_PER_H);

describe('the time that a list covers', () => {
  it.each([
    ['24 h', 1],
    ['3 days', 3],
    ['7 days', 7],
  ] as const)('is the next %s', (period, days) => {
    expect(passSpan(period, siteOf(placeAt(0, 0)), NOON)).toEqual({
      from: NOON,
      to: addMs(NOON, days * MS_PER_DAY),
    });
  });

  it.each([
    ['at the equator', 0, 0, NOON, 5.5, 18.5],
    ['at 60° north', 60, 0, NOON, 2.5, 21.5],
    ['at 40° south', -40, 0, NOON, 6.5, 17.5],
    ['on the date line, where it is midnight', 0, 180, NOON, 0, 6.5],
  ])('is tonight from sunset, or now, to sunrise %s', (_, latitude, longitude, now, least, most) => {
    const span = passSpan('tonight', siteOf(placeAt(latitude, longitude)), now);
    expect(span?.night).toBe('night');
    expect(span?.from).toBeGreaterThanOrEqual(hours(least));
    expect(span?.to).toBeLessThanOrEqual(hours(most));
    expect((span?.to ?? 0) - (span?.from ?? 0)).toBeGreaterThan(0.4 * (most - least) * MS_PER_H);
  });

  it('is the next 24 h in the polar night, and nothing in the polar day', () => {
    expect(passSpan('tonight', siteOf(placeAt(90, 0)), NOON)).toEqual({
      from: NOON,
      to: addMs(NOON, MS_PER_DAY),
      night: 'polar night',
    });
    expect(passSpan('tonight', siteOf(placeAt(-90, 0)), NOON)).toBeUndefined();
  });
});

describe('tonight at dawn', () => {
  const GREENWICH = placeAt(51.4769, 0);
  /** Computes sunrise and sunset with another library, which has an exact Sun. */
  const almanac = (direction: 1 | -1, from: string): EpochMs => {
    const found = SearchRiseSet(Body.Sun, new Observer(51.4769, 0, 0), direction, new Date(utc(from)), 1);
    if (!found) throw new Error('The Sun does not cross the horizon.');
    return epochMs(found.date.getTime());
  };
  const SUNRISE = almanac(1, '2026-11-24T00:00');
  const SUNSET = almanac(-1, '2026-11-24T12:00');
  const NEXT_SUNRISE = almanac(1, '2026-11-25T00:00');
  const minutesBefore = (minutes: number) => addMs(SUNRISE, -minutes * MS_PER_MIN);
  const tonight = (now: EpochMs) => passSpan('tonight', siteOf(GREENWICH), now);

  it('is what is left of the night, up to an hour before sunrise', () => {
    const span = tonight(minutesBefore(70));
    expect(span).toMatchObject({ from: minutesBefore(70), night: 'night' });
    expect(Math.abs((span?.to ?? 0) - SUNRISE)).toBeLessThan(MS_PER_MIN);
    expect(span?.day).toBeUndefined();
  });

  it('is the coming night too in the last hour, without the day between', () => {
    const span = tonight(minutesBefore(30));
    expect(span?.from).toBe(minutesBefore(30));
    expect(Math.abs((span?.day?.from ?? 0) - SUNRISE)).toBeLessThan(MS_PER_MIN);
    expect(Math.abs((span?.day?.to ?? 0) - SUNSET)).toBeLessThan(MS_PER_MIN);
    expect(Math.abs((span?.to ?? 0) - NEXT_SUNRISE)).toBeLessThan(MS_PER_MIN);
    expect(spanText(span ?? { from: NOON, to: NOON })).toMatch(
      /^2026-11-24 07:0\d to 07:3\d and 1[56]:\d\d to 2026-11-25 07:3\d UTC$/,
    );
  });

  it('is the coming night alone after sunrise', () => {
    const span = tonight(addMs(SUNRISE, 10 * MS_PER_MIN));
    expect(span?.day).toBeUndefined();
    expect(Math.abs((span?.from ?? 0) - SUNSET)).toBeLessThan(MS_PER_MIN);
  });

  it('lists what touches one of the nights, and nothing by day', () => {
    const span = tonight(minutesBefore(30)) ?? { from: NOON, to: NOON };
    const atDawn = passAt(addMs(SUNRISE, -2 * MS_PER_MIN));
    const byDay = passAt(NOON);
    const atDusk = passAt(addMs(SUNSET, -3 * MS_PER_MIN));
    const byNight = passAt(utc('2026-11-24T20:00'));
    expect(listPasses([byNight, byDay, atDusk, atDawn], FIRST_FILTER, span)).toEqual([
      atDawn,
      atDusk,
      byNight,
    ]);
  });

  it('is the last night alone where the midnight sun begins', () => {
    const site = siteOf(placeAt(70, 25));
    const nights = Array.from({ length: 40 }, (_, day) => addMs(utc('2026-05-01T00:00'), day * MS_PER_DAY));
    const spans = nights.map((midnight) => passSpan('tonight', site, addMs(midnight, -1.7 * MS_PER_H)));
    const last = spans.indexOf(undefined);
    expect(last).toBeGreaterThan(5);
    expect(spans.slice(last).every((span) => span === undefined)).toBe(true);
    expect(spans[last - 1]?.night).toBe('night');
  });

  it.each([
    ['north pole in winter', 90, 'polar night'],
    ['south pole in summer', -90, undefined],
  ])('has no dawn at the %s', (_, latitude, night) => {
    const span = passSpan('tonight', siteOf(placeAt(latitude, 0)), minutesBefore(30));
    expect(span?.night).toBe(night);
    expect(span?.day).toBeUndefined();
  });
});

describe('the filters of a list', () => {
  const span = { from: NOON, to: hours(24) };
  const low = passAt(hours(1), { maxElevation: degrees(9.9), visible: [] });
  const middle = passAt(hours(2), { maxElevation: degrees(20) });
  const other = passAt(hours(3), { satellite: { ...ISS, id: 99999, name: 'ORBITA-1', mission: 'orbita' } });
  const added = passAt(hours(4), {
    satellite: { ...ISS, id: 20580, name: 'HST', mission: undefined },
    maxElevation: degrees(80),
    visible: [],
  });
  const all = [added, other, middle, low];

  it.each<[string, Partial<PassFilter>, readonly ListedPass[]]>([
    ['nothing: all in order of AOS', {}, [low, middle, other, added]],
    ['visible passes', { isVisibleOnly: true }, [middle, other]],
    ['10° and more', { leastElevation: 10 }, [middle, other, added]],
    ['20° and more, the limit with it', { leastElevation: 20 }, [middle, other, added]],
    ['40° and more', { leastElevation: 40 }, [other, added]],
    ['one satellite', { groups: ['orbita'] }, [other]],
    ['two groups', { groups: ['iss', 'added'] }, [low, middle, added]],
    ['several at once', { groups: ['iss', 'orbita'], isVisibleOnly: true, leastElevation: 40 }, [other]],
  ])('list for %s', (_, filter, listed) => {
    expect(listPasses(all, { ...FIRST_FILTER, ...filter }, span)).toEqual(listed);
  });

  it('keep a pass that is under way, and drop one that is over or begins later', () => {
    const underWay = passAt(addMs(NOON, -MS_PER_MIN));
    const over = passAt(hours(-1));
    const later = passAt(hours(25));
    expect(listPasses([underWay, over, later], FIRST_FILTER, span)).toEqual([underWay]);
  });

  it('take a pass for visible only where that is within the time of the list', () => {
    const pass = passAt(NOON);
    const visibleOnly = { ...FIRST_FILTER, isVisibleOnly: true };
    const from = addMs(NOON, 7 * MS_PER_MIN);
    expect(listPasses([pass], visibleOnly, { from, to: hours(1) })).toEqual([]);
    expect(listPasses([pass], visibleOnly, { from: NOON, to: hours(1) })).toEqual([pass]);
  });
});

describe('the words of a list', () => {
  it.each([
    [0, 'N 0°'],
    [359.8, 'N 0°'],
    [11.2, 'N 11°'],
    [12, 'NNE 12°'],
    [45, 'NE 45°'],
    [202.5, 'SSW 203°'],
    [293.4, 'WNW 293°'],
    [349, 'N 349°'],
  ])('have the azimuth %d as %s', (azimuth, text) => {
    expect(azimuthText(degrees(azimuth))).toBe(text);
  });

  it('say what one would see', () => {
    expect(seenText(passAt(NOON))).toBe('Visible 12:02 to 12:06');
    const aMoment = [{ start: NOON, end: addMs(NOON, 20_000), startsBefore: false, endsAfter: false }];
    expect(seenText(passAt(NOON, { visible: aMoment }))).toBe('Visible at 12:00');
    expect(seenText(passAt(NOON, { magnitude: -2.34 }))).toBe('Visible 12:02 to 12:06, magnitude about −2.3');
    expect(seenText(passAt(NOON, { isFaint: true }))).toBe('Visible 12:02 to 12:06, not to the naked eye');
    expect(seenText(passAt(NOON, { visible: [], visibilityAtTca: 'in shadow' }))).toBe(
      'In the Earth’s shadow',
    );
    expect(seenText(passAt(NOON, { visible: [], visibilityAtTca: 'in daylight' }))).toBe('Daylight');
  });

  it('say what the filter is', () => {
    expect(filterText(FIRST_FILTER)).toBe('Tonight');
    const filter: PassFilter = { period: '3 days', isVisibleOnly: true, leastElevation: 20, groups: ['iss'] };
    expect(filterText(filter)).toBe('Next 3 days, visible only, from 20°, ISS');
  });

  it('say why a list is empty, and what to change', () => {
    const place = placeAt(0, 0, 'Quito');
    const span = { from: NOON, to: hours(24) };
    expect(emptyList(FIRST_FILTER, undefined, place, 0).headline).toBe('The Sun does not set at Quito');
    expect(emptyList(FIRST_FILTER, span, place, 0).headline).toBe('No pass over Quito tonight');
    const hidden = emptyList({ ...FIRST_FILTER, period: '7 days' }, span, place, 3);
    expect(hidden.headline).toBe('No pass matches the filters');
    expect(hidden.detail).toContain('3 passes do not match them in the next 7 days');
  });
});
