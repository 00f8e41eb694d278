// `npm run audit`: asks the registry for advisories about what is shipped; fails on those of high severity.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { judgeAudit } from './audit-verdict.mjs';

const QUICKLY = ['--fetch-retries=0', '--fetch-timeout=15000'];

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', ...QUICKLY], {
  cwd: join(import.meta.dirname, '..'),
  encoding: 'utf8',
  shell: process.platform === 'win32', // there it is a script
  timeout: 60_000,
});
const { isGood, line } = judgeAudit(stdout ?? '');
console[isGood ? 'log' : 'error'](line);
process.exitCode = isGood ? 0 : 1;
