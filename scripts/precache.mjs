import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/**
 * What no browser that runs the console needs: older fonts, the picture that is for other sites, notices. And what the map
 * can do without (src/ui/map/surface): a first visit does not fetch the surface's pictures, fine coasts and borders.
 */
const NOT_KEPT =
  /\.(br|gz|woff|map)$|^(social-preview|third-party-notices)\.|^assets\/(day|lights|countries-\d+m|lakes-50m)-[^/]*\.(webp|json)$/;

/** The folder of Vite's hashed names. */
const HASHED = 'assets/';

/**
 * The files of a built client that the service worker keeps, and a name for the build that follows from them. Their
 * digests go along: an install that would mix two builds, because a new one is just being put in place, fails.
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
