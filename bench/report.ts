import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../tests/browser/node-process.ts';

/** Writes results into `bench/results` as JSON, with date and machine. */
export function writeReport(name: string, results: Readonly<Record<string, unknown>>): void {
  const folder = join(PROJECT_ROOT, 'bench/results');
  mkdirSync(folder, { recursive: true });
  const machine = {
    node: process.version,
    platform: process.platform,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryBytes: totalmem(),
  };
  const report = { measuredAt: new Date().toISOString(), machine, ...results };
  writeFileSync(join(folder, name), `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\nWritten to bench/results/${name}`);
}
