import { join } from 'node:path';
import { build } from 'vite';
import { beforeAll, expect, it } from 'vitest';
import { BUILD_TARGET } from '../../../scripts/browsers.mjs';
import { portableMath } from '../../../scripts/portable-math.mjs';
import { OPERATION_NAMES } from '../../../src/shared/contract/operations.ts';
import viteConfig from '../../../vite.config.ts';
import { serve } from '../../support/gateway.ts';
import { drawRecordings, type Recording } from '../../support/recordings.ts';
import type { DescribedEngine } from './describe-engine.ts';
import * as inNode from './recordings-page.ts';

/** Number of recordings per call of the page. */
const AT_ONCE = 5;

async function buildPage(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [portableMath()],
    resolve: viteConfig.resolve ?? {},
    build: {
      write: false,
      target: BUILD_TARGET,
      lib: {
        entry: join(import.meta.dirname, 'recordings-page.ts'),
        formats: ['iife'],
        name: 'inPage',
        fileName: 'recordings-page',
      },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (!chunk) throw new Error('The page was not built.');
  return chunk.code;
}

/** Returns where the hashes of a recording first differ; `undefined` if they are equal. */
function firstDifference(
  { name }: Recording,
  engine: string,
  expected: readonly string[],
  computed: readonly string[] = [],
): string | undefined {
  const count = Math.max(expected.length, computed.length);
  for (let minute = 0; minute < count; minute++) {
    if (expected[minute] === computed[minute]) continue;
    return `${name}, ${engine}, minute ${minute + 1} of ${count}: ${computed[minute]} instead of ${expected[minute]}`;
  }
  return undefined;
}

const RECORDINGS = drawRecordings(inNode.RECORDING_COUNT);

/** Computed and built once per process, for all engines. */
let expected: readonly (readonly string[])[] = [];
let script: string | undefined;

function expectHashes(): void {
  if (expected.length === 0) expected = inNode.hashesOfRecordings(0, RECORDINGS.length);
}

/** Checks that the recordings are varied enough to compare; uses no engine. */
export function describeDrawnRecordings(): void {
  beforeAll(expectHashes);

  it(`${RECORDINGS.length} random recordings differ from each other from the first minute on`, () => {
    expect(new Set(expected.map(([first]) => first)).size).toBe(RECORDINGS.length);
  });

  it(`${RECORDINGS.length} random recordings have every kind of input three times`, () => {
    const count = new Map<string, number>();
    for (const { input } of RECORDINGS.flatMap(({ entries }) => entries)) {
      const kind = input.kind === 'operation' ? input.name : input.kind;
      count.set(kind, (count.get(kind) ?? 0) + 1);
    }
    expect([...count.keys()]).toEqual(
      expect.arrayContaining([
        ...OPERATION_NAMES,
        'fault',
        'iss-orbit',
        'jump',
        'link',
        'network',
        'note',
        'packets',
        'telecommand',
      ]),
    );
    expect(Math.min(...count.values())).toBeGreaterThanOrEqual(3);
  });
}

/** Compares a mission in Node with that in an engine, minute by minute. */
export function describeRecordings({ name, started }: DescribedEngine): void {
  beforeAll(async () => {
    expectHashes();
    script ??= await buildPage();
  });

  it(`${name} gives ${RECORDINGS.length} random recordings the same hash every minute as Node`, async () => {
    const served = await serve({
      fetch: async ({ url }: Request) =>
        new URL(url).pathname === '/page.js'
          ? new Response(script ?? null, { headers: { 'content-type': 'text/javascript; charset=utf-8' } })
          : new Response('<!doctype html><meta charset="utf-8"><script src="/page.js"></script>', {
              headers: { 'content-type': 'text/html' },
            }),
    });
    try {
      const { page, version } = started();
      await page.goto(served.url);
      const differences: (string | undefined)[] = [];
      for (let from = 0; from < RECORDINGS.length; from += AT_ONCE) {
        const computed = await page.evaluate(
          ([start = 0, end = 0]) =>
            (window as unknown as { inPage: typeof inNode }).inPage.hashesOfRecordings(start, end),
          [from, from + AT_ONCE],
        );
        for (const [index, recording] of RECORDINGS.slice(from, from + AT_ONCE).entries()) {
          const hashes = expected[from + index] ?? [];
          differences.push(firstDifference(recording, version, hashes, computed[index]));
        }
      }
      expect(differences).toHaveLength(RECORDINGS.length);
      expect(differences.filter((difference) => difference !== undefined)).toEqual([]);
    } finally {
      await served.close();
    }
  });
}
