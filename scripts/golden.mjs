import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// The traces are flown by TypeScript, which the oldest Node we support does not read by itself.
const { module } = await runnerImport(
  fileURLToPath(new URL('../tests/golden/regenerate.ts', import.meta.url)),
  {
    root: fileURLToPath(new URL('..', import.meta.url)),
  },
);
module.regenerate();
