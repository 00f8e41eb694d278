import { join } from 'node:path';
import { build } from 'vite';
import { COMPUTING_PACKAGES, portableMath } from '../scripts/portable-math.mjs';

const bench = import.meta.dirname;
/** Either `main`, the benchmarks, or `soak`. The entry reads the remaining arguments. */
const [entry = 'main'] = process.argv.splice(2, 1);
/** Same stub as in vite.config.ts, for the same reason. */
const noWasm = join(bench, '../src/shared/orbit/no-wasm.ts');

// Bundled into one file including SGP4, as the worker is shipped: separate modules call each other indirectly, which
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
