// The last part of `npm test`: unit and browser tests side by side, since browser tests spend a quarter of their time
// waiting. Each file's lines begin with its project. Ends with the list of all failures, and an error if there are any.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { failuresIn } from './test-report.mjs';

const root = join(import.meta.dirname, '..');
const results = join(root, 'test-results');

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

rmSync(results, { recursive: true, force: true });
const statuses = await Promise.all(['test:browser', 'test:unit'].map(run));
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;

// The phase that ends first is far above by now.
const failures = ['browser', 'unit'].flatMap((phase) => {
  const report = join(results, `${phase}.json`);
  return existsSync(report) ? failuresIn(JSON.parse(readFileSync(report, 'utf8'))) : [];
});
if (failures.length > 0) console.error('\nFailed:');
for (const failure of failures) console.error(`  ${failure.replaceAll(`${root}/`, '')}`);
