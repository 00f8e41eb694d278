import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Retakes the stored pictures of every screen, for a change of the look that is meant. Look at them before they are
// committed: `git diff` shows which.
const root = fileURLToPath(new URL('..', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'browser', 'tests/browser/looks.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, UPDATE_LOOKS: '1' } },
);
process.exitCode = status ?? 1;
