import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORBITAL_ELEMENTS } from '../../../../src/shared/entities/satellites.ts';
import { readOmm, readTle } from '../../../../src/shared/orbit/elements.ts';
import reference from '../../../reference/elements.json';
import { edited, tleOf, unwrap } from './flights.ts';

const ISS = ORBITAL_ELEMENTS.iss;
const [LINE_1, LINE_2] = tleOf('iss');

describe('elements from an OMM', () => {
  it.each([
    ['iss-2026-10-06', 'iss'],
    ['orbita-1', 'orbita'],
  ] as const)('are the published set %s in the mission', (set, id) => {
    const { omm } = reference.sets[set];
    expect(ORBITAL_ELEMENTS[id]).toEqual(omm);
    expect(unwrap(readOmm(omm))).toMatchObject({
      EPOCH: omm.EPOCH,
      MEAN_MOTION: omm.MEAN_MOTION,
      ECCENTRICITY: omm.ECCENTRICITY,
      BSTAR: omm.BSTAR,
    });
  });

  it('may come in an array of one, as CelesTrak answers', () => {
    expect(readOmm([ISS])).toEqual(readOmm(ISS));
  });

  it('may come with texts for numbers, as Space-Track answers', () => {
    const texts = Object.fromEntries(Object.entries(ISS).map(([key, value]) => [key, String(value)]));
    expect(readOmm(texts)).toEqual(readOmm(ISS));
    expect(readOmm(ISS).ok).toBe(true);
  });

  it('may have spaces around their texts', () => {
    const spaced = { ...ISS, OBJECT_ID: ' 1998-067A ', EPOCH: ` ${ISS.EPOCH} ` };
    expect(readOmm(spaced)).toEqual(readOmm(ISS));
  });

  it('may lack what SGP4 does not need', () => {
    const { MEAN_MOTION_DOT, MEAN_MOTION_DDOT, ELEMENT_SET_NO, REV_AT_EPOCH, OBJECT_ID, ...needed } = ISS;
    expect(readOmm(needed)).toMatchObject({ ok: true, value: { MEAN_MOTION_DOT: 0, OBJECT_ID: '' } });
  });

  it.each([
    ['EPOCH', undefined, 'EPOCH is missing'],
    ['MEAN_MOTION', undefined, 'MEAN_MOTION is missing'],
    ['BSTAR', null, 'BSTAR is missing'],
    ['ECCENTRICITY', 1, 'ECCENTRICITY is 1, but must be at least 0 and below 1'],
    ['ECCENTRICITY', -0.001, 'ECCENTRICITY is -0.001, but must be at least 0 and below 1'],
    ['ECCENTRICITY', '1.5', 'ECCENTRICITY is "1.5", but must be at least 0 and below 1'],
    ['MEAN_MOTION', 0, 'MEAN_MOTION is 0, but must be positive'],
    ['MEAN_MOTION', -15, 'MEAN_MOTION is -15, but must be positive'],
    ['MEAN_MOTION', '', 'MEAN_MOTION is "", which is not a number'],
    ['MEAN_MOTION', '0x10', 'MEAN_MOTION is "0x10", which is not a number'],
    ['MEAN_MOTION', true, 'MEAN_MOTION is true, which is not a number'],
    ['MEAN_MOTION', [15], 'MEAN_MOTION is a value of the wrong type, which is not a number'],
    ['INCLINATION', 180.001, 'INCLINATION is 180.001, but must be 0 to 180 degrees'],
    ['INCLINATION', -1, 'INCLINATION is -1, but must be 0 to 180 degrees'],
    ['RA_OF_ASC_NODE', 361, 'RA_OF_ASC_NODE is 361, but must be an angle of -360 to 360 degrees'],
    ['MEAN_ANOMALY', Number.NaN, 'MEAN_ANOMALY is NaN, which is not a number'],
    ['ARG_OF_PERICENTER', Number.POSITIVE_INFINITY, 'ARG_OF_PERICENTER is Infinity, which is not finite'],
    ['BSTAR', '1e999', 'BSTAR is "1e999", which is not finite'],
    ['EPOCH', 'yesterday', 'EPOCH is "yesterday", which is not a date'],
    ['EPOCH', '2026-02-30T00:00:00', 'EPOCH is "2026-02-30T00:00:00", which is not a date'],
    ['EPOCH', '2026-10-06', 'EPOCH is "2026-10-06", which is not a date'],
    ['EPOCH', '1926-10-06T00:00:00', 'EPOCH is "1926-10-06T00:00:00", which is not a date of 1957 to 2099'],
    ['EPOCH', '2026-10-06T25:00:00', 'EPOCH is "2026-10-06T25:00:00", which is not a date'],
    ['EPOCH', '2026-10-06T12:44Z', 'EPOCH is "2026-10-06T12:44Z", which is not a date'],
    ['EPOCH', '2100-01-01T00:00:00', 'EPOCH is "2100-01-01T00:00:00", which is not a date of 1957 to 2099'],
    ['EPOCH', 'x'.repeat(50), `EPOCH is "${'x'.repeat(40)}", which is not a date`],
    [
      'EPOCH',
      `2026-10-06T12:44:07.${'0'.repeat(21)}`,
      'EPOCH is "2026-10-06T12:44:07.00000000000000000000", which is not a date',
    ],
    ['OBJECT_ID', 'x'.repeat(101), `OBJECT_ID is "${'x'.repeat(40)}", which is too long`],
    ['EPOCH', 1_791_290_647, 'EPOCH is 1791290647, which is not a date'],
    ['NORAD_CAT_ID', 25544.5, 'NORAD_CAT_ID is 25544.5, but must be whole'],
    ['EPHEMERIS_TYPE', 4, 'EPHEMERIS_TYPE is 4, but only 0 (SGP4) can be propagated'],
    ['REF_FRAME', 'ICRF', 'REF_FRAME is "ICRF", but must be TEME'],
  ])('with %s of %s are refused, naming satellite and field', (field, value, message) => {
    const result = readOmm({ ...ISS, [field]: value });
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining(`ISS (ZARYA): ${message}`) });
  });

  it.each([
    ['ECCENTRICITY', 0],
    ['INCLINATION', 0],
    ['INCLINATION', 180],
    ['RA_OF_ASC_NODE', 360],
    ['RA_OF_ASC_NODE', -360],
    ['EPOCH', '1957-10-04T19:28:34Z'],
    ['EPOCH', `2026-10-06T12:44:07.${'1'.repeat(20)}`],
    ['OBJECT_ID', 'x'.repeat(100)],
    ['EPOCH', '2099-12-31T23:59:59.999999'],
  ])('may have the extreme value of %s, %s', (field, value) => {
    expect(readOmm({ ...ISS, [field]: value })).toMatchObject({ ok: true, value: { [field]: value } });
  });

  it.each([
    [{ NORAD_CAT_ID: 25544 }, 'Satellite 25544: OBJECT_NAME is missing.'],
    [{ NORAD_CAT_ID: '25544' }, 'Satellite 25544: OBJECT_NAME is missing.'],
    [{ NORAD_CAT_ID: '9'.repeat(50) }, `Satellite ${'9'.repeat(20)}: OBJECT_NAME is missing.`],
    [{ NORAD_CAT_ID: null }, 'Unnamed satellite: OBJECT_NAME is missing.'],
    [{ OBJECT_NAME: ' ' }, 'Satellite 25544: OBJECT_NAME is " ", which is empty.'],
    [{ OBJECT_NAME: ' ISS ', EPOCH: undefined }, 'ISS: EPOCH is missing.'],
    [
      { OBJECT_NAME: 'I'.repeat(101) },
      `${'I'.repeat(100)}: OBJECT_NAME is "${'I'.repeat(40)}", which is too long.`,
    ],
  ])('are named in a refusal by their known fields: %j', (change, message) => {
    expect(readOmm({ ...ISS, OBJECT_NAME: undefined, ...change })).toEqual({ ok: false, message });
  });

  it.each([
    ['a text', 'No GP data found', 'The message contains no orbital elements.'],
    ['nothing', undefined, 'The message contains no orbital elements.'],
    ['an empty list', [], 'The message contains 0 sets of orbital elements instead of one.'],
    ['two sets', [ISS, ISS], 'The message contains 2 sets of orbital elements instead of one.'],
    ['a list of texts', ['ISS'], 'The message contains no orbital elements.'],
  ])('are not found in %s', (_, input, message) => {
    expect(readOmm(input)).toEqual({ ok: false, message });
  });

  it('never throw for any input (seed 3)', () => {
    const field = fc.constantFrom(...Object.keys(ISS));
    fc.assert(
      fc.property(fc.array(fc.tuple(field, fc.anything()), { maxLength: 4 }), (changes) => {
        const result = readOmm({ ...ISS, ...Object.fromEntries(changes) });
        if (!result.ok) expect(result.message).toMatch(/^.+: [A-Z_]+ is .+\.$/s);
      }),
      { numRuns: 1000, seed: 3 },
    );
    fc.assert(
      fc.property(fc.anything(), (input) => {
        expect(readOmm(input).ok).toBe(false);
      }),
      { numRuns: 1000, seed: 3 },
    );
  });
});

describe('elements from a TLE', () => {
  it.each(['iss', 'orbita'] as const)('are those of the OMM of %s, as far as a TLE has digits', (id) => {
    const [line1, line2] = tleOf(id);
    const fromTle = unwrap(readTle(line1, line2, 'name'));
    const fromOmm = unwrap(readOmm(ORBITAL_ELEMENTS[id]));
    for (const key of ['OBJECT_ID', 'NORAD_CAT_ID', 'EPOCH', 'MEAN_MOTION', 'MEAN_MOTION_DOT'] as const) {
      expect(fromTle[key], key).toBe(fromOmm[key]);
    }
    for (const key of ['INCLINATION', 'RA_OF_ASC_NODE', 'ARG_OF_PERICENTER', 'MEAN_ANOMALY'] as const) {
      expect(fromTle[key], key).toBe(fromOmm[key]);
    }
    expect(Math.abs(Number(fromTle.ECCENTRICITY) - Number(fromOmm.ECCENTRICITY))).toBeLessThan(0.51e-7);
    expect(Math.abs(Number(fromTle.BSTAR) - Number(fromOmm.BSTAR))).toBeLessThan(0.51e-9);
  });

  it('take the name above them, or the catalogue number', () => {
    expect(readTle(LINE_1, LINE_2, '0 ISS (ZARYA)')).toMatchObject({ value: { OBJECT_NAME: 'ISS (ZARYA)' } });
    expect(readTle(LINE_1, LINE_2)).toMatchObject({ value: { OBJECT_NAME: 'Satellite 25544' } });
    expect(readTle(LINE_1, LINE_2, ' COSMOS 10 B ')).toMatchObject({ value: { OBJECT_NAME: 'COSMOS 10 B' } });
  });

  it.each([
    ['1 25544U', '', 'Satellite 25544: TLE line 1 has 8 characters instead of 69.'],
    ['1     5U', '', 'Satellite 5: TLE line 1 has 8 characters instead of 69.'],
    ['', '', 'Satellite without a name: TLE line 1 has 0 characters instead of 69.'],
    ['', 'I'.repeat(120), `${'I'.repeat(100)}: TLE line 1 has 0 characters instead of 69.`],
  ])('are named in a refusal by their known fields: "%s", "%s"', (line1, name, message) => {
    expect(readTle(line1, LINE_2, name)).toEqual({ ok: false, message });
  });

  it.each([
    [' 94937-4', 9.4937e-5],
    ['-11606-4', -1.1606e-5],
    ['+11606-4', 1.1606e-5],
    [' 10000 0', 0.1],
    [' 10000+1', 1],
    [' 00000-0', 0],
  ])('read the drag term "%s" as %d', (text, bstar) => {
    const result = readTle(edited(LINE_1, 54, text), LINE_2);
    expect(result.ok && result.value.BSTAR).toBeCloseTo(bstar, 12);
  });

  it.each([
    ['0006869', 0.0006869],
    ['   6869', 0.0006869],
  ])('read the eccentricity "%s" as %d', (text, eccentricity) => {
    const result = readTle(LINE_1, edited(LINE_2, 27, text));
    expect(result).toMatchObject({ ok: true, value: { ECCENTRICITY: eccentricity } });
  });

  it.each([
    ['98067A  ', '1998-067A'],
    ['57001ABC', '1957-001ABC'],
    ['56001A  ', '2056-001A'],
    ['        ', ''],
  ])('read the designator "%s" as "%s"', (text, id) => {
    expect(readTle(edited(LINE_1, 10, text), LINE_2)).toMatchObject({ ok: true, value: { OBJECT_ID: id } });
  });

  it('may end in spaces or a line break', () => {
    expect(readTle(`${LINE_1}\r\n`, `${LINE_2}  `)).toEqual(readTle(LINE_1, LINE_2));
  });

  it.each([
    ['A0001', 100_001],
    ['H9999', 179_999],
    ['J0000', 180_000],
    ['N0000', 220_000],
    ['P0000', 230_000],
    ['Z9999', 339_999],
    ['    5', 5],
  ])('read the catalogue number %s as %d', (text, id) => {
    const result = readTle(edited(LINE_1, 3, text), edited(LINE_2, 3, text));
    expect(result).toMatchObject({ ok: true, value: { NORAD_CAT_ID: id } });
  });

  it.each([
    ['57001.00000000', '1957-01-01T00:00:00.000000'],
    ['56366.99999999', '2056-12-31T23:59:59.999136'],
    ['00366.50000000', '2000-12-31T12:00:00.000000'],
    ['  1.00000001', '2026-01-01T00:00:00.000864', 21],
  ])('keep the epoch %s exactly', (text, expected, column = 19) => {
    const result = readTle(edited(LINE_1, column, text), LINE_2);
    expect(result).toMatchObject({ ok: true, value: { EPOCH: expected } });
  });

  const BAD_LINES: readonly (readonly [string, string, string, string])[] = [
    [
      'a wrong digit',
      LINE_1.replace('98067A', '98068A'),
      LINE_2,
      'TLE line 1 has a bad checksum: 1 instead of 2',
    ],
    ['a missing character', LINE_1, LINE_2.slice(0, -1), 'TLE line 2 has 68 characters instead of 69'],
    ['lines in the wrong order', LINE_2, LINE_1, 'TLE line 1 starts with "2 " instead of "1 "'],
    ['the same line twice', LINE_1, LINE_1, 'TLE line 2 starts with "1 " instead of "2 "'],
    ['no lines', '', '', 'TLE line 1 has 0 characters instead of 69'],
    [
      'another satellite',
      LINE_1,
      edited(LINE_2, 3, '25545'),
      'belong to different satellites: 25544 and 25545',
    ],
    ['a letter I', edited(LINE_1, 3, 'I0001'), LINE_2, 'columns 3 to 7: the catalogue number reads "I0001"'],
    ['a bad day', edited(LINE_1, 21, '27x'), LINE_2, 'columns 21 to 32: the day of the epoch reads "27x.'],
    ['day 0', edited(LINE_1, 21, '000'), LINE_2, 'the year of the epoch has no day 000'],
    ['day 366 of 2026', edited(LINE_1, 21, '366'), LINE_2, 'the year of the epoch has no day 366'],
    ['a bad drag term', edited(LINE_1, 54, '  94937-4'), LINE_2, 'columns 54 to 61: the drag term reads'],
    ['another theory', edited(LINE_1, 63, '4'), LINE_2, 'EPHEMERIS_TYPE is 4, but only 0 (SGP4)'],
    [
      'a steep orbit',
      LINE_1,
      edited(LINE_2, 9, '181.0000'),
      'INCLINATION is "181.0000", but must be 0 to 180',
    ],
    ['a shifted column', LINE_1, edited(LINE_2, 9, '  51.6312'), 'columns 9 to 16: the inclination reads'],
    ['no space between', LINE_1, edited(LINE_2, 17, '0'), 'TLE line 2: column 17 should be empty'],
    ['a bad eccentricity', LINE_1, edited(LINE_2, 27, '.006869'), 'columns 27 to 33: the eccentricity reads'],
    [
      'no motion',
      LINE_1,
      edited(LINE_2, 53, ' 0.00000000'),
      'MEAN_MOTION is " 0.00000000", but must be positive',
    ],
  ];

  it.each(BAD_LINES)('with %s are refused, naming satellite, line and field', (_, line1, line2, message) => {
    const result = readTle(line1, line2, 'ISS (ZARYA)');
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining(message) });
    expect(result).toMatchObject({ message: expect.stringMatching(/^ISS \(ZARYA\): /) });
  });

  it('never throw, and detect any single wrong digit (seed 4)', () => {
    fc.assert(
      fc.property(fc.nat({ max: 68 }), fc.nat({ max: 9 }), fc.boolean(), (column, digit, isFirst) => {
        const line = isFirst ? LINE_1 : LINE_2;
        fc.pre(/\d/.test(line.charAt(column)) && line.charAt(column) !== String(digit));
        const wrong = line.slice(0, column) + digit + line.slice(column + 1);
        expect((isFirst ? readTle(wrong, LINE_2) : readTle(LINE_1, wrong)).ok).toBe(false);
      }),
      { numRuns: 500, seed: 4 },
    );
  });

  it('never throw on edited lines with a corrected checksum (seed 5)', () => {
    const edit = fc.record({
      column: fc.integer({ min: 1, max: 68 }),
      text: fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...'0123456789 .-+AIZ') }),
    });
    fc.assert(
      fc.property(edit, edit, ({ column, text }, second) => {
        const line1 = edited(LINE_1, column, text);
        const result = readTle(line1, edited(LINE_2, second.column, second.text), 'ISS');
        if (!result.ok) expect(result.message).toMatch(/^ISS: .+\.$/);
      }),
      { numRuns: 1000, seed: 5 },
    );
    fc.assert(
      fc.property(fc.string(), fc.string(), (line1, line2) => {
        expect(readTle(line1, line2).ok).toBe(false);
      }),
      { seed: 5 },
    );
  });
});
