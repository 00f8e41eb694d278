import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { BUILD_TARGET } from './scripts/browsers.mjs';
import { COMPUTING_PACKAGES, portableMath } from './scripts/portable-math.mjs';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Drops what the map does not use of PixiJS. Its entry registers an environment that loads every part there is; the map
 * skips environments (`skipExtensionImports`), so the entry has no side effect that it needs. Each renderer then becomes
 * a chunk of its own.
 */
function onlyUsedPixi(): Plugin {
  return {
    name: 'only-used-pixi',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (source !== 'pixi.js') return undefined;
      const entry = await this.resolve(source, importer, { ...options, skipSelf: true });
      return entry && { ...entry, moduleSideEffects: false };
    },
  };
}

/**
 * The page has the engine's own elementary functions: it shows what its workers compute, and the same bits in every engine
 * matter there alone. Workers are built with plugins of their own.
 */
function engineMath(): Plugin {
  const portable = here('./src/shared/kit/math.ts');
  return {
    name: 'engine-math',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!source.endsWith('/math.ts')) return undefined;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found?.id === portable ? here('./src/shared/kit/engine-math.ts') : undefined;
    },
  };
}

/** The chunks that the Overview shows at once, and what both renderers are made of. */
const EARLY = 'early';

/**
 * Names the files of every lazy chunk in the page, so that they are loaded before they are imported and can be asked for
 * again (`src/ui/kit/on-demand/chunk-files.ts`). The map's and the mission's worker begin to load beside the page's own
 * script.
 */
function chunkFiles(): Plugin {
  return {
    name: 'chunk-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, path }) {
        if (path !== '/index.html') return html; // a page of the benchmarks
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
        const closure = (fileName: string, files = new Set<string>()): Set<string> => {
          const chunk = byFile.get(fileName);
          if (!chunk || files.has(fileName)) return files;
          files.add(fileName);
          for (const imported of chunk.imports) closure(imported, files);
          for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
          return files;
        };
        const entry = chunks.find(({ isEntry }) => isEntry);
        const worker = Object.keys(bundle).find((name) => /^assets\/worker-.*\.js$/.test(name));
        if (!entry || !worker) throw new Error('The build has no entry, or no worker.');
        const known = closure(entry.fileName);
        const lazy = new Map(
          chunks
            .filter(({ isDynamicEntry }) => isDynamicEntry)
            .map(({ name, fileName }) => [name, [...closure(fileName)].filter((file) => !known.has(file))]),
        );
        const filesOf = (name: string): readonly string[] => {
          const files = lazy.get(name);
          if (!files) throw new Error(`The build has no chunk ${name}.`);
          return files;
        };
        const canvas = new Set(filesOf('CanvasRenderer'));
        const early = new Set([
          ...filesOf('MapCanvas'),
          ...filesOf('WebGLRenderer').filter((file) => canvas.has(file)),
        ]);
        const paths = (files: Iterable<string>): string[] => [...files].map((file) => `/${file}`);
        const list = Object.fromEntries(
          [...lazy, [EARLY, early] as const].map(([name, files]) => [name, paths(files)]),
        );
        return {
          html: stylesFirst(html),
          tags: [
            { tag: 'link', attrs: { rel: 'modulepreload', href: `/${worker}` }, injectTo: 'head' },
            // No `modulepreload`: where it fails, the module stays failed.
            ...paths(early).map((href) => ({
              tag: 'link',
              attrs: { rel: 'preload', as: 'fetch', crossorigin: '', href, fetchpriority: 'low' },
              injectTo: 'head' as const,
            })),
            {
              tag: 'script',
              attrs: { type: 'application/json', id: 'chunk-files' },
              children: JSON.stringify(list),
              injectTo: 'head',
            },
          ],
        };
      },
    },
  };
}

/** The first picture waits for the styles and for nothing else: a browser opens only six connections at once. */
function stylesFirst(html: string): string {
  const styles = html.match(/\n *<link rel="stylesheet"[^>]*>/g) ?? [];
  const others = styles.reduce((text, link) => text.replace(link, ''), html);
  return others.replace(/\n *<script type="module"/, (script) => styles.join('') + script);
}

/** satellite.js ships WASM builds we do not use; without the stub they would be bundled (400 kB). */
const NO_WASM = here('./src/shared/orbit/no-wasm.ts');
const NO_WEBGPU = here('./src/ui/map/scene/no-webgpu.ts');

/** As Vite names the class of a module, without the number of its line, which a script would hold for each. */
function classNameOf(name: string, _file: string, css: string): string {
  return `_${name}_${createHash('sha256').update(css).digest('hex').slice(0, 5)}`;
}

export default defineConfig({
  plugins: [portableMath(), engineMath(), onlyUsedPixi(), chunkFiles(), react()],
  resolve: {
    alias: [
      { find: /^#wasm-(single|multi)-thread$/, replacement: NO_WASM },
      { find: /^\..*\/gpu\/(WebGPURenderer|GpuUboSystem)\.mjs$/, replacement: NO_WEBGPU },
    ],
  },
  worker: {
    format: 'es',
    plugins: () => [portableMath()],
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        entryFileNames: ({ name }) =>
          name === 'fleet-worker' ? 'assets/fleet-worker-[hash].js' : 'assets/worker-[hash].js',
      },
    },
  },
  optimizeDeps: { exclude: COMPUTING_PACKAGES },
  css: { modules: { generateScopedName: classNameOf } },
  build: {
    outDir: 'dist/client',
    target: BUILD_TARGET,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // PixiJS is most of it, and the overview shows the map at once.
    chunkSizeWarningLimit: 1000,
    // Sonner inserts its stylesheet as an inline `<style>` on import, which the Content-Security-Policy refuses. The page
    // has it as a file (src/ui/app/main.tsx), and the bundler drops a call without a side effect.
    rolldownOptions: {
      // A slow machine is no reason to warn.
      checks: { bundlerTimings: false },
      treeshake: { manualPureFunctions: ['__insertCSS'] },
      // What the page imports at once is one file, although lazy chunks use parts of it: forty small ones compress worse. The
      // entry stays apart: Firefox reports an error where the preload of a lazy chunk names the page's own script.
      output: {
        codeSplitting: {
          groups: [
            { name: 'page', tags: ['$initial'], test: (id) => !/main\.tsx$|\.html$/.test(id) },
            // The map uses them at once, and other lazy chunks do later: one small file compresses better than two.
            { name: 'light', test: /orbit\/(sun|footprint)\.ts$/ },
            // What both renderers share: the map needs all of it with either, and one file compresses better than five.
            { name: 'drawing', test: /node_modules[\\/]pixi\.js/, minShareCount: 2 },
            // The parts of dialogs and forms, too: the page holds the name of each file that a lazy chunk needs.
            { name: 'dialog', test: /kit\/controls\/(?!Popover|popover)|Confirmation\.tsx|lucide-react/ },
          ],
        },
      },
    },
  },
});
