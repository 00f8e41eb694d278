import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';
import { withPortableMath } from './portable-math.mjs';

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!/^file:.*\.[jt]s$/.test(url)) return nextLoad(url, context);
  const file = fileURLToPath(url);
  const code = await readFile(file, 'utf8');
  const source = file.endsWith('.ts')
    ? await transformWithOxc(code, file)
    : await withPortableMath(code, file);
  return source ? { format: 'module', source: source.code, shortCircuit: true } : nextLoad(url, context);
}
