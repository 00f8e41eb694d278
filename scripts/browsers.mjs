import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @type {{ browserslist: string[] }} */
const { browserslist } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));

/** Build-target names of browsers that `browserslist` in package.json calls differently. */
const BUILD_NAMES = new Map(Object.entries({ ios_saf: 'ios' }));

/**
 * Oldest version of each supported browser, by its Browserslist name.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const OLDEST_BROWSERS = Object.fromEntries(
  browserslist.map((query) => {
    const [, name, version] = /^(\w+) >= ([\d.]+)$/.exec(query) ?? [];
    if (name === undefined || version === undefined)
      throw new Error(`package.json: "${query}" of browserslist is not of the form "name >= version".`);
    return [name, version];
  }),
);

/** The same list for Vite's `build.target`, to which scripts and styles are compiled. */
export const BUILD_TARGET = Object.entries(OLDEST_BROWSERS).map(
  ([name, version]) => `${BUILD_NAMES.get(name) ?? name}${version}`,
);
