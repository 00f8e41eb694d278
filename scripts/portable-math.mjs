import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

/** @param {string} path */
const withSlashes = (path) => path.replaceAll('\\', '/');
const MATH = withSlashes(fileURLToPath(new URL('../src/shared/kit/math.ts', import.meta.url)));

/** What `src/shared/kit/math.ts` replaces of `Math`. */
const REPLACED = [
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'atan2',
  'exp',
  'log',
  'log10',
  'pow',
  'hypot',
];

/** The packages with which the mission computes. */
export const COMPUTING_PACKAGES = ['satellite.js', 'astronomy-engine'];

/** Their modules, less the WebAssembly builds of satellite.js, which are not used. */
const MODULE = /\/node_modules\/(?:satellite\.js\/dist\/(?!wasm\/)|astronomy-engine\/esm\/).*\.js$/;

/**
 * A module of JavaScript or TypeScript as JavaScript, with its source map. Vite has this only as a promise, which a
 * synchronous module hook of Node cannot wait for.
 *
 * @param {string} file
 * @param {string} code
 * @param {import('rolldown/utils').TransformOptions} [options]
 * @throws {Error} if it cannot be parsed
 */
export function transformed(file, code, options) {
  const result = transformSync(file, code, { sourcemap: true, ...options });
  const [error] = result.errors;
  if (error) throw error;
  return result;
}

/**
 * A module of these packages with the functions of `src/shared/kit/math.ts` instead of those of `Math`, which differ between
 * engines; undefined for any other module.
 *
 * @param {string} code
 * @param {string} file
 */
export function withPortableMath(code, file) {
  if (!MODULE.test(withSlashes(file))) return undefined;
  return transformed(file, code, {
    inject: Object.fromEntries(REPLACED.map((name) => [`Math.${name}`, [MATH, name]])),
    target: 'es2015', // turns `**` into `Math.pow`
  });
}

/** @returns {import('vite').Plugin} */
export const portableMath = () => ({
  name: 'portable-math',
  transform: { filter: { id: MODULE }, handler: withPortableMath },
});
