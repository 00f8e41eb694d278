import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { withBench } from './browser.ts';
import { measureFrames } from './frames.ts';
import { measureGateway } from './gateway.ts';
import { measureLatency } from './latency.ts';
import { measureLists, measureOperations } from './lists.ts';
import { measureMap } from './map.ts';
import { type Comparison, median, ratio, spread } from './measure.ts';
import { measurePasses } from './passes.ts';
import { measureSimulation } from './simulation.ts';
import { measureSpacecraft } from './spacecraft.ts';
import { measureYear } from './year.ts';

const results = fileURLToPath(new URL('results/', import.meta.url));

const figure = (values: readonly number[], unit: string): string =>
  `${median(values).toPrecision(3)} ${unit} ±${Math.round(100 * spread(values))} %`;

function print(comparison: Comparison): void {
  const { name, unit, measured, floor, against, notes = {} } = comparison;
  console.log(`\n${name}`);
  console.log(`  ${ratio(comparison).toFixed(2)} × ${against}`);
  console.log(`  ${figure(measured, unit)} against ${figure(floor, unit)}`);
  for (const [key, value] of Object.entries(notes)) console.log(`  ${key}: ${value}`);
}

/** Runs every benchmark, prints the ratios and writes them, with the machine they were measured on, as JSON. */
export async function main(): Promise<void> {
  const comparisons: Comparison[] = [];
  const keep = (comparison: Comparison) => {
    print(comparison);
    comparisons.push(comparison);
  };
  keep(measureSimulation());
  keep(measureSpacecraft());
  keep(measureYear());
  keep(measurePasses());
  for (const comparison of measureOperations()) keep(comparison);
  for (const comparison of await measureGateway()) keep(comparison);
  await withBench(async (bench) => {
    keep(await measureLatency(bench));
    for (const comparison of await measureLists(bench)) keep(comparison);
    for (const comparison of await measureMap(bench)) keep(comparison);
    keep(await measureFrames(bench, 'Overview', { width: 1920, height: 1080 }));
    keep(await measureFrames(bench, 'Overview', { width: 3840, height: 2160 }));
    keep(await measureFrames(bench, 'Orbital', { width: 3840, height: 2160 }));
  });
  mkdirSync(results, { recursive: true });
  const report = {
    measuredAt: new Date().toISOString(),
    machine: {
      node: process.version,
      platform: process.platform,
      cpu: cpus()[0]?.model,
      cores: cpus().length,
      memoryBytes: totalmem(),
    },
    comparisons: comparisons.map((comparison) => ({ ...comparison, ratio: ratio(comparison) })),
  };
  writeFileSync(`${results}latest.json`, `${JSON.stringify(report, null, 2)}\n`);
  console.log('\nWritten to bench/results/latest.json');
}
