import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

/** @param {string} path */
const withSlashes = (path) => path.replaceAll('\\', '/');
const MATH = withSlashes(fileURLToPath(new URL('../src/shared/kit/math.ts', import.meta.url)));

/** Functions of `Math` that `src/shared/kit/math.ts` replaces. */
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

/** Packages that the mission computes with. */
export const COMPUTING_PACKAGES = ['satellite.js', 'astronomy-engine'];

/** Their modules, without the unused WebAssembly builds of satellite.js. */
const MODULE = /\/node_modules\/(?:satellite\.js\/dist\/(?!wasm\/)|astronomy-engine\/esm\/).*\.js$/;

/**
 * Transforms a JavaScript or TypeScript module to JavaScript with a source map. Vite offers this only asynchronously,
 * which a synchronous module hook of Node cannot use.
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
 * Transforms a module of these packages to use `src/shared/kit/math.ts` instead of `Math`, whose functions differ
 * between engines; undefined for any other module.
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
