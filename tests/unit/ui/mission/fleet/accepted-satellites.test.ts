import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readElementsAnswer } from '../../../../../src/shared/contract/celestrak.ts';
import { readRecording, writeRecording } from '../../../../../src/shared/contract/recording.ts';
import { ORBITAL_ELEMENTS } from '../../../../../src/shared/entities/satellites.ts';
import type { OrbitalElements } from '../../../../../src/shared/orbit/elements.ts';
import { readElements } from '../../../../../src/shared/orbit/elements-text.ts';
import {
  asAdded,
  readKept,
  toKept,
  toSatellite,
} from '../../../../../src/ui/mission/fleet/kept-satellites.ts';
import { ndmXml, ommCsv, ommKvn, spaceTrackJson } from '../../../../support/elements-texts.ts';
import { startMission } from '../../../../support/mission.ts';
import { recordingOf } from '../../../../support/recording.ts';
import { tleOf } from '../../../shared/orbit/flights.ts';

const HOSTILE = [
  '\u0000',
  '\u202e',
  '\r\n',
  '\u200b',
  '\ud800',
  '\u0301'.repeat(90),
  '=cmd',
  '<b>',
  '&',
  ',',
  '"',
];
const text = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...HOSTILE), fc.constant('A')), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));
const digits = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { maxLength }).map((all) => all.join(''));
const number = fc.oneof(
  fc.double({ min: -1, max: 1, noNaN: true }),
  fc.constantFrom(0, -0, 1e-300, '-0', ' 1.5e-4 '),
  digits(400).map((decimals) => `0.0${decimals}`),
);

/** Fields that no computation uses, and endless digits: content that a reader may leave unchecked. */
const odd = fc.record(
  {
    OBJECT_NAME: text,
    OBJECT_ID: fc.oneof(
      text,
      fc.nat(400).map((length) => 'x'.repeat(length)),
    ),
    NORAD_CAT_ID: fc.oneof(fc.nat(3), fc.constantFrom('0', -0, 7, '25545', Number.MAX_SAFE_INTEGER)),
    EPOCH: fc.oneof(
      digits(200).map((decimals) => `2026-10-06T12:44:07.${decimals}`),
      fc.constantFrom('2026-10-06T12:44:07Z', ' 2026-10-06T12:44:07.5 '),
    ),
    BSTAR: number,
    MEAN_MOTION_DOT: number,
    MEAN_ANOMALY: number,
    ELEMENT_SET_NO: fc.constantFrom(-0, 999, '12', null),
  },
  { requiredKeys: ['OBJECT_NAME'] },
);

type Read = (set: OrbitalElements) => readonly OrbitalElements[];
const inText =
  (write: (list: readonly OrbitalElements[]) => string): Read =>
  (set) =>
    readElements(write([set])).elements;
const READERS: readonly (readonly [string, Read])[] = [
  ['JSON', inText(JSON.stringify)],
  ['texts of JSON', inText(spaceTrackJson)],
  ['XML', inText(ndmXml)],
  ['KVN', inText(ommKvn)],
  ['CSV', inText(ommCsv)],
  ['two lines with a name', (set) => readElements([set.OBJECT_NAME, ...tleOf('orbita')].join('\n')).elements],
  [
    "an answer of the gateway's",
    (set) => {
      const gateway = { source: 'CelesTrak', ageS: 1, isStale: false };
      const read = readElementsAnswer(JSON.parse(JSON.stringify({ elements: [set], leftOut: 0, gateway })));
      return read.ok ? read.value.elements : [];
    },
  ],
];

describe('a satellite that is accepted', () => {
  const mission = recordingOf(startMission());

  it.each(READERS)('from %s is the same after a recording and in the kept list (seed 8)', (_, read) => {
    let accepted = 0;
    fc.assert(
      fc.property(odd, (fields) => {
        for (const elements of read({ ...ORBITAL_ELEMENTS.orbita, ...fields } as OrbitalElements)) {
          accepted += 1;
          const list = asAdded({
            satellites: [toSatellite(elements, { groups: ['Mine'], isFromCelestrak: true })],
            colours: new Map(),
          });
          expect(readKept(JSON.parse(JSON.stringify(toKept(list))))).toEqual(list);
          const recorded = readRecording(writeRecording({ ...mission, satellites: list }));
          expect(recorded.ok && recorded.value.satellites && asAdded(recorded.value.satellites)).toEqual(
            list,
          );
        }
      }),
      { numRuns: 500, seed: 8 },
    );
    expect(accepted).toBeGreaterThan(50);
  });
});
