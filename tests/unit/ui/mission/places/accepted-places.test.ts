import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRecording, writeRecording } from '../../../../../src/shared/contract/recording.ts';
import { readKept, toKept } from '../../../../../src/ui/mission/places/kept-places.ts';
import { placeFile, readPlaceFile } from '../../../../../src/ui/mission/places/place-file.ts';
import { EMPTY_FORM, readForm } from '../../../../../src/ui/mission/places/place-form.ts';
import { observerPath, readObserverLink } from '../../../../../src/ui/mission/places/place-link.ts';
import {
  asPlace,
  chosenPlaces,
  type OwnPlace,
  type PlaceDraft,
} from '../../../../../src/ui/mission/places/place-list.ts';
import { startMission } from '../../../../support/mission.ts';
import { recordingOf } from '../../../../support/recording.ts';

const HOSTILE = [
  '\u0000',
  '\u202e',
  '\r\n',
  '\u200b',
  '\ud800',
  '\u0301'.repeat(90),
  '=cmd',
  '&',
  ',',
  '%',
  '😀',
];
const name = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...HOSTILE), fc.constant('A')), {
    maxLength: 30,
  })
  .map((parts) => parts.join(''));
const number = (lowest: number, highest: number) =>
  fc.oneof(
    fc.double({ min: lowest, max: highest, noNaN: true }),
    fc.constantFrom(-0, 1e-7, -1e-7, 1e-300, lowest, highest),
  );
const odd = fc.record({
  name,
  kind: fc.constantFrom('observer', 'station'),
  latitude: number(-90, 90),
  longitude: number(-180, 180),
  heightM: number(-500, 9000),
  mask: number(0, 89),
});

const MISSION = recordingOf(startMission());

function expectKept(draft: PlaceDraft): void {
  const place: OwnPlace = { ...draft, id: 'own-1', isShown: true };
  const list = { places: [place], observer: place.kind === 'observer' ? place.id : undefined };
  const { places: kept, observer: chosen } = readKept(JSON.parse(JSON.stringify(toKept(list))));
  expect({ places: kept, observer: chosen }).toEqual(list);
  expect(readPlaceFile(placeFile([draft]).text)).toEqual({ ok: true, value: [draft] });
  const places = chosenPlaces(list);
  const recorded = readRecording(writeRecording({ ...MISSION, places }));
  expect(recorded.ok && recorded.value.places).toEqual(places);
  if (draft.kind !== 'observer') return;
  const linked = readObserverLink(new URL(observerPath(place), 'http://console.test').searchParams);
  const observer = asPlace(place);
  expect(linked).toEqual({ ok: true, value: { ...observer, id: 'link', mask: 0 } });
}

describe('a place that is accepted', () => {
  it('from a file is the same in the list, another file, a recording and a link, and has a name to see (seed 8)', () => {
    let accepted = 0;
    fc.assert(
      fc.property(odd, (place) => {
        const file = JSON.stringify({ format: 'orbita-places', version: 1, places: [place] });
        const read = readPlaceFile(file);
        if (!read.ok) return;
        accepted += 1;
        for (const draft of read.value) {
          expect(draft.name).toMatch(/[^\s\p{Default_Ignorable_Code_Point}]/u);
          expectKept(draft);
        }
      }),
      { numRuns: 1000, seed: 8 },
    );
    expect(accepted).toBeGreaterThan(200);
  });

  it('as it is typed is the same as well (seed 8)', () => {
    const angle = (most: number) =>
      fc.double({ min: -most, max: most, noNaN: true }).map((value) => value.toFixed(9));
    const typed = fc.record({
      name: fc.oneof(name, fc.constantFrom('abc \u200fעברית\u200e', 'A\u200b', '\u061c')),
      latitude: angle(90),
      longitude: angle(180),
      height: fc.double({ min: -500, max: 9000, noNaN: true }).map((value) => value.toFixed(9)),
    });
    let accepted = 0;
    fc.assert(
      fc.property(typed, (fields) => {
        const read = readForm({ ...EMPTY_FORM, ...fields });
        if (!read.ok) return;
        accepted += 1;
        expectKept(read.place);
      }),
      { numRuns: 1000, seed: 8 },
    );
    expect(accepted).toBeGreaterThan(200);
  });
});
