import type { LoadChunks } from './chunk-files.ts';

let load: LoadChunks = async () => {};

/** Names what loads the files of chunks. Without it, as in development and tests, imports load them. */
export function provideChunkLoader(loader: LoadChunks): void {
  load = loader;
}

/**
 * Loads the files of these chunks, so that importing them cannot fail over the network.
 * @throws ChunkError when one cannot be loaded; the next call asks for it again
 */
export const loadChunks: LoadChunks = (names) => load(names);
