import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listBuild } from '../../../scripts/precache.mjs';

describe('the files that the service worker keeps', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'build-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function keptOf(...names: readonly string[]): Promise<readonly string[]> {
    for (const name of names) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), name);
    }
    return (await listBuild(folder)).files.map(({ url }) => url);
  }

  it('are the page, its scripts, styles and fonts', async () => {
    const names = ['index.html', 'assets/index-a1.js', 'assets/index-b2.css', 'assets/b612-c3.woff2'];
    expect(await keptOf(...names)).toEqual([
      '/assets/b612-c3.woff2',
      '/assets/index-a1.js',
      '/assets/index-b2.css',
      '/',
    ]);
  });

  it('are not what the map can do without', async () => {
    expect(
      await keptOf(
        'assets/day-Dk_3x-1a.webp',
        'assets/lights-C4.webp',
        'assets/countries-50m-Zz.json',
        'assets/countries-110m-Yy.json',
        'assets/lakes-50m-Xx.json',
        'assets/day-plan-a1.js',
      ),
    ).toEqual(['/assets/day-plan-a1.js']);
  });
});
