import type { LoadChunks } from './chunk-files.ts';

/**
 * Separate from `chunk-files.ts`, whose errors others import: a single file would add two chunks to the first
 * visit.
 */
let load: LoadChunks = async () => {};

/** Sets the loader of chunk files. By default, as in development and tests, imports load them. */
export function provideChunkLoader(loader: LoadChunks): void {
  load = loader;
}

/**
 * Loads the files of these chunks, so that importing them cannot fail over the network.
 * @throws ChunkError if one cannot be loaded; the next call retries
 */
export const loadChunks: LoadChunks = (names) => load(names);
