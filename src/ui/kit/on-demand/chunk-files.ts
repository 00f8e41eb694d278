/** Network access: `fetch`, or a test double. */
export type FetchFile = (path: string) => Promise<Pick<Response, 'ok' | 'status' | 'arrayBuffer'>>;

/**
 * Files (scripts and styles) that each lazy chunk needs beside the page's own script, by the chunk's name.
 */
export type ChunkFiles = Readonly<Record<string, readonly string[]>>;

/** Element with the build's list of chunk files (vite.config.ts). The development server has none. */
const CHUNK_FILES_ID = 'chunk-files';

/** @throws Error if the list is not JSON: the build is broken */
export function readChunkFiles(page: Pick<Document, 'getElementById'>): ChunkFiles | undefined {
  const list = page.getElementById(CHUNK_FILES_ID)?.textContent;
  return list ? JSON.parse(list) : undefined;
}

/** Failure to load a file of the page; the message is for the operator. */
class ChunkError extends Error {
  override readonly name: string = 'ChunkError';
}

/** The server no longer has a file of this page: a new build has replaced it, and a reload is required. */
export class ChunkGoneError extends ChunkError {
  override readonly name = 'ChunkGoneError';
}

/**
 * Loads the files of lazy chunks into the browser's cache before they are imported.
 * A module that fails to load stays failed for the life of the page in browsers that keep it in their module
 * map (Chromium up to 15x, WebKit, and for nested imports all of them), and so does everything that imports
 * it. A plain request can be repeated, so `import()` is called only after every file that it needs has
 * arrived. Files of the build have a hash in their names and are cached as immutable: the import then takes
 * them from the cache.
 */
export function createChunkLoader(files: ChunkFiles | undefined, fetchFile: FetchFile) {
  const loads = new Map<string, Promise<void>>();

  async function load(path: string): Promise<void> {
    const response = await fetchFile(path).catch(() => {
      throw new ChunkError('the server cannot be reached');
    });
    if (response.status === 404 || response.status === 410)
      throw new ChunkGoneError('this page is older than the version on the server');
    if (!response.ok) throw new ChunkError(`the server answered with status ${response.status}`);
    await response.arrayBuffer().catch(() => {
      throw new ChunkError('the connection was interrupted');
    });
  }

  function loadOnce(path: string): Promise<void> {
    let pending = loads.get(path);
    if (!pending) {
      pending = load(path);
      loads.set(path, pending);
      pending.catch(() => loads.delete(path));
    }
    return pending;
  }

  /** @throws ChunkError if a file cannot be loaded; the next call retries */
  return async (names: readonly string[]): Promise<void> => {
    if (!files) return;
    const paths = names.flatMap((name) => {
      const known = files[name];
      if (!known) throw new Error(`The build has no chunk ${name}.`);
      return known;
    });
    await Promise.all(paths.map(loadOnce));
  };
}

export type LoadChunks = ReturnType<typeof createChunkLoader>;
