import { describe, it } from 'vitest';
import { readElementsAnswer } from '../../../src/shared/contract/celestrak.ts';
import { readOrigin, readSatellitePositions } from '../../../src/shared/contract/live-answers.ts';
import { ORBITAL_ELEMENTS } from '../../../src/shared/entities/satellites.ts';
import type { Random } from '../../../src/worker/kit/random.ts';
import { fuzz, insist, insistOnWords } from '../../support/fuzz.ts';
import { mutateJson, mutateText } from '../../support/fuzz-mutations.ts';
import {
  composeGateway,
  groupPath,
  handClock,
  KEY,
  POSITION,
  POSITIONS,
  satellitePath,
  searchPath,
} from '../../support/gateway.ts';

const CELESTRAK = 'http://celestrak.test';
const NOW = handClock().time;
const ISS = { ...ORBITAL_ELEMENTS.iss, EPOCH: '2026-11-20T00:00:00.000000' };
const urlOf = (query: string): string => `${CELESTRAK}/NORAD/elements/gp.php?${query}&FORMAT=JSON`;

/** A file stored by the gateway, by its name. */
type Kept = readonly [name: string, text: string];
const kept = (name: string, value: object): Kept => [name, JSON.stringify(value)];
const set = { fetchedAt: NOW - 60_000, calledAt: NOW - 60_000, elements: [ISS], leftOut: 0 };
const FILES: readonly Kept[] = [
  kept('elements.json', { url: urlOf('CATNR=25544'), fetchedAt: NOW - 60_000, elements: ISS }),
  kept('elements.json', { url: urlOf('CATNR=25544'), ...set, elements: ISS }),
  kept('elements.json', { url: urlOf('CATNR=25544'), calledAt: NOW - 60_000, failure: 'No answer' }),
  kept('celestrak-weather.json', { url: urlOf('GROUP=weather'), ...set }),
  kept('celestrak-weather.json', {
    url: urlOf('GROUP=weather'),
    calledAt: NOW - 60_000,
    failure: 'No answer',
  }),
  kept('celestrak-search-0.json', { url: urlOf('NAME=zarya'), ...set }),
  kept('celestrak-calls.json', { lookups: [NOW - 60_000, NOW - 30_000], blockedAt: NOW - 60_000 }),
];

/** Mutates a stored file. Most changed characters fail at the JSON, so three of four changes are to the members. */
function mutateKept([name, text]: Kept, random: Random): Kept {
  if (random.next() < 0.25) return [name, mutateText(text, random)];
  try {
    return [name, JSON.stringify(mutateJson(JSON.parse(text), random))];
  } catch {
    return [name, mutateText(text, random)];
  }
}

/** Checks the gateway's answers after a restart with such a file, while no service can be reached. */
async function check([name, text]: Kept): Promise<void> {
  const { gateway } = composeGateway({
    upstreamUrl: CELESTRAK,
    clock: handClock(),
    effects: {
      fetch: () => Promise.reject(new Error('unreachable')),
      timeoutSignal: () => new AbortController().signal,
      store: (asked) => ({
        read: async () => (asked === name ? text : undefined),
        write: async () => undefined,
      }),
    },
  });
  for (const path of [
    groupPath('weather'),
    searchPath('ZARYA'),
    satellitePath(25_544),
    POSITION,
    POSITIONS,
  ]) {
    const answer = await gateway.request(path, { headers: KEY });
    const json: unknown = await answer.json();
    insist([200, 429, 502, 503, 504].includes(answer.status), `${path} is answered with ${answer.status}.`);
    if (answer.status !== 200) {
      insistOnWords((json as { readonly error: string }).error);
      continue;
    }
    const read = path.includes('celestrak') ? readElementsAnswer(json) : readSatellitePositions(json);
    insist(path === POSITION || read.ok, `${path} has an answer that the page does not read.`);
    insist(readOrigin(json) !== undefined, `${path} has no origin that the page reads.`);
  }
  for (const path of ['/healthz', '/metrics']) {
    const { status } = await gateway.request(path, { headers: KEY });
    insist(status === 200, `${path} is answered with ${status}.`);
  }
}

describe('a damaged file of the gateway', () => {
  it('costs no more than what it kept: every answer is one that the page reads', () =>
    fuzz({ runs: 500, corpus: FILES, mutate: mutateKept, check }));
});
