import { join } from 'node:path';
import { build } from 'vite';
import { BUILD_TARGET } from './browsers.mjs';
import { LICENSE_OPTION } from './notices.mjs';
import { listBuild } from './precache.mjs';

/**
 * Writes the service worker that caches a built client into its folder.
 *
 * @param {string} root the project's folder
 * @param {string} folder of the built client, complete except for this file
 */
export async function buildServiceWorker(root, folder) {
  const { id, files } = await listBuild(folder);
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { BUILD_ID: JSON.stringify(id), BUILD_FILES: JSON.stringify(files) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: BUILD_TARGET,
      license: LICENSE_OPTION,
      rolldownOptions: {
        input: join(root, 'src/service-worker/index.ts'),
        // Unhashed: browsers detect a newer build by fetching the same name again.
        output: { entryFileNames: 'sw.js', format: 'iife' },
      },
    },
  });
}
