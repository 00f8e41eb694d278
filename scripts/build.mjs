// `npm run build`: writes the client with its service worker to dist/client, the server to dist/server (one file, with what
// it loads on demand, and packages with code for processors), and the gateway alone, as one file for edge runtimes and
// Workers, to dist/edge. The hashed files of the previous build move to dist/earlier, for pages that are still open. The
// notices of all these packages are in dist/client, and in dist/edge, which is deployed alone.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { build } from 'vite';
import { digestInputs, removeStamp, writeStamp } from './build-stamp.mjs';
import { compressFolder } from './compress.mjs';
import { copyExternalPackages, EXTERNAL_PACKAGES } from './external-packages.mjs';
import {
  ADAPTED,
  LICENSE_OPTION,
  licencesOf,
  NOTICES_FILE,
  renderNotices,
  takeLicences,
} from './notices.mjs';
import { buildServiceWorker } from './service-worker.mjs';

const root = join(import.meta.dirname, '..');

/** Same stub as in vite.config.ts, for the same reason. */
const noWasm = join(root, 'src/shared/orbit/no-wasm.ts');
const NO_WASM = { '#wasm-single-thread': noWasm, '#wasm-multi-thread': noWasm };

// Otherwise a build started from a test run would include React's development build.
process.env.NODE_ENV = 'production';

/** Omits comments with module paths of this machine. */
const NO_PATHS = { attachDebugInfo: /** @type {const} */ ('none') };

async function keepEarlierFiles() {
  const files = join(root, 'dist/client/assets');
  if (!existsSync(files)) return;
  const earlier = join(root, 'dist/earlier');
  await rm(earlier, { recursive: true, force: true });
  await mkdir(earlier);
  await rename(files, join(earlier, 'assets'));
}

try {
  const started = performance.now();
  const digest = await digestInputs(root, process.env);
  await removeStamp(root);
  await keepEarlierFiles();
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  // Set after the digest, which excludes them; the page and the servers display them.
  Object.assign(process.env, { VITE_BUILD_VERSION: version, VITE_BUILD_DIGEST: digest.slice(0, 7) });
  await build({ root, logLevel: 'warn', build: { license: LICENSE_OPTION } });
  const licences = await takeLicences(join(root, 'dist/client'));
  licences.push(...(await workerLicences()));
  await buildServiceWorker(root, join(root, 'dist/client'));
  licences.push(...(await takeLicences(join(root, 'dist/client'))));
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias: NO_WASM },
    ssr: { noExternal: true, external: [...EXTERNAL_PACKAGES] },
    build: {
      ssr: 'src/server/main.ts',
      outDir: 'dist/server',
      target: 'node20',
      license: LICENSE_OPTION,
      rolldownOptions: { experimental: NO_PATHS, output: { entryFileNames: 'server.js' } },
    },
  });
  licences.push(...(await copyExternalPackages(root, join(root, 'dist/server'))));
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias: NO_WASM },
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: 'src/gateway/edge/main.ts',
      outDir: 'dist/edge',
      target: 'es2023',
      license: LICENSE_OPTION,
      rolldownOptions: {
        experimental: NO_PATHS,
        output: { entryFileNames: 'gateway.js', codeSplitting: false },
      },
    },
  });
  for (const folder of ['server', 'edge']) licences.push(...(await takeLicences(join(root, 'dist', folder))));
  const notices = await renderNotices([...licences, ADAPTED]);
  for (const folder of ['client', 'edge']) await writeFile(join(root, 'dist', folder, NOTICES_FILE), notices);
  await compressFolder(join(root, 'dist/client'));
  await writeStamp(root, digest);
  console.log(`Built mission control in ${((performance.now() - started) / 1000).toFixed(1)} s`);
} catch (error) {
  console.error(`The build failed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

/** Vite's list for the client omits the worker, which is a separate build within it. */
async function workerLicences() {
  const output = await build({
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      license: LICENSE_OPTION,
      rolldownOptions: { input: join(root, 'src/worker/index.ts') },
    },
  });
  if (!('output' in output)) throw new Error('The worker was built into more than one output.');
  return licencesOf(output);
}
