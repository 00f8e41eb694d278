import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @type {{ browserslist: string[] }} */
const { browserslist } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));

/** How a build calls the browsers of `browserslist` in package.json. */
const BUILD_NAMES = new Map(Object.entries({ ios_saf: 'ios' }));

/**
 * The oldest version of each supported browser, by the names of Browserslist.
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

/** The same for `build.target` of Vite, which compiles the syntax of scripts and styles to it. */
export const BUILD_TARGET = Object.entries(OLDEST_BROWSERS).map(
  ([name, version]) => `${BUILD_NAMES.get(name) ?? name}${version}`,
);
