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

/**
 * Lets the browser fetch the map's chunks and the mission's worker while it still reads the page's own script, which
 * would otherwise be what names them.
 */
function fetchTogether(): Plugin {
  return {
    name: 'fetch-together',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, path }) {
        if (path !== '/index.html') return html; // a page of the benchmarks
        const files = Object.values(bundle);
        const map = files.find((file) => file.type === 'chunk' && file.name === 'MapCanvas');
        const worker = files.find(({ fileName }) => /^assets\/worker-.*\.js$/.test(fileName));
        if (map?.type !== 'chunk' || !worker)
          throw new Error('The build has no chunk of the map, or no worker.');
        const entry = files.find((file) => file.type === 'chunk' && file.isEntry);
        const known = entry?.type === 'chunk' ? [entry.fileName, ...entry.imports] : [];
        // Both renderers are made of these.
        const renderers = files.filter(
          (file) => file.type === 'chunk' && /^(WebGL|Canvas)Renderer$/.test(file.name),
        );
        const imports = renderers.map((file) => (file.type === 'chunk' ? file.imports : []));
        const shared = (imports[0] ?? []).filter((fileName) =>
          imports.every((each) => each.includes(fileName)),
        );
        const early = new Set(
          [map.fileName, ...map.imports, ...shared].filter((name) => !known.includes(name)),
        );
        const preload = (fileName: string, fetchpriority: string) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', href: `/${fileName}`, fetchpriority },
          injectTo: 'head' as const,
        });
        // Telemetry comes from the worker; the map may follow.
        const tags = [preload(worker.fileName, 'auto'), ...[...early].map((name) => preload(name, 'low'))];
        return { html: stylesFirst(html), tags };
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
  plugins: [sonnerStylesAsFile(), onlyStartedMapsEnd(), onlyWhatTheMapDrawsWith(), fetchTogether(), react()],
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
