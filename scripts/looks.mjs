import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Retakes the stored pictures of every screen after an intended change of the look. Review them before committing: `git
// diff` shows which changed.
const root = fileURLToPath(new URL('..', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'browser', 'tests/browser/looks.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, UPDATE_LOOKS: '1' } },
);
process.exitCode = status ?? 1;
