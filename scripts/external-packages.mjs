import { cp, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

/** Packages of the server with code for processors, which finds its files beside its own: they stay as they are. */
export const EXTERNAL_PACKAGES = ['classic-level'];

/** Sources from which such code is compiled, tests, and what only people read. */
const LEFT_OUT = /^(?:deps|node_modules|test|test\.js)$|\.(?:cc|gyp|md|map|d\.ts)$/;

const LICENCE = /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i;

/**
 * Finds packages with all that they depend on.
 *
 * @param {string} from a file of the package that depends on them
 * @param {readonly string[]} names
 * @param {Map<string, string>} [found]
 * @returns {Promise<Map<string, string>>} folders by name
 */
async function findPackages(from, names, found = new Map()) {
  for (const name of names) {
    if (found.has(name)) continue;
    const file = createRequire(from).resolve(`${name}/package.json`);
    found.set(name, dirname(file));
    const { dependencies = {} } = JSON.parse(await readFile(file, 'utf8'));
    await findPackages(file, Object.keys(dependencies), found);
  }
  return found;
}

/**
 * Reads the licence of a package, and of the sources in it, from which its code for processors is compiled.
 *
 * @param {string} name
 * @param {string} folder
 * @returns {Promise<import('./notices.mjs').Licensed>}
 */
async function licenceOf(name, folder) {
  const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder, { recursive: true })).filter((file) => LICENCE.test(basename(file)));
  const texts = await Promise.all(files.sort().map((file) => readFile(join(folder, file), 'utf8')));
  return { name, version, identifier: license, ...(texts.length > 0 && { text: texts.join('\n\n') }) };
}

/**
 * Copies the packages that the server does not include into its folder, so that it runs wherever that folder is.
 *
 * @param {string} root the project's folder
 * @param {string} folder the server's folder
 * @returns {Promise<import('./notices.mjs').Licensed[]>} their licences
 */
export async function copyExternalPackages(root, folder) {
  const packages = await findPackages(join(root, 'package.json'), EXTERNAL_PACKAGES);
  for (const [name, source] of packages) {
    await cp(source, join(folder, 'node_modules', name), {
      recursive: true,
      filter: (path) => relative(source, path) === '' || !LEFT_OUT.test(basename(path)),
    });
  }
  return Promise.all([...packages].map(([name, source]) => licenceOf(name, source)));
}
