import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Sonner writes its stylesheet into an inline `<style>` when it is imported, which our Content-Security-Policy
 * (`style-src 'self'`) refuses. The same stylesheet is imported as a file in `src/ui/main.tsx`.
 */
function sonnerStylesAsFile(): Plugin {
  return {
    name: 'sonner-styles-as-file',
    enforce: 'pre',
    transform(code, id) {
      if (!/[\\/]sonner[\\/]dist[\\/]index\.mjs/.test(id)) return undefined;
      const stripped = code.replace(/^__insertCSS\(.*\);?$/m, '');
      if (stripped === code) throw new Error('sonner no longer inserts its CSS: delete this plugin.');
      return { code: stripped, map: null };
    },
  };
}

/**
 * PixiJS's entry names every renderer, loader and kind of text it has, and with them all in one chunk the map would load
 * three renderers to draw with one. Without its environments (`skipExtensionImports` leaves them unused), the masks and
 * sources that it registers (the map has none, and makes its own) and WebGPU, which we do not ask for, each renderer is
 * a chunk of its own and the rest is shaken off.
 */
function onlyWhatTheMapDrawsWith(): Plugin {
  const NO_WEBGPU = '\0no-webgpu';
  return {
    name: 'only-what-the-map-draws-with',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const isFromPixi = /pixi\.js[\\/]lib[\\/](rendering|unsafe-eval)[\\/]/.test(importer);
      const isWebGpu = /\/(WebGPURenderer|GpuUboSystem)\.mjs$/.test(source);
      return isFromPixi && isWebGpu && !/[\\/]gpu[\\/]/.test(importer) ? NO_WEBGPU : undefined;
    },
    load: (id) =>
      id === NO_WEBGPU ? 'export class WebGPURenderer {}\nexport class GpuUboSystem {}\n' : undefined,
    transform(code, id) {
      if (!/pixi\.js[\\/]lib[\\/]index\.mjs/.test(id)) return undefined;
      const slim = code
        .replace(/^extensions\.add\(browserExt, webworkerExt\);$/m, '')
        .replace(/^import '\.\/.*$/gm, '');
      if (!code.includes('extensions.add(browserExt')) throw new Error('The entry of PixiJS has changed.');
      return { code: slim, map: null, moduleSideEffects: false };
    },
  };
}

/**
 * A map that leaves the page while Pixi still starts is put on a queue by `@pixi/react`, which takes all of it down as soon
 * as any map has started: one that is still starting breaks over that, and its renderer would never be given back. Each
 * looks at the queue when it has started itself, so that none is forgotten.
 */
function onlyStartedMapsEnd(): Plugin {
  return {
    name: 'only-started-maps-end',
    enforce: 'pre',
    transform(code, id) {
      if (!/@pixi[\\/]react[\\/]lib[\\/]helpers[\\/]processUnmountQueue\.mjs/.test(id)) return undefined;
      const fixed = code.replace(
        /^ +unmountRoot\(root\);$/m,
        '    if (root.applicationState.isInitialised) unmountRoot(root);',
      );
      if (fixed === code) throw new Error('The queue of @pixi/react has changed.');
      return { code: fixed, map: null };
    },
  };
}

/** The chunks that the Overview shows at once, and what both renderers are made of. */
const EARLY = 'early';

/**
 * Names the files of every lazy chunk in the page, so that they are loaded before they are imported and can be asked for
 * again (`src/ui/shell/chunk-files.ts`). The map's and the mission's worker begin to load beside the page's own script.
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
const WASM_STUB = fileURLToPath(new URL('./src/shared/orbit/no-wasm.ts', import.meta.url));

export default defineConfig({
  plugins: [sonnerStylesAsFile(), onlyStartedMapsEnd(), onlyWhatTheMapDrawsWith(), chunkFiles(), react()],
  resolve: { alias: { '#wasm-single-thread': WASM_STUB, '#wasm-multi-thread': WASM_STUB } },
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/worker-[hash].js' } } },
  optimizeDeps: { exclude: ['sonner', 'satellite.js'] },
  build: {
    outDir: 'dist/client',
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // PixiJS is most of it, and the overview shows the map at once.
    chunkSizeWarningLimit: 1000,
  },
});
