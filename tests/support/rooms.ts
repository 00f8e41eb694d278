import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Layers of a folder from the bottom to the top: names of its folders, `.` for its own files, peers as a list. */
export type Layers = readonly (string | readonly string[])[];

export interface Rooms {
  /** Layers by folder. A file imports from its own layer and from those before it; peers do not import each other. */
  readonly layers: Readonly<Record<string, Layers>>;
  readonly subjects: Readonly<Record<string, string>>;
}

/** A file and the relative paths that it imports, including type imports. */
export interface ImportingFile {
  /** Path from the root of the project. */
  readonly path: string;
  readonly imports: readonly string[];
}

/** Longest path below the folder of all sources, including the file. */
const DEEPEST = 4;

/** `import … from`, `export … from`, `import()`, and imports for their effect. */
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']*)'/g;

export const findImports = (source: string): readonly string[] =>
  [...source.matchAll(IMPORT)].map(([, path = '']) => path);

/** Reads the code below a folder of the project. */
export const readSourceTree = (root: string, folder: string): readonly ImportingFile[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, imports: findImports(readFileSync(join(root, path), 'utf8')) }));

interface Arrow {
  readonly file: string;
  readonly to: string;
}

const targetsOf = ({ path, imports }: ImportingFile): readonly Arrow[] =>
  imports.map((name) => ({ file: path, to: posix.join(posix.dirname(path), name) }));

/** Returns the layer of a file in a folder: its folder there, or `.`; `undefined` outside. */
function layerOf(path: string, folder: string): string | undefined {
  if (!path.startsWith(`${folder}/`)) return undefined;
  const [first = '', ...others] = path.slice(folder.length + 1).split('/');
  return others.length === 0 ? '.' : first;
}

/** Finds imports within a folder that its layers forbid. */
function findUpward(folder: string, layers: Layers, arrows: readonly Arrow[]): readonly string[] {
  const heightOf = (layer: string): number =>
    layers.findIndex((names) => (typeof names === 'string' ? names === layer : names.includes(layer)));
  return arrows.flatMap(({ file, to }) => {
    const [from, target] = [layerOf(file, folder), layerOf(to, folder)];
    if (from === undefined || target === undefined || from === target) return [];
    return heightOf(target) < heightOf(from)
      ? []
      : [`${folder}/${from} must not import ${folder}/${target} (${file})`];
  });
}

/**
 * Finds a cycle among the folders that a folder's imports lead into, as a path of folders; `undefined` if there is
 * none.
 */
function findCycle(arrows: readonly Arrow[]): readonly string[] | undefined {
  const targets = new Map<string, Set<string>>();
  for (const { file, to } of arrows) {
    const [from, target] = [posix.dirname(file), posix.dirname(to)];
    if (from !== target) targets.set(from, (targets.get(from) ?? new Set()).add(target));
  }
  const isDone = new Set<string>();
  const visit = (folder: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder];
    if (isDone.has(folder)) return undefined;
    for (const target of targets.get(folder) ?? []) {
      const cycle = visit(target, [...way, folder]);
      if (cycle) return cycle;
    }
    isDone.add(folder);
    return undefined;
  };
  for (const folder of targets.keys()) {
    const cycle = visit(folder, []);
    if (cycle) return cycle;
  }
  return undefined;
}

const foldersAround = (path: string, root: string): readonly string[] => {
  const parts = posix.dirname(path).split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/')).filter((folder) => folder !== root);
};

/**
 * Finds faults of a source tree or its table; none if imports point down without a cycle, and each folder has its line.
 */
export function findRoomFaults(
  root: string,
  { layers, subjects }: Rooms,
  files: readonly ImportingFile[],
): readonly string[] {
  const arrows = files.flatMap(targetsOf);
  const folders = new Set(files.flatMap(({ path }) => foldersAround(path, root)));
  const cycle = findCycle(arrows);
  const unlisted = Object.entries(layers).flatMap(([folder, names]) => {
    const present = new Set(files.map(({ path }) => layerOf(path, folder)));
    const listed = names.flat();
    return [...present]
      .filter((layer) => layer !== undefined && !listed.includes(layer))
      .map((layer) => `${folder}/${layer} has no layer`);
  });
  return [
    ...[...folders].filter((folder) => !(folder in subjects)).map((folder) => `${folder} has no subject`),
    ...Object.keys(subjects)
      .filter((folder) => !folders.has(folder))
      .map((folder) => `${folder} has no files`),
    ...unlisted,
    ...Object.entries(layers).flatMap(([folder, names]) => findUpward(folder, names, arrows)),
    ...(cycle ? [`${cycle.join(' → ')} is a cycle`] : []),
    ...files
      .filter(({ path }) => path.slice(root.length + 1).split('/').length > DEEPEST)
      .map(({ path }) => `${path} lies too deep`),
  ];
}
