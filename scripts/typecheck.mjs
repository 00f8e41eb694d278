// `npm run typecheck`: checks the types of every project, two projects at a time.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Slowest first: started last, it would run alone while the other processor is idle. */
const PROJECTS = [
  'tests',
  'src/ui',
  'src/server',
  'src/worker',
  'src/spacecraft-host',
  'src/gateway',
  'src/shared',
  'src/service-worker',
];
const AT_A_TIME = 2;

const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
const root = join(import.meta.dirname, '..');

/** Checks one project and prints its messages together, so that those of different projects do not mix. */
const check = (project) =>
  new Promise((resolve, reject) => {
    // Each of several checkers would compute its own types, at half as much processor time again.
    const args = [tsc, '-p', project, '--checkers', '1', ...(process.stdout.isTTY ? ['--pretty'] : [])];
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      if (code !== 0) {
        console.error(`typecheck: ${project} has errors`);
        process.exitCode = 1;
      }
      resolve();
    });
  });

const waiting = [...PROJECTS];
async function checkAll() {
  for (let project = waiting.shift(); project; project = waiting.shift()) await check(project);
}
await Promise.all(Array.from({ length: AT_A_TIME }, checkAll));
