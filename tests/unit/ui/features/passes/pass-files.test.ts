import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { readChosenPlaces } from '../../../../../src/shared/contract/places-schema.ts';
import { ORBITAL_ELEMENTS } from '../../../../../src/shared/entities/satellites.ts';
import { addMs, degrees, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { readElements } from '../../../../../src/shared/orbit/elements-text.ts';
import { buildCalendar, passUid } from '../../../../../src/ui/features/passes/calendar.ts';
import { buildPassCsv } from '../../../../../src/ui/features/passes/pass-csv.ts';
import type { ListedPass } from '../../../../../src/ui/features/passes/pass-filter.ts';
import { aosText, durationText, losText } from '../../../../../src/ui/features/passes/pass-text.ts';
import { toSatellite } from '../../../../../src/ui/mission/fleet/kept-satellites.ts';
import { ownPlace } from '../../../../support/places.ts';
import { ISS, passAt, placeAt, utc } from './listed-passes.ts';

const AOS = utc('2026-11-24T23:55:07.4');
const STAMP = utc('2026-11-24T12:00');
const PLACE = placeAt(47.4, 8.5);
const encoder = new TextEncoder();

/** Reads a file with another implementation, Mozilla's parser. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return {
    calendar,
    events: calendar.getAllSubcomponents('vevent').map((component) => ({
      component,
      event: new ICAL.Event(component),
    })),
  };
}

describe('the calendar file', () => {
  const passes = [
    passAt(AOS),
    passAt(addMs(AOS, 2 * MS_PER_H), { visible: [], visibilityAtTca: 'in shadow' }),
  ];
  const file = buildCalendar(passes, { place: PLACE, stamp: STAMP });

  it('has an event for each pass, with UTC times that another reader finds', () => {
    const { calendar, events } = read(file.text);
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(events).toHaveLength(2);
    const [first] = events;
    expect(first?.event.startDate.toJSDate().toISOString()).toBe('2026-11-24T23:55:07.000Z');
    expect(first?.event.endDate.toJSDate().toISOString()).toBe('2026-11-25T00:05:07.000Z');
    expect(first?.event.startDate.zone.tzid).toBe('UTC');
    const stamp = first?.component.getFirstPropertyValue('dtstamp') as InstanceType<typeof ICAL.Time>;
    expect(stamp.toJSDate().toISOString()).toBe('2026-11-24T12:00:00.000Z');
  });

  it('says which satellite, where, in which directions and what one would see', () => {
    const [first, second] = read(file.text).events;
    expect(first?.event.summary).toBe('ISS over Zürich, Höngg, 42°');
    expect(first?.event.location).toBe('Zürich, Höngg');
    expect(first?.component.getFirstPropertyValue('geo')).toEqual([47.4, 8.5]);
    expect(first?.event.description?.split('\n')).toEqual([
      'AOS in WNW 293°',
      'Highest at 42° in N 0°',
      'LOS in E 91°',
      'Duration 10 min',
      'Visible 23:57 to 00:01 UTC',
    ]);
    expect(second?.event.description).toContain('In the Earth’s shadow');
  });

  it('ends lines with CR and LF, and folds those of more than 75 octets within no character', () => {
    const place = placeAt(47.4, 8.5, 'Ü😀'.repeat(60));
    const { text } = buildCalendar(passes, { place, stamp: STAMP });
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(text.endsWith('\r\n')).toBe(true);
    const lines = text.split('\r\n');
    expect(lines.some((line) => line.startsWith(' '))).toBe(true);
    for (const line of lines) expect(encoder.encode(line).length).toBeLessThanOrEqual(75);
    expect(text).not.toContain('�');
    expect(read(text).events[0]?.event.location).toBe(place.name);
  });

  it.each(['a\\b;c,d', 'two\nlines', 'END:VEVENT\r\nBEGIN:VEVENT', '"quoted": x'])(
    'keeps a name with signs of the format: %j',
    (name) => {
      const { text } = buildCalendar(passes, { place: placeAt(1, 2, name), stamp: STAMP });
      const { events } = read(text);
      expect(events).toHaveLength(2);
      expect(events[0]?.event.location).toBe(name.replace('\r\n', '\n'));
    },
  );

  it('has no control character and no half of a surrogate pair, whatever a satellite and a place are called', () => {
    const hostile = '\u0000\u202eX\r\nY\u0085\u001b\ud800\ufeff';
    const [elements] = readElements(
      JSON.stringify({ ...ORBITAL_ELEMENTS.iss, OBJECT_NAME: hostile }),
    ).elements;
    const given = readChosenPlaces({ stations: [], observer: { ...ownPlace('Berlin'), name: hostile } });
    if (!elements || !given.ok || !given.value.observer) throw new Error('They are refused.');
    const satellite = toSatellite(elements);
    const place = placeAt(1, 2, given.value.observer.name);
    const { text } = buildCalendar([passAt(AOS, { satellite })], { place, stamp: STAMP });
    expect(text.replaceAll('\r\n', '')).not.toMatch(/(?!\t)\p{Control}|\p{Surrogate}|\p{Bidi_Control}/u);
    expect(read(text).events[0]?.event.summary).toBe('X Y over X Y, 42°');
  });

  it('says with each pass how old its elements are, where that matters', () => {
    const elements = { ...ISS.elements, EPOCH: '2026-10-06T12:00:00.000000' };
    const old = passAt(AOS, { satellite: { ...ISS, elements } });
    const { text } = buildCalendar([passAt(AOS), old], { place: PLACE, stamp: STAMP });
    const [fresh, aged] = read(text).events.map(({ event }) => event.description);
    expect(fresh).not.toContain('old');
    expect(aged).toContain(
      'Elements 49 days old. Positions are within about 75 km, pass times within a minute.',
    );
  });

  it('has an alarm only if asked', () => {
    expect(read(file.text).events[0]?.component.getFirstSubcomponent('valarm')).toBeNull();
    const { text } = buildCalendar(passes, { place: PLACE, stamp: STAMP, reminderMin: 10 });
    for (const { component } of read(text).events) {
      const alarm = component.getFirstSubcomponent('valarm');
      const trigger = alarm?.getFirstPropertyValue('trigger') as InstanceType<typeof ICAL.Duration>;
      expect(trigger.toSeconds()).toBe(-600);
      expect(alarm?.getFirstPropertyValue('action')).toBe('DISPLAY');
    }
  });

  it('says until when a pass is known to be up that has no beginning or end, and leaves out what is not known', () => {
    const descriptionOf = (other: Partial<ListedPass>) =>
      read(buildCalendar([passAt(AOS, other)], { place: PLACE, stamp: STAMP }).text).events[0]?.event
        .description;
    expect(descriptionOf({ endsAfter: true })?.split('\n')).toEqual([
      'AOS in WNW 293°',
      'Highest at 42° in N 0°',
      'Still up at 2026-11-25 00:05:07 UTC',
      'Visible 23:57 to 00:01 UTC',
    ]);
    expect(descriptionOf({ startsBefore: true })?.split('\n')).toEqual([
      'Already up at 2026-11-24 23:55:07 UTC',
      'Highest at 42° in N 0°',
      'LOS in E 91°',
      'Visible 23:57 to 00:01 UTC',
    ]);
    const begun = buildCalendar([passAt(AOS, { startsBefore: true })], {
      place: PLACE,
      stamp: STAMP,
      reminderMin: 10,
    });
    expect(begun.text).not.toContain('VALARM');
  });

  it('has its place and time in its name', () => {
    expect(file).toMatchObject({ name: 'passes-zurich-hongg-2026-11-24T12-00-00Z.ics' });
    expect(file.type).toMatch(/^text\/calendar/);
  });

  it('replaces an earlier export: a later one has a higher sequence', () => {
    const later = buildCalendar(passes, { place: PLACE, stamp: addMs(STAMP, MS_PER_H) });
    const sequence = (text: string) => read(text).events[0]?.event.sequence ?? Number.NaN;
    expect(sequence(later.text)).toBeGreaterThan(sequence(file.text));
    expect(sequence(later.text)).toBeLessThan(2 ** 31);
  });
});

describe('the identity of a pass', () => {
  it('stays when newer elements move it by seconds, across a minute and with another AOS', () => {
    const pass = passAt(AOS);
    const same = [-40, -8, 8, 40].map((s) =>
      passUid(passAt(addMs(AOS, s * MS_PER_S), { aos: addMs(AOS, -s * MS_PER_S) }), PLACE),
    );
    expect(new Set([passUid(pass, PLACE), ...same]).size).toBe(1);
  });

  it('differs for the next pass, another satellite and another place', () => {
    const others = [
      passUid(passAt(addMs(AOS, 85 * MS_PER_MIN)), PLACE),
      passUid(passAt(AOS, { satellite: { ...ISS, id: 1, mission: undefined } }), PLACE),
      passUid(passAt(AOS), placeAt(47.41, 8.5)),
      passUid(passAt(AOS), PLACE),
    ];
    expect(new Set(others).size).toBe(4);
  });
});

it('the files have the seconds and the duration that the list shows', () => {
  const pass = passAt(addMs(AOS, 590), { los: addMs(AOS, 10 * MS_PER_MIN + 100) });
  expect([aosText(pass), losText(pass), durationText(pass)]).toEqual(['23:55:07', '00:05:07 +1d', '10 min']);
  const [, row = ''] = buildPassCsv([pass], PLACE, STAMP).text.split('\r\n');
  for (const time of ['2026-11-24 23:55:07', '2026-11-25 00:05:07']) expect(row).toContain(time);
  expect(row).toContain(',600,');
  const [event] = read(buildCalendar([pass], { place: PLACE, stamp: STAMP }).text).events;
  expect(event?.event.startDate.toJSDate().toISOString()).toBe('2026-11-24T23:55:07.000Z');
  expect(event?.event.endDate.toJSDate().toISOString()).toBe('2026-11-25T00:05:07.000Z');
});

describe('the CSV file', () => {
  it('has a row for each pass, with whole seconds of UTC and tenths of degrees', () => {
    const { name, text } = buildPassCsv([passAt(AOS)], PLACE, STAMP);
    expect(name).toBe('passes-zurich-hongg-2026-11-24T12-00-00Z.csv');
    const [heading, row, ...rest] = text.split('\r\n');
    expect(heading?.split(',')).toHaveLength(21);
    expect(row).toBe(
      [
        'ISS,25544,"Zürich, Höngg"',
        '2026-11-24T23:55:07.000Z,2026-11-24 23:55:07,293.4',
        '2026-11-25T00:00:07.000Z,2026-11-25 00:00:07,359.8',
        '2026-11-25T00:05:07.000Z,2026-11-25 00:05:07,91',
        '41.6,600,Visible 23:57 to 00:01',
        '2026-11-24T23:57:07.000Z,2026-11-24 23:57:07',
        '2026-11-25T00:01:37.000Z,2026-11-25 00:01:37',
        '0.5,1.8',
      ].join(','),
    );
    expect(rest).toEqual(['']);
  });

  it('has age and error of the elements, but of the simulated satellite', () => {
    const elements = { ...ISS.elements, EPOCH: '2026-10-06T12:00:00.000000' };
    const cellsOf = (satellite: ListedPass['satellite']) =>
      buildPassCsv([passAt(AOS, { satellite })], PLACE, STAMP)
        .text.split('\r\n')[1]
        ?.split(',')
        .slice(-2);
    expect(cellsOf({ ...ISS, elements })).toEqual(['49.5', '75.3']);
    expect(cellsOf({ ...ISS, elements, mission: 'orbita' })).toEqual(['', '']);
  });

  it('leaves empty what is not known, and runs no formula of a name', () => {
    const pass = passAt(AOS, {
      startsBefore: true,
      endsAfter: true,
      visible: [],
      visibilityAtTca: 'in daylight',
      maxElevation: degrees(3),
      satellite: { ...ISS, id: 7, name: '=1+1', mission: undefined },
    });
    const [, row] = buildPassCsv([pass], PLACE, STAMP).text.split('\r\n');
    expect(row).toBe(
      '\'=1+1,7,"Zürich, Höngg",,,,2026-11-25T00:00:07.000Z,2026-11-25 00:00:07,359.8,,,,3,600,Daylight,,,,,0.5,1.8',
    );
  });
});
