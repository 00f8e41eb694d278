import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { digestInputs, isBuilt, removeStamp, writeStamp } from '../../../scripts/build-stamp.mjs';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'orbita-build-'));
  const outputs = [
    'dist/client/index.html',
    'dist/client/sw.js',
    'dist/client/third-party-notices.txt',
    'dist/server/server.js',
    'dist/edge/gateway.js',
  ];
  for (const name of ['src/ui/app/main.tsx', 'index.html', ...outputs]) {
    await write(name, name);
  }
  await writeStamp(root, await digestInputs(root, {}));
});

afterEach(() => rm(root, { recursive: true }));

async function write(name: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, name)), { recursive: true });
  await writeFile(join(root, name), content);
}

it('reuses a finished build of the same sources', async () => {
  expect(await isBuilt(root, {})).toBe(true);
  await write('src/ui/app/main.tsx', 'src/ui/app/main.tsx'); // rewritten, but unchanged
  await write('README.md', 'no input of the build');
  expect(await isBuilt(root, { HOME: '/' })).toBe(true);
});

it.each<[string, () => Promise<unknown>]>([
  ['a source changed', () => write('src/ui/app/main.tsx', 'changed')],
  ['a source was added', () => write('src/worker/index.ts', '')],
  ['a source was renamed', () => rename(join(root, 'src/ui/app/main.tsx'), join(root, 'src/ui/start.tsx'))],
  ['a source was removed', () => rm(join(root, 'src/ui/app/main.tsx'))],
  ['the lockfile changed', () => write('package-lock.json', '{}')],
  ['a public file was added', () => write('public/favicon.svg', '<svg/>')],
  ['the settings changed', () => write('.env', 'VITE_BACKEND_URL=/')],
  ['an output is missing', () => rm(join(root, 'dist/server/server.js'))],
  ['the service worker is missing', () => rm(join(root, 'dist/client/sw.js'))],
  ['the edge module is missing', () => rm(join(root, 'dist/edge/gateway.js'))],
  ['the build was interrupted', () => removeStamp(root)],
])('builds again when %s', async (_reason, change) => {
  await change();
  expect(await isBuilt(root, {})).toBe(false);
});

it('builds again for other settings in the environment', async () => {
  expect(await isBuilt(root, { VITE_BACKEND_URL: 'https://backend.example' })).toBe(false);
});
