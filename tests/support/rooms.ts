import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A folder of a source tree with one subject, and the rooms whose files it may import. A room may hold others. */
export interface Room {
  readonly subject: string;
  readonly imports: readonly string[];
}

/** The rooms of a source tree from the bottom to the top. */
export type Rooms = Readonly<Record<string, Room>>;

/** Room of the files that lie in no folder: the entry. */
export const ENTRY = '.';

/** A file and the relative paths that it imports, with the types. */
export interface ImportingFile {
  /** Path within the source tree. */
  readonly path: string;
  readonly imports: readonly string[];
}

/** `import … from`, `export … from`, `import()`, and imports for their effect. */
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']*)'/g;

export const findImports = (source: string): readonly string[] =>
  [...source.matchAll(IMPORT)].map(([, path = '']) => path);

export const readSourceTree = (folder: string): readonly ImportingFile[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, imports: findImports(readFileSync(join(folder, path), 'utf8')) }));

/** The innermost listed room around a file; if none is listed, its first folder. */
function roomOf(path: string, names: readonly string[]): string {
  const around = names.filter((name) => path.startsWith(`${name}/`));
  const [innermost] = around.toSorted((a, b) => b.length - a.length);
  return innermost ?? (path.includes('/') ? path.slice(0, path.indexOf('/')) : ENTRY);
}

/** Every arrow between two rooms, `from → to`, with a file that draws it. */
function findArrows(names: readonly string[], files: readonly ImportingFile[]): ReadonlyMap<string, string> {
  const arrows = new Map<string, string>();
  for (const { path, imports } of files) {
    for (const name of imports) {
      const target = posix.join(posix.dirname(path), name);
      if (target.startsWith('..') || roomOf(target, names) === roomOf(path, names)) continue;
      arrows.set(`${roomOf(path, names)} → ${roomOf(target, names)}`, path);
    }
  }
  return arrows;
}

/** What is wrong with a source tree or its table; nothing if the imports are the listed ones, without a cycle. */
export function findRoomFaults(rooms: Rooms, files: readonly ImportingFile[]): readonly string[] {
  const names = Object.keys(rooms);
  const present = new Set(files.map(({ path }) => roomOf(path, names)));
  const arrows = findArrows(names, files);
  const listed = Object.entries(rooms).flatMap(([from, { imports }]) =>
    imports.map((to) => ({ from, to, arrow: `${from} → ${to}` })),
  );
  const allowed = new Set(listed.map(({ arrow }) => arrow));
  return [
    ...[...present].filter((room) => !names.includes(room)).map((room) => `${room} is not in the table`),
    ...names.filter((room) => !present.has(room)).map((room) => `${room} has no files`),
    ...[...arrows]
      .filter(([arrow]) => !allowed.has(arrow))
      .map(([arrow, path]) => `${arrow} is not allowed (${path})`),
    ...listed.filter(({ arrow }) => !arrows.has(arrow)).map(({ arrow }) => `${arrow} is not used`),
    // Every arrow leads to a room that is listed earlier, so no cycle is possible.
    ...listed
      .filter(({ from, to }) => names.indexOf(to) >= names.indexOf(from))
      .map(({ arrow }) => `${arrow} points up`),
  ];
}
