import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORBITAL_ELEMENTS } from '../../../../src/shared/entities/satellites.ts';
import type { OrbitalElements } from '../../../../src/shared/orbit/elements.ts';
import {
  LONGEST_ELEMENTS_TEXT,
  MOST_SATELLITES,
  readElements,
} from '../../../../src/shared/orbit/elements-text.ts';
import { ndmXml, ommCsv, ommKvn, ommXml, spaceTrackJson } from '../../../support/elements-texts.ts';
import { edited, tleOf } from './flights.ts';

const ISS = ORBITAL_ELEMENTS.iss;
const BOTH = [ISS, ORBITAL_ELEMENTS.orbita];
const [ISS_1, ISS_2] = tleOf('iss');
const [ORBITA_1, ORBITA_2] = tleOf('orbita');

const namesIn = (text: string): readonly string[] =>
  readElements(text).elements.map(({ OBJECT_NAME: name }) => name);

/** Returns the elements without fields that no computation uses. */
const clean = (sets: readonly OrbitalElements[]) => ({
  elements: sets.map(({ CLASSIFICATION_TYPE: _, ...set }) => expect.objectContaining(set)),
  problems: [],
});

/** Returns a message with another number or name, as the formats carry it. */
const variant = (change: object): OrbitalElements => ({ ...ISS, ...change }) as OrbitalElements;

/** Returns this many satellites, with catalogue numbers from 1. */
const many = (count: number): readonly OrbitalElements[] =>
  Array.from({ length: count }, (_, index) =>
    variant({ OBJECT_NAME: `SAT ${index}`, NORAD_CAT_ID: index + 1 }),
  );

describe('elements in a text of messages', () => {
  it.each([
    ['JSON of CelesTrak', JSON.stringify(BOTH)],
    ['indented JSON with a byte order mark', `\uFEFF${JSON.stringify(BOTH, null, 2)}\n`],
    ['JSON of Space-Track', spaceTrackJson(BOTH)],
    ['XML', ndmXml(BOTH)],
    ['XML with a namespace', ndmXml(BOTH).replaceAll(/<(\/?)(?=[a-zA-Z])/g, '<$1ndm:')],
    ['XML with comments', ndmXml(BOTH).replaceAll('<data>', '<!-- <omm> --><data>')],
    ['KVN', ommKvn(BOTH)],
    ['KVN with Windows line ends', ommKvn(BOTH).replaceAll('\n', '\r\n')],
    ['KVN without versions', ommKvn(BOTH).replaceAll(/CCSDS_OMM_VERS.*\n/g, '')],
    ['CSV', ommCsv(BOTH)],
    ['CSV with semicolons', ommCsv(BOTH, ';')],
    ['CSV copied from a spreadsheet', ommCsv(BOTH, '\t')],
    ['CSV with quotes', ommCsv(BOTH).replaceAll(/[^,\r\n]+/g, '"$&"')],
  ])('are read from %s', (_, text) => {
    expect(readElements(text)).toEqual(clean(BOTH));
  });

  it('may be one message', () => {
    expect(readElements(JSON.stringify(ISS))).toEqual(clean([ISS]));
    expect(readElements(ommXml(ISS))).toEqual(clean([ISS]));
  });

  it('may have units in KVN', () => {
    const text = ommKvn([ISS]).replace(/^(INCLINATION = .*)$/m, '$1 [deg]');
    expect(readElements(text)).toEqual(clean([ISS]));
  });

  it('may have any name', () => {
    const name = 'A & B <"C"> [D], E = F';
    const named = [variant({ OBJECT_NAME: name })];
    expect(namesIn(JSON.stringify(named))).toEqual([name]);
    expect(namesIn(ndmXml(named))).toEqual([name]);
    expect(namesIn(ndmXml([variant({ OBJECT_NAME: 'x' })]).replace('>x<', '>&#83;&#x41;T<'))).toEqual([
      'SAT',
    ]);
    expect(namesIn(ommKvn(named))).toEqual([name]);
    const quoted = ommCsv([variant({ OBJECT_NAME: `"${name.replaceAll('"', '""')}"` })]);
    expect(namesIn(quoted)).toEqual([name]);
  });

  it('have a name without control characters, changes of direction, line ends and stacks of marks', () => {
    const name = `\u0000\u202eX \r\n\ud800Y${'\u0301'.repeat(90)}`;
    const plain = `X  Y${'\u0301'.repeat(8)}`;
    const named = [variant({ OBJECT_NAME: name, OBJECT_ID: '\u202e1998-067A' })];
    for (const text of [JSON.stringify(named), spaceTrackJson(named)])
      expect(readElements(text)).toEqual(clean([variant({ OBJECT_NAME: plain, OBJECT_ID: '1998-067A' })]));
    expect(namesIn(ndmXml([variant({ OBJECT_NAME: 'x' })]).replace('>x<', '>&#0;&#x202e;S&#13;T<'))).toEqual([
      'S T',
    ]);
  });

  it('tell a problem without control characters and changes of direction', () => {
    const text = JSON.stringify([variant({ OBJECT_NAME: 'BAD\u202e\u0007', REF_FRAME: '\u202eICRF' })]);
    expect(readElements(text).problems).toEqual([
      expect.stringMatching(/^Entry 1: BAD: REF_FRAME is "ICRF", but must be TEME\./),
    ]);
    expect(readElements(`${ISS_1}\n${ISS_2}\n\u202eA`).problems).toEqual([
      expect.stringMatching(/^Line 3: "A" is not followed by/),
    ]);
  });

  it.each(['', ' ', '\u200b', '\u2060 \u00ad'])(
    'are named by their catalogue number without a name: %j',
    (name) => {
      const nameless = [variant({ OBJECT_NAME: name })];
      for (const text of [JSON.stringify(nameless), ndmXml(nameless), ommKvn(nameless), ommCsv(nameless)]) {
        expect(namesIn(text)).toEqual(['Satellite 25544']);
      }
    },
  );

  it('cost only themselves when they are bad', () => {
    const three = [variant({ NORAD_CAT_ID: 1 }), variant({ OBJECT_NAME: 'BAD', INCLINATION: 181 }), ISS];
    const fault =
      'BAD: INCLINATION is .*181.*, but must be 0 to 180 degrees\\. Correct it, or get the satellite';
    for (const [text, place] of [
      [JSON.stringify(three), 'Entry 2'],
      [spaceTrackJson(three), 'Entry 2'],
      [ndmXml(three), 'Line 10'],
      [ommKvn(three), 'Line 26'],
      [ommCsv(three), 'Line 3'],
    ] as const) {
      const { elements, problems } = readElements(text);
      expect(elements).toHaveLength(2);
      expect(problems).toEqual([expect.stringMatching(new RegExp(`^${place}: ${fault}`))]);
    }
  });

  it.each([
    ['an entry that is none', '[1]', 'Entry 1: It is no object with the fields of an OMM.'],
    ['an answer without data', 'No GP data found', 'The text has no orbital elements in a known format.'],
    ['an empty list', '[]', 'The text has no satellites.'],
    ['a table without rows', ommCsv([]), 'The text has no satellites.'],
    ['JSON that was cut off', JSON.stringify(BOTH).slice(0, -9), 'The JSON is incomplete or damaged.'],
    ['XML that was cut off', ommXml(ISS).slice(0, 300), 'Line 1: The message has no end (</omm>).'],
    ['a web page', '<!doctype html><p>Sign in</p>', 'The text is XML or a web page without <omm> messages.'],
    ['a row that was cut off', ommCsv([ISS]).slice(0, 300), 'Line 2: It has '],
    ['nothing', ' \n', 'The text is empty.'],
  ])('are not found in %s, and it says so', (_, text, problem) => {
    const { elements, problems } = readElements(text);
    expect(elements).toEqual([]);
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(problems[0]).toMatch(/(Paste|Copy|Correct|Look) .+\.$/);
  });

  it('keep the others when a tag is broken', () => {
    const text = ndmXml([...many(2), ISS]).replace('</EPOCH>', '<EPOCH>');
    const { elements, problems } = readElements(text);
    expect(elements.map(({ OBJECT_NAME: name }) => name)).toEqual(['SAT 1', ISS.OBJECT_NAME]);
    expect(problems).toEqual([expect.stringContaining('SAT 0: EPOCH is missing.')]);
  });

  it('that give no orbit are told', () => {
    const { elements, problems } = readElements(JSON.stringify([variant({ MEAN_MOTION: 18 }), ...many(1)]));
    expect(elements).toHaveLength(1);
    expect(problems).toEqual([expect.stringMatching(/^Entry 1: ISS \(ZARYA\): at the epoch .*has decayed/)]);
  });
});

describe('elements in a text of two-line sets', () => {
  it.each([
    ['names', [ISS.OBJECT_NAME, ISS_1, ISS_2, 'ORBITA-1', ORBITA_1, ORBITA_2], ['ISS (ZARYA)', 'ORBITA-1']],
    ['names with a zero', [`0 ${ISS.OBJECT_NAME}`, ISS_1, ISS_2], ['ISS (ZARYA)']],
    ['no names', [ISS_1, ISS_2, ORBITA_1, ORBITA_2], ['Satellite 25544', 'Satellite 99999']],
    ['some names', [ISS_1, ISS_2, 'ORBITA-1', ORBITA_1, ORBITA_2], ['Satellite 25544', 'ORBITA-1']],
    ['empty lines and comments', ['# ISS', '', 'A', '', ISS_1, '', ISS_2, ''], ['A']],
    ['indentation', ['  A', `  ${ISS_1}`, `\t${ISS_2}  `], ['A']],
    ['spaces of a web page', ['A', ISS_1.replaceAll(' ', '\u00a0'), ISS_2], ['A']],
  ])('are read with %s', (_, lines, names) => {
    for (const end of ['\n', '\r\n', '\r']) {
      expect(namesIn(lines.join(end))).toEqual(names);
      expect(readElements(lines.join(end)).problems).toEqual([]);
    }
  });

  it('may have alpha-5 numbers and epochs of 1957 and 2056', () => {
    const text = [
      edited(edited(ISS_1, 3, 'A0001'), 19, '57277'),
      edited(ISS_2, 3, 'A0001'),
      edited(edited(ISS_1, 3, 'Z9999'), 19, '56366'),
      edited(ISS_2, 3, 'Z9999'),
    ].join('\n');
    expect(readElements(text)).toMatchObject({
      elements: [
        { NORAD_CAT_ID: 100_001, EPOCH: expect.stringMatching(/^1957-10-04T/) },
        { NORAD_CAT_ID: 339_999, EPOCH: expect.stringMatching(/^2056-12-31T/) },
      ],
      problems: [],
    });
  });

  const BAD = edited(ISS_1, 3, '00001').replace(/.$/, (digit) => String((Number(digit) + 1) % 10));

  it.each([
    ['a bad checksum', ['A', BAD, ISS_2], 'Line 1: A: TLE line 1 has a bad checksum'],
    [
      'a line that was cut off',
      [ISS_1, ISS_2.slice(0, 40)],
      'Line 1: Satellite 25544: TLE line 2 has 40 char',
    ],
    ['no second line', ['A', ISS_1], 'Line 2: TLE line 1 stands without line 2.'],
    ['no first line', ['A', ISS_2], 'Line 2: TLE line 2 stands without line 1.'],
    ['a first line of another form', ['l 25544U', ISS_2], 'Line 2: TLE line 2 stands without line 1.'],
    ['lines of another text', ['See below:', 'my satellite', 'A'], 'Line 1: "See below:" is not followed by'],
  ])('cost only themselves with %s', (_, lines, problem) => {
    const { elements, problems } = readElements([...lines, 'ORBITA-1', ORBITA_1, ORBITA_2].join('\n'));
    expect(elements).toMatchObject([{ OBJECT_NAME: 'ORBITA-1' }]);
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(problems[0]).toMatch(/(Copy|Remove) .+\.$/);
  });

  it('tell a last line that belongs to nothing', () => {
    const { elements, problems } = readElements([ISS_1, ISS_2, 'the end'].join('\n'));
    expect(elements).toHaveLength(1);
    expect(problems).toEqual([expect.stringMatching(/^Line 3: "the end" is not followed by/)]);
  });
});

describe('a text of many elements', () => {
  it('gives the newest set of each satellite, and says that it had more', () => {
    const sets = ['2026-10-07', '2026-10-08', '2026-10-06'].map((day) =>
      variant({ EPOCH: `${day}T00:00:00` }),
    );
    expect(readElements(JSON.stringify(sets))).toMatchObject({
      elements: [{ EPOCH: '2026-10-08T00:00:00' }],
      problems: ['2 sets repeat a satellite of the text. Of each satellite the newest are kept.'],
    });
  });

  it('refuses satellites without a number, by which they are told apart', () => {
    const sets = ['A', 'B'].map((name) => variant({ OBJECT_NAME: name, NORAD_CAT_ID: 0 }));
    expect(readElements(JSON.stringify([...sets, ISS]))).toEqual({
      ...clean([ISS]),
      problems: [
        'Entry 1: A has no catalogue number. Give it one that no other satellite has.',
        'Entry 2: B has no catalogue number. Give it one that no other satellite has.',
      ],
    });
    const lines = [edited(ISS_1, 3, '00000'), edited(ISS_2, 3, '00000')].join('\n');
    expect(readElements(lines).problems).toEqual([
      'Line 1: Satellite 0 has no catalogue number. Give it one that no other satellite has.',
    ]);
  });

  it('gives two hundred satellites in every format', () => {
    const list = many(200);
    for (const text of [spaceTrackJson(list), ndmXml(list), ommKvn(list), ommCsv(list)]) {
      expect(readElements(text)).toMatchObject({ elements: { length: 200 }, problems: [] });
    }
  });

  it('leaves out what is beyond twenty thousand, and says how many', () => {
    const { elements, problems } = readElements(JSON.stringify(many(MOST_SATELLITES + 7)));
    expect(elements).toHaveLength(MOST_SATELLITES);
    expect(problems).toEqual([
      expect.stringMatching(/^7 sets beyond the first 20,000 satellites are left out/),
    ]);
  });

  it('tells fifty problems, and how many more there are', () => {
    const list = many(60).map((set) => ({ ...set, BSTAR: 'x' }));
    const { elements, problems } = readElements(JSON.stringify(list));
    expect(elements).toEqual([]);
    expect(problems).toHaveLength(51);
    expect(problems.at(-1)).toBe('10 more satellites could not be read.');
  });

  it('is refused when it is too long', () => {
    expect(readElements(' '.repeat(LONGEST_ELEMENTS_TEXT + 1))).toEqual({
      elements: [],
      problems: ['The text is longer than 10 million characters. Divide it.'],
    });
  });
});

describe('any text', () => {
  it('gives elements or problems, and never throws (seed 6)', () => {
    const piece = fc.constantFrom(
      ...[
        ISS_1,
        ISS_2,
        'A',
        '\n',
        '<omm',
        '</omm>',
        '<!--',
        '{',
        '[',
        ']',
        ',',
        '"',
        'EPOCH',
        'MEAN_MOTION',
        ' = ',
      ],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }), (pieces) => {
        const { elements, problems } = readElements(pieces.join(''));
        expect(elements.length + problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 700, seed: 6 },
    );
  });
});
