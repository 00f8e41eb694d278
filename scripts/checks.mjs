// Runs checks, each a script of package.json, side by side: for `npm test` and `npm run test:quick`.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

const root = join(import.meta.dirname, '..');
const isWindows = process.platform === 'win32'; // there npm is a script

/**
 * A script of package.json, and what is added to its command.
 *
 * @typedef {readonly [script: string, ...arguments: string[]]} Check
 */

/**
 * Runs one check. What it prints is shown at once if it is shown live, else when it has ended, so that two do not mix.
 *
 * @param {Check} check
 * @param {boolean} isLive
 * @returns {Promise<boolean>} whether it passed
 */
function run([script, ...args], isLive) {
  const begin = performance.now();
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    cwd: root,
    shell: isWindows,
    stdio: ['ignore', ...(isLive ? ['inherit', 'inherit'] : ['pipe', 'pipe'])],
  });
  /** @type {Buffer[]} */
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      const seconds = Math.round((performance.now() - begin) / 1000);
      console.log(`${script}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
      resolve(code === 0);
    });
  });
}

/**
 * Runs the checks of each lane one after the other, and the lanes beside each other. What the first lane prints is shown live. Sets the
 * exit code, and names what failed in the last line.
 *
 * @param {readonly (readonly Check[])[]} lanes
 */
export async function runLanes(lanes) {
  /** @type {string[]} */
  const failed = [];
  await Promise.all(
    lanes.map(async (lane, index) => {
      for (const check of lane) if (!(await run(check, index === 0))) failed.push(check[0]);
    }),
  );
  if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
