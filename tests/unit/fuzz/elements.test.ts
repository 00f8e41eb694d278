import { readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { ORBITAL_ELEMENTS } from '../../../src/shared/entities/satellites.ts';
import { type Result, succeeded } from '../../../src/shared/kit/result.ts';
import type { OrbitalElements } from '../../../src/shared/orbit/elements.ts';
import { readOmm, readTle } from '../../../src/shared/orbit/elements.ts';
import { readElements } from '../../../src/shared/orbit/elements-text.ts';
import { createPropagator } from '../../../src/shared/orbit/propagator.ts';
import type { Random } from '../../../src/worker/kit/random.ts';
import { ndmXml, ommCsv, ommKvn, spaceTrackJson } from '../../support/elements-texts.ts';
import { fuzz, insist, insistOnFinite, insistOnRange, insistOnWords } from '../../support/fuzz.ts';
import { mutateJson, mutateText } from '../../support/fuzz-mutations.ts';

const OMMS: readonly unknown[] = [
  ORBITAL_ELEMENTS.iss,
  [ORBITAL_ELEMENTS.orbita],
  Object.fromEntries(Object.entries(ORBITAL_ELEMENTS.iss).map(([key, value]) => [key, String(value)])),
];

interface Vectors {
  readonly satellites: readonly { readonly line1: string; readonly line2: string }[];
}
const vectors = JSON.parse(
  readFileSync(new URL('../../reference/sgp4-vectors.json', import.meta.url), 'utf8'),
) as Vectors;
const TLES = vectors.satellites.map(({ line1, line2 }) => [line1, line2, 'A satellite'].join('\n'));

const BOTH = [ORBITAL_ELEMENTS.iss, ORBITAL_ELEMENTS.orbita];
const TEXTS: readonly string[] = [
  vectors.satellites.flatMap(({ line1, line2 }) => ['0 A satellite', line1, line2]).join('\r\n'),
  JSON.stringify(BOTH),
  spaceTrackJson(BOTH),
  ndmXml(BOTH),
  ommKvn(BOTH),
  ommCsv(BOTH),
];

function withChecksum(line: string): string {
  let sum = 0;
  for (const character of line.slice(0, 68)) sum += character === '-' ? 1 : Number(character) || 0;
  return line.length === 69 ? `${line.slice(0, 68)}${sum % 10}` : line;
}

/** Mutates elements. Most changes would fail the checksum, so two of three keep the lines' form and correct it. */
function mutateTle(text: string, random: Random): string {
  if (random.next() < 1 / 3) return mutateText(text, random);
  const [one = '', two = '', name = ''] = text.split('\n');
  const edit = (line: string): string => {
    const at = Math.floor(random.next() * 68);
    const character = '0123456789 +-.ABZ'.charAt(Math.floor(random.next() * 17));
    return withChecksum(line.slice(0, at) + character + line.slice(at + 1));
  };
  return [edit(one), edit(two), name].join('\n');
}

function checkElements(read: Result<OrbitalElements>): void {
  if (!read.ok) {
    insistOnWords(read.message);
    return;
  }
  const elements = read.value;
  insistOnFinite(elements);
  insist(elements.OBJECT_NAME.trim() !== '' && elements.OBJECT_NAME.length <= 100, 'The name is none.');
  insistOnRange(elements.INCLINATION, 0, 180, 'The inclination');
  insistOnRange(elements.ECCENTRICITY, 0, 1 - Number.EPSILON / 2, 'The eccentricity');
  insistOnRange(elements.MEAN_MOTION, Number.MIN_VALUE, Number.MAX_VALUE, 'The mean motion');
  insistOnRange(
    Date.parse(`${elements.EPOCH.replace(/Z$/, '')}Z`),
    Date.UTC(1957),
    Date.UTC(2100),
    'The epoch',
  );
  const propagator = createPropagator(elements);
  if (!propagator.ok) {
    insistOnWords(propagator.message);
    return;
  }
  const { epoch, stateAt } = propagator.value;
  for (const ms of [0, 86_400_000, -86_400_000, 1e13, -1e13, Number.NaN]) {
    const state = stateAt((epoch + ms) as typeof epoch);
    if (state) insistOnFinite(state.positionTeme);
  }
}

describe('mutated elements give an orbit or a message:', () => {
  it('as a message in JSON', () =>
    fuzz({ runs: 500, corpus: OMMS, mutate: mutateJson, check: (json) => checkElements(readOmm(json)) }));

  it('as two lines', () =>
    fuzz({
      runs: 500,
      corpus: TLES,
      mutate: mutateTle,
      check(text) {
        const [one = '', two = '', name] = text.split('\n');
        checkElements(readTle(one, two, name));
      },
    }));

  it('as a text of any format', () =>
    fuzz({
      runs: 500,
      corpus: TEXTS,
      mutate: mutateText,
      check(text) {
        const { elements, problems } = readElements(text);
        for (const problem of problems) insistOnWords(problem);
        for (const set of elements) checkElements(succeeded(set));
        insist(elements.length + problems.length > 0, 'The text gives neither elements nor a problem.');
      },
    }));
});
