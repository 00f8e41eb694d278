import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TextStore } from './effects.ts';

/** Stores a text in a file, which is replaced atomically so that readers never see half of it. */
export function fileStore(folder: string, name: string): TextStore {
  const path = join(folder, name);
  return {
    read: () => readFile(path, 'utf8').catch(() => undefined),
    async write(text) {
      await mkdir(folder, { recursive: true });
      const next = `${path}.${process.pid}`;
      await writeFile(next, text);
      await rename(next, path);
    },
  };
}
