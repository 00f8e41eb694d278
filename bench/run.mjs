import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// The benchmarks are TypeScript, which the oldest Node we support does not read by itself.
const { module } = await runnerImport(fileURLToPath(new URL('./main.ts', import.meta.url)), {
  root: fileURLToPath(new URL('..', import.meta.url)),
});
await module.main();
