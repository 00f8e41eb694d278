import { join } from 'node:path';
import { build } from 'vite';
import { COMPUTING_PACKAGES, portableMath } from '../scripts/portable-math.mjs';

const bench = import.meta.dirname;
/** `main`, the benchmarks, or `soak`. The rest belongs to the entry. */
const [entry = 'main'] = process.argv.splice(2, 1);
/** The same stub as in vite.config.ts, for the same reason. */
const noWasm = join(bench, '../src/shared/orbit/no-wasm.ts');

// One file, as the worker is shipped, with SGP4 in it: separate modules call each other indirectly, which
// would slow the measured code and not its floors.
await build({
  root: join(bench, '..'),
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [portableMath()],
  resolve: { alias: { '#wasm-single-thread': noWasm, '#wasm-multi-thread': noWasm } },
  ssr: { noExternal: COMPUTING_PACKAGES },
  build: {
    ssr: `bench/${entry}.ts`,
    outDir: 'bench',
    emptyOutDir: false,
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: `built-${entry}.mjs`, codeSplitting: false } },
  },
});
const { main } = await import(`./built-${entry}.mjs`);
await main();
