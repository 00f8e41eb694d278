import { describe, it } from 'vitest';
import { createCallLog } from '../../../src/gateway/call-log.ts';
import { celestrakSource } from '../../../src/gateway/celestrak.ts';
import { elementsSource } from '../../../src/gateway/celestrak-elements.ts';
import { createLedger } from '../../../src/gateway/celestrak-ledger.ts';
import type { GatewayEffects } from '../../../src/gateway/effects.ts';
import { n2yoSource } from '../../../src/gateway/n2yo.ts';
import { astronautsSource, issPositionSource } from '../../../src/gateway/open-notify.ts';
import type { Source } from '../../../src/gateway/source.ts';
import { addMs } from '../../../src/shared/kit/units.ts';
import { createHttpGateway } from '../../../src/worker/session/live-data/http-gateway.ts';
import { fixAnswer, PEOPLE, samplesAnswer, TRUE_ISS } from '../../support/fake-gateway.ts';
import { fuzz, insist, insistOnFinite, insistOnWords } from '../../support/fuzz.ts';
import { mutateBytes } from '../../support/fuzz-mutations.ts';
import { T0 } from '../../support/mission.ts';
import { syntheticElements } from '../../support/synthetic-fleet.ts';

/** Bytes as received over the network, through everything that reads them. */

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

const FIX = bytesOf(fixAnswer(T0));
const CREW = bytesOf({ people: PEOPLE, number: 2, message: 'success' });
const WINDOW = bytesOf({ info: { satname: 'SPACE STATION', satid: 25544 }, ...samplesAnswer(T0, 5) });
const ELEMENTS = bytesOf([TRUE_ISS]);
const GROUP = bytesOf([syntheticElements(1), syntheticElements(2), TRUE_ISS]);
const WEATHER = { kind: 'group', group: 'weather' } as const;
const FAILURE = bytesOf({ error: 'You exceeded the number of transactions allowed per hour' });

const clock = { now: () => T0 };
const neverAborts = new AbortController().signal;

function effectsOf(body: Uint8Array, kept?: string) {
  const store: GatewayEffects['store'] = () => ({ read: async () => kept, write: async () => undefined });
  return {
    fetch: async () => new Response(Uint8Array.from(body)),
    clock,
    random: () => 0.5,
    timeoutSignal: () => neverAborts,
    logCall: createCallLog(() => undefined, clock),
    ...(kept !== undefined && { store }),
  };
}

type Effects = ReturnType<typeof effectsOf>;

const SOURCES: readonly [string, number, Uint8Array, (effects: Effects) => Source<unknown>][] = [
  ['the position', 700, FIX, (effects) => issPositionSource('http://service', effects)],
  ['the people', 700, CREW, (effects) => astronautsSource('http://service', effects)],
  ['the positions', 700, WINDOW, (effects) => n2yoSource('http://service', 'ABCDEF-123456', effects)],
  ['the elements', 700, ELEMENTS, (effects) => celestrakSource('http://service', effects)],
  [
    'the elements of a group',
    700,
    GROUP,
    (effects) =>
      elementsSource('http://service', WEATHER, { ...effects, ledger: createLedger(undefined, clock) }),
  ],
];

async function checkSource(source: Source<unknown>): Promise<void> {
  const { cached, outage } = await source.latest();
  insist((cached === undefined) !== (outage === undefined), 'There is neither an answer nor a reason.');
  if (cached) insistOnFinite(cached);
  if (outage) insistOnWords(outage.failure.message);
}

describe('a service that sends corrupted bytes', () => {
  it.each(SOURCES)('gives %s, or the gateway reports the reason', (_what, runs, good, sourceOf) =>
    fuzz({
      runs,
      corpus: [good, good, good, FAILURE],
      mutate: mutateBytes,
      check: (bytes) => checkSource(sourceOf(effectsOf(bytes))),
    }),
  );

  it('gives the worker JSON, or a failure message', () =>
    fuzz({
      runs: 700,
      corpus: [FIX, CREW, WINDOW, FAILURE],
      mutate: mutateBytes,
      async check(bytes) {
        const { fetch } = effectsOf(bytes);
        const gateway = createHttpGateway({ baseUrl: 'http://gateway', key: 'key', fetch });
        try {
          insist((await gateway.call('issPosition', neverAborts)) !== undefined, 'There is no answer.');
        } catch (error) {
          insist(error instanceof Error, 'What was thrown is no error.');
          insistOnWords((error as Error).message);
        }
      },
    }));
});

it('a corrupted file of cached elements is used or ignored', () => {
  const url = 'http://service/NORAD/elements/gp.php?CATNR=25544&FORMAT=JSON';
  const kept = bytesOf({ url, fetchedAt: addMs(T0, -1000), elements: TRUE_ISS });
  return fuzz({
    runs: 700,
    corpus: [kept],
    mutate: mutateBytes,
    check: (bytes) =>
      checkSource(celestrakSource('http://service', effectsOf(FAILURE, new TextDecoder().decode(bytes)))),
  });
});

it('a corrupted file of a group is used or ignored', () => {
  const url = 'http://service/NORAD/elements/gp.php?GROUP=weather&FORMAT=JSON';
  const elements = [syntheticElements(1), TRUE_ISS];
  const calledAt = addMs(T0, -1000);
  return fuzz({
    runs: 700,
    corpus: [
      bytesOf({ url, calledAt, fetchedAt: calledAt, elements, leftOut: 1 }),
      bytesOf({
        url,
        calledAt,
        fetchedAt: addMs(T0, -8_000_000),
        elements,
        failure: 'CelesTrak answered 503',
      }),
      bytesOf({ lookups: [calledAt, T0], blockedAt: calledAt }),
    ],
    mutate: mutateBytes,
    async check(bytes) {
      const keep = { read: async () => new TextDecoder().decode(bytes), write: async () => undefined };
      const ledger = createLedger(keep, clock);
      const source = elementsSource('http://service', WEATHER, { ...effectsOf(GROUP), ledger, keep });
      const { cached, outage } = await source.latest();
      insist(cached !== undefined || outage !== undefined, 'There is neither an answer nor a reason.');
      if (cached) insistOnFinite(cached);
      if (outage) insistOnWords(outage.failure.message);
      if (outage) insist(!Number.isNaN(Date.parse(new Date(outage.nextTry).toISOString())), 'It is no date.');
    },
  });
});
