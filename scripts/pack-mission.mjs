// `npm run pack:mission`: packs the mission as a package into the current folder.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { buildMissionPackage } from './mission-package.mjs';

const folder = join(import.meta.dirname, '../dist/mission');
await buildMissionPackage(folder);
execFileSync('npm', ['pack', folder, '--loglevel=error'], {
  stdio: 'inherit',
  shell: process.platform === 'win32', // npm is a script there
});
