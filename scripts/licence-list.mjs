import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Licences that only require their text to be included. */
const ALLOWED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'OFL-1.1', 'Unlicense'];

/** Dev dependencies of which parts are bundled into the client. */
const BUNDLED_TOOLS = ['workbox-core', 'workbox-precaching', 'workbox-window'];

/**
 * @typedef {{ name: string, version: string, licence: string }} Licensed
 * @typedef {{
 *   dependencies?: Record<string, string>, devDependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }>, version?: string, license?: string,
 * }} Package
 */

/**
 * Lists every package that is part of the product, from the lockfile and the installed packages, by name and version.
 *
 * @param {string} root the project's folder
 * @returns {Promise<Licensed[]>}
 */
export async function listLicences(root) {
  /** @type {{ packages: Record<string, Package> }} */
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const top = packages[''] ?? {};
  const tools = BUNDLED_TOOLS.filter((name) => top.devDependencies?.[name]);
  const waiting = [...Object.keys(top.dependencies ?? {}), ...tools].map((name) => ({ name, from: '' }));
  /** @type {Map<string, Licensed>} */
  const found = new Map();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const place = resolve(packages, next.name, next.from);
    if (place === undefined || found.has(place)) continue;
    const file = join(root, place, 'package.json');
    // Packages that the lockfile lists for other platforms are neither installed nor part of the build.
    if (!existsSync(file)) continue;
    /** @type {Package} */
    const installed = JSON.parse(await readFile(file, 'utf8'));
    const { version = '', license = 'none' } = installed;
    found.set(place, { name: next.name, version, licence: license });
    for (const name of needsOf(installed)) waiting.push({ name, from: place });
  }
  const listed = new Map([...found.values()].map((one) => [`${one.name}@${one.version}`, one]));
  return [...listed.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/** Compares by code units, which does not depend on the locale. */
const compare = (/** @type {string} */ a, /** @type {string} */ b) => (a < b ? -1 : a > b ? 1 : 0);

/** @param {Package} one @returns {string[]} */
function needsOf({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers];
}

/**
 * Finds a package as Node does: in the nearest `node_modules` upwards.
 *
 * @param {Record<string, Package>} packages
 * @param {string} name
 * @param {string} from
 * @returns {string | undefined}
 */
function resolve(packages, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === '') return undefined;
  }
}

/** @param {readonly Licensed[]} list @returns {Licensed[]} */
export const forbiddenOf = (list) => list.filter(({ licence }) => !ALLOWED.includes(licence));

/** @param {readonly Licensed[]} list @returns {string} */
export function renderLicences(list) {
  const counts = ALLOWED.map((licence) => [licence, list.filter((one) => one.licence === licence).length]);
  const summary = counts.filter(([, count]) => count).map(([licence, count]) => `${licence} ${count}`);
  return [
    '# Licences of what is shipped',
    '',
    'Every package that the client, the server and the edge module may hold parts of, with what it needs itself.',
    'Written by `npm run licences`; a test fails when it is out of date, or when a licence is none of those allowed',
    `(${ALLOWED.join(', ')}).`,
    '',
    `${list.length} packages: ${summary.join(', ')}.`,
    '',
    '| Package | Version | Licence |',
    '|---|---|---|',
    ...list.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
    '',
  ].join('\n');
}
