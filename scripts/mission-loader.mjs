import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformed, withPortableMath } from './portable-math.mjs';

/** Returns the text of a module with its source map, so that errors name the lines of the file. */
function withMap({ code, map }) {
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64');
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}`;
}

function readModule(file) {
  const code = readFileSync(file, 'utf8');
  // Bundlers import JSON without an attribute.
  if (file.endsWith('.json')) return `export default ${code}`;
  const source = file.endsWith('.ts') ? transformed(file, code) : withPortableMath(code, file);
  return source && withMap(source);
}

/** @type {import('node:module').LoadHookSync} */
export function load(url, context, nextLoad) {
  const [, path] = /^(file:.*\.(?:[jt]s|json))(?:\?.*)?$/.exec(url) ?? [];
  const isImport = !context.conditions?.includes('require') && context.importAttributes?.type === undefined;
  const source = path && isImport ? readModule(fileURLToPath(path)) : undefined;
  return source ? { format: 'module', source, shortCircuit: true } : nextLoad(url, context);
}
