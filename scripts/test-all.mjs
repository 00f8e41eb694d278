// The last part of `npm test`: unit and browser tests side by side, since browser tests spend a quarter of their time
// waiting. Each file's lines begin with its project. Ends with an error if any test fails.
import { spawn } from 'node:child_process';

const env = { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) };

/**
 * Runs a script of package.json and returns its exit status.
 * @param {string} script
 */
async function run(script) {
  // Two reporters cannot share a terminal that each of them rewrites; through pipes they only append.
  const child = spawn('npm', ['run', script], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  child.stdout.pipe(process.stdout, { end: false });
  child.stderr.pipe(process.stderr, { end: false });
  return new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
}

const statuses = await Promise.all(['test:browser', 'test:unit'].map(run));
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
