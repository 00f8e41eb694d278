import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from './node-process.ts';

/** Build output of the libraries that the build cuts or changes (vite.config.ts). */

const ASSETS = join(PROJECT_ROOT, 'dist/client/assets');

/** Returns the built files of one kind, by name without their digest. */
async function filesOf(extension: 'css' | 'js'): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(ASSETS)).filter((name) => name.endsWith(`.${extension}`));
  const read = async (name: string) =>
    [name.replace(/-[\w-]{8}\./, '.'), await readFile(join(ASSETS, name), 'utf8')] as const;
  return new Map(await Promise.all(names.map(read)));
}

const holdersOf = (files: ReadonlyMap<string, string>, text: string): readonly string[] =>
  [...files].filter(([, content]) => content.includes(text)).map(([name]) => name);

/** Reads a library as published. It must contain what the tests look for: otherwise they could never fail. */
const published = (path: string): Promise<string> =>
  readFile(join(PROJECT_ROOT, 'node_modules', path), 'utf8');

describe('the build', () => {
  it('has the styles of toasts in a stylesheet and inserts none from a script', async () => {
    const rule = '[data-sonner-toaster]';
    expect(await published('sonner/dist/index.mjs')).toContain(rule);
    expect(holdersOf(await filesOf('css'), rule)).toEqual(['page.css']);
    expect(holdersOf(await filesOf('js'), rule)).toEqual([]);
  });

  it('has one script for each renderer, and none for WebGPU', async () => {
    const scripts = await filesOf('js');
    expect(holdersOf(scripts, 'webglcontextrestored')).toEqual(['WebGLRenderer.js']);
    expect(holdersOf(scripts, 'createPattern')).toEqual(['CanvasRenderer.js']);
    const pixi = await published('pixi.js/dist/pixi.mjs');
    for (const call of ['createRenderPipeline', 'createBindGroup', 'createCommandEncoder']) {
      expect(pixi).toContain(call);
      expect(holdersOf(scripts, call), call).toEqual([]);
    }
  });

  it('omits the parts of PixiJS that the map does not use', async () => {
    const scripts = await filesOf('js');
    const pixi = await published('pixi.js/dist/pixi.mjs');
    const unused = {
      'accessibility overlay': 'select to enable accessibility for this content',
      'loaders of assets': '[Loader.load]',
      video: 'HAVE_ENOUGH_DATA',
    };
    for (const [part, text] of Object.entries(unused)) {
      expect(pixi, part).toContain(text);
      expect(holdersOf(scripts, text), part).toEqual([]);
    }
  });

  it('has styles compiled for the supported browsers', async () => {
    expect(holdersOf(await filesOf('css'), '-webkit-user-select:none')).not.toEqual([]);
  });

  it('lists every bundled package with the text of its licence', async () => {
    const notices = await readFile(join(PROJECT_ROOT, 'dist/client/third-party-notices.txt'), 'utf8');
    const names = [...notices.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \(.+\)$/gm)].map(([, name]) => name);
    const { dependencies } = JSON.parse(await readFile(join(PROJECT_ROOT, 'package.json'), 'utf8'));
    const named = Object.keys(dependencies).filter((name) => name !== 'radix-ui'); // has only packages of its own
    const parts = ['@radix-ui/react-dialog', 'scheduler', 'workbox-precaching'];
    expect(names).toEqual(expect.arrayContaining([...named, ...parts]));
    expect(new Set(names).size).toBeLessThan(120); // fewer than everything installed
    for (const text of ['SIL OPEN FONT LICENSE', 'Apache License', 'public domain', 'Natural Earth'])
      expect(notices).toContain(text);
    const edge = await readFile(join(PROJECT_ROOT, 'dist/edge/third-party-notices.txt'), 'utf8');
    expect(edge).toBe(notices);
  });
});
