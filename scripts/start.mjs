// `npm start`: builds if the sources changed since the last build, then serves the result.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isBuilt } from './build-stamp.mjs';

const root = join(import.meta.dirname, '..');

if (!(await isBuilt(root, process.env))) {
  console.log('Building mission control ...');
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
await import('../dist/server/server.js');
