import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  type ChunkFiles,
  ChunkGoneError,
  createChunkLoader,
  type FetchFile,
} from '../../../../../src/ui/kit/on-demand/chunk-files.ts';

const FILES: ChunkFiles = { Map: ['/assets/map.js', '/assets/shared.js'], Log: ['/assets/shared.js'] };

const PAGE = fileURLToPath(new URL('../../../../../src/ui', import.meta.url));

/** Fakes a server with given answers that counts its requests. */
function serve() {
  const asked: string[] = [];
  const answers = new Map<string, 'unreachable' | 'broken' | number>();
  const fetchFile: FetchFile = async (path) => {
    asked.push(path);
    const answer = answers.get(path) ?? 200;
    if (answer === 'unreachable') throw new TypeError('Failed to fetch');
    const status = answer === 'broken' ? 200 : answer;
    return {
      ok: status === 200,
      status,
      arrayBuffer: async () => {
        if (answer === 'broken') throw new TypeError('network error');
        return new ArrayBuffer(0);
      },
    };
  };
  return { asked, answers, load: createChunkLoader(FILES, fetchFile) };
}

describe('the files of a lazy chunk', () => {
  it('are each requested once, by however many chunks', async () => {
    const { asked, load } = serve();
    await Promise.all([load(['Map']), load(['Log'])]);
    await load(['Map', 'Log']);
    expect(asked.sort()).toEqual(['/assets/map.js', '/assets/shared.js']);
  });

  it.each([
    ['unreachable', 'the server cannot be reached'],
    ['broken', 'the connection was interrupted'],
    [503, 'the server answered with status 503'],
    [404, 'this page is older than the version on the server'],
  ] as const)('are requested again after a failure (%s), which has a message', async (answer, words) => {
    const { asked, answers, load } = serve();
    answers.set('/assets/shared.js', answer);
    await expect(load(['Map'])).rejects.toThrow(words);
    await expect(load(['Log'])).rejects.toThrow(words);
    answers.clear();
    await load(['Map']);
    expect(asked.filter((path) => path === '/assets/shared.js')).toHaveLength(3);
    expect(asked.filter((path) => path === '/assets/map.js')).toHaveLength(1);
  });

  it('are missing permanently if the server no longer has them', async () => {
    const { answers, load } = serve();
    answers.set('/assets/map.js', 410);
    await expect(load(['Map'])).rejects.toBeInstanceOf(ChunkGoneError);
  });

  it('must be registered for their chunk', async () => {
    await expect(serve().load(['Radar'])).rejects.toThrow('The build has no chunk Radar.');
  });

  it('are loaded wherever the page imports the chunk: the file names it, for onDemand or loadChunks', () => {
    const bare = readdirSync(PAGE, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
      if (!/\.tsx?$/.test(path)) return [];
      const source = readFileSync(join(PAGE, path), 'utf8');
      const names = [...source.matchAll(/\bimport\('[^']*?([\w-]+)\.tsx?'\)/g)].map(([, name]) => name);
      return names.filter((name) => !source.includes(`'${name}'`)).map((name) => `${path}: ${name}`);
    });
    expect(bare).toEqual([]);
  });
});
