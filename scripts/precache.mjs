import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/**
 * Files that are not precached. No browser that runs the console needs older fonts, the social preview or the notices;
 * the map works without the surface's pictures, fine coasts and borders (src/ui/map/surface).
 */
const NOT_KEPT =
  /\.(br|gz|woff|map)$|^(social-preview|third-party-notices)\.|^assets\/(day|lights|countries-\d+m|lakes-50m)-[^/]*\.(webp|json)$/;

/** Folder of files with hashed names. */
const HASHED = 'assets/';

/**
 * Lists the files of a built client that the service worker caches, and derives the build's id from them. Their digests
 * make an install fail that would mix two builds during a deployment.
 *
 * @param {string} folder
 * @returns {Promise<{ id: string, files: { url: string, revision: string | null, integrity: string }[] }>}
 */
export async function listBuild(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !NOT_KEPT.test(name) && name !== 'sw.js')
    .sort();
  const files = await Promise.all(
    names.map(async (name) => {
      const digest = createHash('sha256')
        .update(await readFile(join(folder, name)))
        .digest('base64');
      return {
        url: name === 'index.html' ? '/' : `/${name}`,
        revision: name.startsWith(HASHED) ? null : digest.slice(0, 16),
        integrity: `sha256-${digest}`,
      };
    }),
  );
  const id = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  return { id, files };
}
