import { createRequire } from 'node:module';
import type {
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data';
import postcss from 'postcss';
import { parseSync } from 'vite';

/**
 * Finds CSS and DOM features that a listed browser lacks, by MDN's compatibility data. Members of objects are matched
 * by name alone: names that only platform objects have, and that our own do not declare.
 */

// Required, because an import of 20 MB of JSON would pass through the test runner's transforms.
const bcd: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data');

/** Oldest version of each browser, by its name in MDN's data. */
export type Browsers = Readonly<Record<string, string>>;

/** Used features, with the browsers that lack them: `property user-select` → `['safari', 'safari_ios']`. */
export type Gaps = Map<string, readonly string[]>;

const isUpTo = (version: string, limit: string): boolean => {
  const limits = limit.split('.').map(Number);
  const parts = version.replace('≤', '').split('.').map(Number);
  for (let index = 0; index < 3; index++) {
    const difference = (parts[index] ?? 0) - (limits[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return true;
};

/**
 * True if a statement covers a browser of this version. Partial support counts: it usually concerns one platform, or
 * corner cases.
 */
function isSupport(
  statement: SimpleSupportStatement,
  limit: string,
  name: string,
  spelling: string,
): boolean {
  const { version_added: added, version_removed: removed, flags, prefix = '' } = statement;
  const isSpelt = spelling === (statement.alternative_name ?? prefix + name);
  const isReleased = typeof added === 'string' && added !== 'preview' && !flags;
  const isGone = typeof removed === 'string' && isUpTo(removed, limit);
  return isSpelt && isReleased && isUpTo(added, limit) && !isGone;
}

/** @param spelling as used, such as with a prefix that the data list under the plain name */
function browsersWithout(
  { support }: CompatStatement,
  browsers: Browsers,
  name = '',
  spelling = name,
): readonly string[] {
  const bySupport: Readonly<Record<string, unknown>> = support;
  return Object.keys(browsers).filter((browser) => {
    const statements = [bySupport[browser] ?? []].flat() as SimpleSupportStatement[];
    return !statements.some((statement) => isSupport(statement, browsers[browser] ?? '', name, spelling));
  });
}

/** Returns the entry of MDN's data at a path, if any. */
const at = (root: Identifier | undefined, ...path: readonly string[]): Identifier | undefined =>
  path.reduce<Identifier | undefined>(
    (place, name) => (place && Object.hasOwn(place, name) ? place[name] : undefined),
    root,
  );

const PREFIX = /^-(webkit|moz|ms)-/;

export function cssGaps(css: string, browsers: Browsers): Gaps {
  const gaps: Gaps = new Map();
  const check = (use: string, place: Identifier | undefined, name = '', spelling = name): void => {
    const missing = place?.__compat ? browsersWithout(place.__compat, browsers, name, spelling) : [];
    if (missing.length) gaps.set(use, missing);
  };
  const unknown = (name: string) => gaps.set(name, ['unknown to MDN']);
  const { properties, selectors, types, 'at-rules': atRules } = bcd.css;

  postcss.parse(css).walk((node) => {
    if (node.type === 'decl') {
      for (const [, name = ''] of node.value.matchAll(/([a-z][\w-]*)\(/g)) {
        check(`${name}()`, at(types, name));
        for (const type of Object.keys(types ?? {})) check(`${name}()`, at(types, type, name));
      }
      if (node.prop.startsWith('--')) return;
      const name = at(properties, node.prop) ? node.prop : node.prop.replace(PREFIX, '');
      const property = at(properties, name);
      if (!property) unknown(node.prop);
      check(node.prop, property, name, node.prop);
      for (const [word] of node.value.matchAll(/[a-z][\w-]*/g))
        check(`${node.prop}: ${word}`, at(property, word));
    } else if (node.type === 'atrule') {
      const rule = at(atRules, node.name);
      if (!rule) unknown(`@${node.name}`);
      check(`@${node.name}`, rule);
      for (const [, word = ''] of node.params.matchAll(/\(\s*(?:min-|max-)?([a-z][\w-]*)/g))
        check(`@${node.name} (${word})`, at(rule, word));
    } else if (node.type === 'rule') {
      if (node.parent?.type === 'rule') check('nesting', at(selectors, 'nesting'));
      for (const [text, name = ''] of node.selector.matchAll(/::?([a-z-]+)/g)) {
        const selector = at(selectors, name);
        if (!selector) unknown(text);
        check(text, selector);
      }
    }
  });
  return gaps;
}

interface SyntaxNode {
  readonly type: string;
  readonly body?: unknown;
  readonly callee?: unknown;
  readonly computed?: unknown;
  readonly id?: unknown;
  readonly key?: unknown;
  readonly local?: unknown;
  readonly members?: unknown;
  readonly name?: unknown;
  readonly object?: unknown;
  readonly properties?: unknown;
  readonly property?: unknown;
  readonly value?: unknown;
}

function walk(value: unknown, visit: (node: SyntaxNode) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && typeof value.type === 'string') visit(value as SyntaxNode);
  for (const part of Object.values(value)) walk(part, visit);
}

const nameOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
    ? value.name
    : '';

/** Every member of platform objects, with all statements about it. */
const MEMBERS: ReadonlyMap<string, readonly CompatStatement[]> = (() => {
  const members = new Map<string, CompatStatement[]>();
  for (const owner of [...Object.values(bcd.api), ...Object.values(bcd.javascript.builtins ?? {})]) {
    if (typeof owner !== 'object') continue;
    for (const [key, member] of Object.entries(owner as Identifier)) {
      const compat = key === '__compat' ? undefined : (member as Identifier).__compat;
      const name = key.replace(/_(static|event)$/, '');
      if (compat) members.set(name, [...(members.get(name) ?? []), compat]);
    }
  }
  return members;
})();

/** @param sources by name, as TypeScript with or without JSX */
export function scriptGaps(sources: ReadonlyMap<string, string>, browsers: Browsers): Gaps {
  const declared = new Set<string>();
  const used = new Map<string, Identifier | undefined>();
  const members = new Set<string>();
  for (const [name, source] of sources) {
    const { program, errors } = parseSync(name, source);
    if (errors.length) throw new Error(`${name}: ${errors[0]?.message}`);
    const calls = new Set<string>();
    const locals = new Set<string>();
    walk(program, (node) => {
      switch (node.type) {
        case 'ObjectPattern':
          for (const { key } of node.properties as readonly SyntaxNode[]) members.add(nameOf(key));
          for (const { value } of node.properties as readonly SyntaxNode[]) locals.add(nameOf(value));
          return;
        case 'ObjectExpression':
        case 'TSInterfaceBody':
        case 'TSTypeLiteral':
        case 'ClassBody': {
          const parts = (node.properties ?? node.members ?? node.body) as readonly SyntaxNode[];
          for (const { key, computed } of parts) if (!computed) declared.add(nameOf(key));
          return;
        }
        case 'FunctionDeclaration':
        case 'VariableDeclarator':
          locals.add(nameOf(node.id));
          return;
        case 'ImportSpecifier':
        case 'ImportDefaultSpecifier':
          locals.add(nameOf(node.local));
          return;
        case 'MemberExpression': {
          const owner = nameOf(node.object);
          const member = nameOf(node.property);
          const place = at(bcd.api, owner, `${member}_static`) ?? at(bcd.javascript.builtins, owner, member);
          if (place) used.set(`${owner}.${member}`, place);
          else if (!node.computed && owner !== 'styles') members.add(member);
          return;
        }
        case 'NewExpression': {
          const name = nameOf(node.callee);
          used.set(`new ${name}`, at(bcd.api, name) ?? at(bcd.javascript.builtins, name));
          return;
        }
        case 'CallExpression':
          calls.add(nameOf(node.callee));
          return;
        case 'JSXAttribute': {
          const name = nameOf(node.name).toLowerCase();
          used.set(`<… ${name}>`, at(bcd.html.global_attributes, name));
        }
      }
    });
    for (const name of calls) if (!locals.has(name)) members.add(name); // members of the global object
  }

  const gaps: Gaps = new Map();
  for (const [name, place] of used) {
    const missing = place?.__compat ? browsersWithout(place.__compat, browsers) : [];
    if (missing.length) gaps.set(name, missing);
  }
  for (const name of members) {
    if (declared.has(name)) continue;
    const [first = [], ...others] = (MEMBERS.get(name) ?? []).map((one) => browsersWithout(one, browsers));
    if (first.length && others.every((missing) => missing.length)) gaps.set(`.${name}`, first);
  }
  return gaps;
}
