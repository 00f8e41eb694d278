import { beforeAll, describe, expect, it } from 'vitest';
import {
  LONGEST_RECORDING,
  readRecording,
  type SavedRecording,
  writeRecording,
} from '../../../../src/shared/contract/recording.ts';
import { replayCostMs } from '../../../../src/shared/contract/replay-cost.ts';
import { writeSatelliteRow } from '../../../../src/shared/contract/satellite-list.ts';
import type { MissionProfile } from '../../../../src/shared/entities/mission-profile.ts';
import { ORBITAL_ELEMENTS } from '../../../../src/shared/entities/satellites.ts';
import { MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { readOmm } from '../../../../src/shared/orbit/elements.ts';
import { MOST_SATELLITES } from '../../../../src/shared/orbit/elements-text.ts';
import { asPlace } from '../../../../src/ui/mission/places/place-list.ts';
import { later, startMission } from '../../../support/mission.ts';
import { ownPlace, ownStation } from '../../../support/places.ts';
import { recordingOf, simulateInputs, simulateJumps } from '../../../support/recording.ts';
import { syntheticElements } from '../../../support/synthetic-fleet.ts';

/** Returns satellites of all orbits, with groups and every third one hidden. */
const listOfSatellites = (count: number) => ({
  satellites: Array.from({ length: count }, (_, index) => {
    const elements = syntheticElements(index);
    // With the number of digits that CelesTrak gives.
    const read = readOmm({
      ...elements,
      MEAN_MOTION: Number(elements.MEAN_MOTION) + index / 1e8,
      BSTAR: 1.2345e-4,
    });
    if (!read.ok) throw new Error(read.message);
    return {
      elements: read.value,
      isShown: index % 3 > 0,
      groups: ['Weather', 'Mine'].slice(index % 3),
      isFromCelestrak: index % 2 > 0,
    };
  }),
  colours: new Map([
    ['Mine', 1],
    ['Weather', 4],
  ]),
});
const rowOf = (number: number): readonly unknown[] =>
  writeSatelliteRow({
    elements: syntheticElements(number),
    isShown: true,
    groups: [],
    isFromCelestrak: false,
  });

/** Formats such lines as a file. */
const fileOf = (lines: readonly unknown[]): string =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');

describe('a recording that is written and read', () => {
  it.each([
    ['with inputs', simulateInputs],
    ['with jumps, also back', simulateJumps],
  ])('is the same, %s', (_what, live) => {
    const recording = recordingOf(live());
    expect(recording.marks.length).toBeGreaterThan(10);
    expect(readRecording(writeRecording(recording))).toEqual({ ok: true, value: recording });
  });

  it('keeps the elements of a live ISS number by number', () => {
    const session = startMission();
    const { CLASSIFICATION_TYPE: _, ...elements } = { ...ORBITAL_ELEMENTS.iss, MEAN_ANOMALY: 0.1 + 0.2 };
    session.apply({ kind: 'iss-orbit', elements });
    session.apply({ kind: 'iss-orbit' });
    const recording = recordingOf(session);
    expect(recording.entries).toHaveLength(2);
    expect(readRecording(writeRecording(recording))).toEqual({ ok: true, value: recording });
  });

  it('places each hash between the inputs that it includes and those that follow at the same instant', () => {
    const recording = recordingOf(simulateInputs());
    const lines = writeRecording(recording)
      .split('\n')
      .map((line) => (line.includes('"hash"') ? 'hash' : line.includes('"sequence"') ? 'input' : 'other'));
    expect(lines.slice(1, 5)).toEqual(['hash', 'input', 'input', 'hash']);
  });

  it('has the places that were in use; the lines of the mission are the same with and without', () => {
    const recording = recordingOf(simulateInputs());
    const places = { observer: asPlace(ownPlace('Berlin')), stations: [asPlace(ownStation('Dish'))] };
    const file = writeRecording({ ...recording, places });
    expect(readRecording(file)).toEqual({ ok: true, value: { ...recording, places } });
    expect(file.split('\n').slice(1)).toEqual(writeRecording(recording).split('\n').slice(1));
  });

  it('has the satellites that were added, with their groups and colours; nothing else changes', () => {
    const recording = recordingOf(simulateInputs());
    const satellites = listOfSatellites(3);
    const file = writeRecording({ ...recording, satellites });
    expect(readRecording(file)).toEqual({ ok: true, value: { ...recording, satellites } });
    expect(file.split('\n').slice(4)).toEqual(writeRecording(recording).split('\n').slice(1));
  });

  it('of an earlier build can have the ISS among the added satellites, which the mission has', () => {
    const [first, ...others] = listOfSatellites(3).satellites;
    if (!first) throw new Error('no satellite');
    const iss = { ...first, elements: { ...first.elements, NORAD_CAT_ID: 25544 } };
    const satellites = { ...listOfSatellites(3), satellites: [iss, ...others] };
    const read = readRecording(writeRecording({ ...recordingOf(startMission()), satellites }));
    expect(read.ok && read.value.satellites?.satellites).toEqual(others);
  });

  it('has a thousand satellites in less than 200 kB, digit by digit', () => {
    const recording = recordingOf(simulateInputs());
    const satellites = listOfSatellites(1000);
    const file = writeRecording({ ...recording, satellites });
    expect(file.length - writeRecording(recording).length).toBeLessThan(200_000);
    const read = readRecording(file);
    expect(read.ok && read.value.satellites).toEqual(satellites);
  });

  it('with satellites or sent commands needs a build that reads them, without does not', () => {
    const recording = recordingOf(simulateInputs());
    const versionOf = (file: string): unknown => JSON.parse(file.split('\n')[0] ?? '').version;
    expect(versionOf(writeRecording(recording))).toBe(1);
    expect(versionOf(writeRecording({ ...recording, satellites: listOfSatellites(1) }))).toBe(2);
    expect(versionOf(writeRecording({ ...recording, satellites: listOfSatellites(1000) }))).toBe(2);
    expect(versionOf(writeRecording({ ...recording, satellites: listOfSatellites(1001) }))).toBe(4);
    const withProfile = (profile: MissionProfile) =>
      writeRecording({ ...recording, header: { ...recording.header, profile } });
    expect(versionOf(withProfile('none'))).toBe(1);
    expect(versionOf(withProfile('calm'))).toBe(5);
    const [first] = recording.entries;
    if (!first) throw new Error('no entry');
    for (const flown of [
      { kind: 'packets' },
      { kind: 'packets', profile: 'stations' },
      { kind: 'link', profile: 'stations' },
      { kind: 'telecommand', bytes: '1864c0' },
    ] as const) {
      const entries = [{ ...first, input: flown }, ...recording.entries.slice(1)];
      const flownFile = writeRecording({ ...recording, entries });
      expect(versionOf(flownFile)).toBe(6);
      const readFlown = readRecording(flownFile);
      expect(readFlown.ok && readFlown.value.entries[0]?.input).toEqual(flown);
    }
    const input = { kind: 'operation', name: 'sendCommand', input: { name: 'Thermal Control' } } as const;
    const withSent = { ...recording, entries: [{ ...first, input }, ...recording.entries.slice(1)] };
    const file = writeRecording(withSent);
    expect(versionOf(file)).toBe(3);
    const read = readRecording(file);
    expect(read.ok && read.value.entries[0]?.input).toMatchObject(input);
  });

  it('is read without what a later build adds to its first line', () => {
    const recording = recordingOf(simulateInputs());
    const [first = '', ...rest] = writeRecording(recording).split('\n');
    const file = [JSON.stringify({ ...JSON.parse(first), later: { more: 1 } }), ...rest].join('\n');
    expect(readRecording(file)).toEqual({ ok: true, value: recording });
  });

  it('costs to replay what it lives through, and more for a ground network, operations and jumps', () => {
    const lived = replayCostMs(recordingOf(simulateInputs()));
    expect(lived).toBeGreaterThan(15 * MS_PER_MIN + 250 + 30 * MS_PER_MIN);
    expect(lived).toBeLessThan(50 * MS_PER_MIN);
    const cost = replayCostMs(recordingOf(simulateJumps()));
    expect(cost).toBeGreaterThan(2 * MS_PER_H);
    expect(cost).toBeLessThan(MS_PER_DAY);
  });

  /** Returns an hour with commands in its first minute, each followed by a hash or not. */
  const queueing = (
    count: number,
    isHashed: boolean,
    name: 'queueCommand' | 'sendCommand' = 'queueCommand',
  ): SavedRecording => {
    const { header, ...recording } = recordingOf(startMission());
    const entries = Array.from({ length: count }, (_, index) => ({
      time: later(index),
      origin: 'console',
      sequence: index + 1,
      input: {
        kind: 'operation',
        name,
        input: { name: 'Thermal Control', scheduledTime: '2026-11-21T18:00' },
      } as const,
    }));
    const hash = '0'.repeat(16);
    const marks = entries.map(({ time }, index) => ({ time, entryCount: index + 1, hash }));
    return { ...recording, header, entries, marks: isHashed ? marks : [], time: later(MS_PER_H) };
  };

  it('costs more the more commands it queues, and the more of them each hash includes', () => {
    const costOf = (count: number, isHashed: boolean) => replayCostMs(queueing(count, isHashed)) - MS_PER_H;
    expect(costOf(0, true)).toBe(0);
    // A busy shift costs less than two hours.
    expect(costOf(500, true)).toBeLessThan(2 * MS_PER_H);
    // Each command copies the list of those before it, and each hash reads it.
    expect(costOf(16_000, false)).toBeGreaterThan(2 * costOf(8000, false));
    expect(costOf(16_000, true)).toBeGreaterThan(2 * costOf(16_000, false));
    // Sent and queued commands have the same cost.
    const sent = replayCostMs(queueing(16_000, true, 'sendCommand')) - MS_PER_H;
    expect(sent).toBe(costOf(16_000, true));
    // This took 23 s, where a day takes 3 s.
    expect(costOf(18_000, true)).toBeGreaterThan(7 * MS_PER_DAY);
    expect(costOf(18_000, false)).toBeLessThan(7 * MS_PER_DAY);
  });
});

describe('a file is refused in words', () => {
  let lines: readonly string[] = [];
  beforeAll(() => {
    lines = writeRecording(recordingOf(simulateInputs())).trimEnd().split('\n');
  });

  const withSatellites = (...rows: readonly (readonly unknown[])[]) =>
    fileOf(lines.toSpliced(1, 0, ...rows.map((satellite) => JSON.stringify({ satellite }))));
  type Line = Record<string, unknown>;
  const lineOf = (index: number): Line => JSON.parse(lines[index] ?? '');
  /** Returns the file with one line replaced. */
  const withLine = (index: number, line: unknown): string => fileOf(lines.with(index, line as string));
  const change = (index: number, members: object): string =>
    withLine(index, { ...lineOf(index), ...members });
  const changeInput = (index: number, members: object): string =>
    change(index, { input: { ...(lineOf(index).input as object), ...members } });
  const otherIss = (members: object) => ({
    elements: { ...ORBITAL_ELEMENTS, iss: { ...ORBITAL_ELEMENTS.iss, ...members } },
  });

  // The first command is queued in line 3, the fault injected in line 7, the note logged in line 11.
  it.each<[string, () => string, string]>([
    ['empty', () => '', 'This is not a recording of ORBITA-1.'],
    ['foreign text', () => 'Section,Name,Value\r\n', 'This is not a recording of ORBITA-1.'],
    ['foreign JSON', () => '{"schemaVersion":1}\n', 'This is not a recording of ORBITA-1.'],
    [
      'a newer version',
      () => change(0, { version: 7 }),
      'The recording has version 7 of its format. This build reads version 6: a newer build is needed.',
    ],
    [
      'a version that is none',
      () => change(0, { version: '1' }),
      'Line 1 of the recording: version is not valid.',
    ],
    [
      'other elements',
      () => change(0, otherIss({ MEAN_MOTION: 15.4 })),
      'The recording was made with other orbital elements of the ISS. Open it with the build that made it: "test build".',
    ],
    [
      'impossible elements',
      () => change(0, otherIss({ ECCENTRICITY: 2 })),
      'Line 1 of the recording: elements.iss are not orbital elements.',
    ],
    [
      'a seed that is none',
      () => change(0, { seed: 1.5 }),
      'Line 1 of the recording: seed is not a whole number.',
    ],
    [
      'places that are none',
      () => change(0, { places: 'Berlin' }),
      'Line 1 of the recording: There is no list of stations.',
    ],
    [
      'a place off the Earth',
      () => change(0, { places: { stations: [{ ...ownStation('Dish'), latitude: 100 }] } }),
      'Line 1 of the recording: Station 1 has no latitude from -90 to 90°.',
    ],
    [
      'too many places',
      () => change(0, { places: { stations: Array.from({ length: 51 }, () => ownStation('Dish')) } }),
      'Line 1 of the recording: There are more than 50 own stations.',
    ],
    [
      'a satellite that is none',
      () => withSatellites(['TEST', 3]),
      'Line 2 of the recording: it is not a satellite.',
    ],
    [
      'a satellite with bad elements',
      () => withSatellites(rowOf(1).with(5, 1.5)),
      'Line 2 of the recording: TEST 1: ECCENTRICITY is 1.5, but must be at least 0 and below 1.',
    ],
    [
      'a satellite with a long text',
      () => withSatellites(rowOf(1).with(1, 'x'.repeat(101))),
      `Line 2 of the recording: TEST 1: OBJECT_ID is "${'x'.repeat(40)}", which is too long.`,
    ],
    [
      'a satellite with groups that are none',
      () => withSatellites([...rowOf(1), 7]),
      'Line 2 of the recording: it has no valid groups.',
    ],
    [
      'a satellite twice',
      () => withSatellites(rowOf(1), rowOf(1)),
      'Line 3 of the recording: the satellite 50001 is there twice.',
    ],
    [
      'too many satellites',
      () => withSatellites(...Array.from({ length: MOST_SATELLITES + 1 }, (_, index) => rowOf(index))),
      'Line 20002 of the recording: it has more than 20000 satellites.',
    ],
    [
      'a satellite that comes late',
      () => fileOf(lines.toSpliced(4, 0, JSON.stringify({ satellite: rowOf(1) }))),
      'Line 5 of the recording: a satellite comes after the mission has begun.',
    ],
    [
      'colours that are none',
      () => change(0, { groupColours: [['Weather', 'red']] }),
      'Line 1 of the recording: groupColours are not colours of groups.',
    ],
    ['no end', () => fileOf(lines.slice(0, -1)), 'The recording is incomplete: its end is missing.'],
    ['cut in a line', () => fileOf(lines).slice(0, 2500), 'The recording is incomplete: its end is missing.'],
    ['only a header', () => lines[0] ?? '', 'The recording is incomplete: its end is missing.'],
    ['no JSON', () => withLine(2, '{"time":'), 'Line 3 of the recording: it is not JSON.'],
    ['NaN', () => withLine(2, '{"time":NaN}'), 'Line 3 of the recording: it is not JSON.'],
    ['no object', () => withLine(2, '[1]'), 'Line 3 of the recording: it is not a JSON object.'],
    ['an empty line', () => withLine(2, ''), 'Line 3 of the recording: it is not JSON.'],
    [
      'a prototype',
      () => withLine(2, '{"time":1,"__proto__":{"polluted":1}}'),
      'Line 3 of the recording: it has the key "__proto__".',
    ],
    [
      'deep nesting',
      () => withLine(2, `{"time":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
      'Line 3 of the recording: it is nested too deeply.',
    ],
    [
      'a huge line',
      () => change(2, { more: 'x'.repeat(100_000) }),
      'Line 3 of the recording: it is too long.',
    ],
    [
      'a huge text',
      () => changeInput(2, { input: { name: 'x'.repeat(20_001), scheduledTime: '' } }),
      'Line 3 of the recording: input.input is too long.',
    ],
    [
      'an endless time',
      () => withLine(2, (lines[2] ?? '').replace(/"time":\d+/, '"time":1e999')),
      'Line 3 of the recording: time is not a time of the years 1970 to 2199.',
    ],
    ['a missing time', () => change(2, { time: undefined }), 'Line 3 of the recording: time is missing.'],
    [
      'an unknown operation',
      () => changeInput(2, { name: 'explode' }),
      'Line 3 of the recording: input.name is not an operation.',
    ],
    [
      'an input of another operation',
      () => changeInput(2, { name: 'cancelCommand' }),
      'Line 3 of the recording: input.input is not a text.',
    ],
    [
      'an unknown kind of input',
      () => changeInput(2, { kind: 'wish' }),
      'Line 3 of the recording: input.kind is not an input of a mission.',
    ],
    [
      'a number of the sample data',
      () => changeInput(2, { number: 5 }),
      'Line 3 of the recording: input.number is no number of several consoles.',
    ],
    [
      'a number that leaves none for what follows',
      () => changeInput(2, { number: Number.MAX_SAFE_INTEGER }),
      'Line 3 of the recording: input.number is no number of several consoles.',
    ],
    [
      'a fault injected and cleared',
      () => changeInput(6, { clear: 'wheel-friction' }),
      'Line 7 of the recording: input must inject or clear a fault.',
    ],
    [
      'a note without a text',
      () => changeInput(10, { text: 5 }),
      'Line 11 of the recording: input.text is not a text.',
    ],
    [
      'a ground network that is none',
      () => changeInput(11, { stations: 'Berlin' }),
      'Line 12 of the recording: input.stations is refused: The ground network is not a list of stations.',
    ],
    [
      'an input twice',
      () => fileOf(lines.toSpliced(2, 0, lines[2] ?? '')),
      'Line 4 of the recording: it is not in the order of sequence with the input before, at the same time.',
    ],
    [
      'an input that is missing',
      () => change(3, { sequence: 3 }),
      'Line 4 of the recording: an input with the sequence 2 is missing before it.',
    ],
    [
      'a time before that of the line before',
      () => change(2, { time: (lineOf(0).startTime as number) - 1 }),
      'Line 3 of the recording: time is earlier than that of the line before.',
    ],
    [
      'a hash that is none',
      () => change(1, { hash: 'A'.repeat(16) }),
      'Line 2 of the recording: hash is not 16 hexadecimal digits.',
    ],
    [
      'an end before the last line',
      () => change(lines.length - 1, { end: lineOf(0).startTime }),
      `Line 23 of the recording: the end is earlier than what was recorded.`,
    ],
    [
      'more after the end',
      () => fileOf([...lines, lines[1]]),
      'Line 23 of the recording: something follows the end.',
    ],
    [
      'too large',
      () => fileOf(lines) + ' '.repeat(LONGEST_RECORDING),
      'The recording is too large: more than 8 MB.',
    ],
  ])('%s', (_what, file, message) => expect(readRecording(file())).toEqual({ ok: false, message }));

  it('but not for control characters in what is shown, which are dropped', () => {
    const read = readRecording(changeInput(10, { text: 'a \u202e\u0007note' }));
    expect(read.ok && read.value.entries.at(4)?.input).toMatchObject({ text: 'a note' });
  });

  it('but not for line ends of Windows, and a missing last one', () => {
    expect(readRecording(lines.join('\r\n'))).toMatchObject({ ok: true });
  });
});
