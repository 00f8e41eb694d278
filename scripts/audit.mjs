// `npm run audit`: asks the registry for advisories about the shipped packages; fails on high severity.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { judgeAudit } from './audit-verdict.mjs';

const QUICKLY = ['--fetch-retries=0', '--fetch-timeout=15000'];

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', ...QUICKLY], {
  cwd: join(import.meta.dirname, '..'),
  encoding: 'utf8',
  shell: process.platform === 'win32', // npm is a script there
  timeout: 60_000,
});
const { isGood, line } = judgeAudit(stdout ?? '');
console[isGood ? 'log' : 'error'](line);
process.exitCode = isGood ? 0 : 1;
