import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformed, withPortableMath } from './portable-math.mjs';

/** @type {import('node:module').LoadHookSync} */
export function load(url, context, nextLoad) {
  if (!/^file:.*\.[jt]s$/.test(url)) return nextLoad(url, context);
  const file = fileURLToPath(url);
  const code = readFileSync(file, 'utf8');
  const source = file.endsWith('.ts') ? transformed(file, code) : withPortableMath(code, file);
  return source ? { format: 'module', source: source.code, shortCircuit: true } : nextLoad(url, context);
}
