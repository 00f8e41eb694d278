// `npm run test:busy`: runs the tests three times beside one endless loop per processor, as on a machine of half the
// speed. No test may fail. `npm run test:busy -- 1` runs them once. `REQUIRE_ENGINES=1` fails if an engine is missing.
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

const root = join(import.meta.dirname, '..');
const runs = Number(process.argv[2] ?? 3);
if (!Number.isInteger(runs) || runs < 1) throw new Error('Give the number of runs, 1 or more.');

const loops = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
process.on('exit', () => {
  for (const loop of loops) loop.kill();
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => process.exit(1));

for (let run = 1; run <= runs; run += 1) {
  const begin = performance.now();
  const { status } = spawnSync('npm', ['test'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const minutes = ((performance.now() - begin) / 60_000).toFixed(1);
  console.log(`Busy run ${run} of ${runs}: ${status === 0 ? 'passed' : 'FAILED'} in ${minutes} min`);
  if (status !== 0) process.exitCode = 1;
}
process.exit();
