import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { buildServiceWorker } from '../../scripts/service-worker.mjs';
import { ANOMALY_PERIOD_MS } from '../../src/shared/entities/constants.ts';
import { drawFault } from '../../src/worker/ground/anomalies/anomalies.ts';
import { streamsOf } from '../../src/worker/kit/random.ts';
import { eventPlanOf, situationOf } from '../../src/worker/mission/initial-state/sample-data.ts';
import { EVENT_PLANS, SITUATIONS } from '../../src/worker/mission/initial-state/variants.ts';
import { PROJECT_ROOT } from './node-process.ts';

/** Longer than all browser tests take, and than any of them advances its clock. */
const QUIET_MS = 3_600_000;

/** Longer than a test that follows one fault to its recovery advances its clock. */
const CALM_MS = 600_000;

/** True if no poll draws a fault from `now` on for some time; polls are at whole multiples of their period. */
function isQuiet(seed: number, now: number, forMs = QUIET_MS): boolean {
  const streams = streamsOf(seed);
  let time = Math.floor(now / ANOMALY_PERIOD_MS) * ANOMALY_PERIOD_MS;
  while (time <= now + forMs && drawFault('specified', streams('fault draw').at(time)) === undefined)
    time += ANOMALY_PERIOD_MS;
  return time > now + forMs;
}

/**
 * True if a mission begins with the first variants of the sample data, whose texts the tests name: an antenna off
 * pointing, and the event "High-rate data downlink".
 */
const beginsAsUsual = (seed: number): boolean =>
  situationOf(seed) === SITUATIONS[0] && eventPlanOf(seed) === EVENT_PLANS[0];

/** Returns a seed whose mission begins as usual, and with which no poll draws a fault in the next hour. */
export function findQuietSeed(now: number): number {
  let seed = 1;
  while (!(beginsAsUsual(seed) && isQuiet(seed, now))) seed += 1;
  return seed;
}

/**
 * Returns the first instant from `from` on, some seconds later at most, whose mission, seeded by that instant, begins as
 * usual and draws no fault for ten minutes.
 */
export function findUsualStart(from: number): number {
  let time = from;
  while (!(beginsAsUsual(time) && isQuiet(time, time, CALM_MS))) time += 1;
  return time;
}

/** Returns the first instant from `from` on whose mission, seeded by that instant, draws no fault for an hour. */
export function findQuietStart(from: number): number {
  let time = from;
  while (!isQuiet(time, time)) time += 1;
  return time;
}

/** A copy of the built product in a separate folder. */
export interface ProductCopy {
  readonly client: string;
  /** Path of the server's script, from the project's root. */
  readonly server: string;
  remove(): Promise<void>;
}

/**
 * Copies the built product and gives its missions a seed with which they begin as usual and draw no fault: random ones
 * would add toasts, anomalies and alarms to what a test has just counted. The worker first requests the time when it needs a seed.
 */
export async function copyQuietly(): Promise<ProductCopy> {
  const parent = join(PROJECT_ROOT, 'test-results');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'quiet-'));
  const client = join(folder, 'client');
  await cp(join(PROJECT_ROOT, 'dist/client'), client, {
    recursive: true,
    filter: (source) => !/^sw\.js/.test(basename(source)),
  });
  await cp(join(PROJECT_ROOT, 'dist/server'), join(folder, 'server'), { recursive: true });

  const assets = join(client, 'assets');
  const [name, ...others] = (await readdir(assets)).filter((file) => /^worker-.*\.js$/.test(file));
  if (!name || others.length > 0) throw new Error('The build does not have exactly one worker.');
  const path = join(assets, name);
  const seed = findQuietSeed(Date.now());
  const prelude = `{const{now}=Date;Date.now=()=>{Date.now=now;return ${seed}}};`;
  const code = Buffer.from(prelude + (await readFile(path, 'utf8')));
  await writeFile(path, code);
  await writeFile(`${path}.br`, await promisify(brotliCompress)(code));
  await writeFile(`${path}.gz`, await promisify(gzip)(code));
  await buildServiceWorker(PROJECT_ROOT, client);
  return {
    client,
    server: relative(PROJECT_ROOT, join(folder, 'server/server.js')),
    remove: () => rm(folder, { recursive: true }),
  };
}
