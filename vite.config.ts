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

/** satellite.js ships WASM builds we do not use; without the stub they would be bundled (400 kB). */
const WASM_STUB = fileURLToPath(new URL('./src/shared/orbit/no-wasm.ts', import.meta.url));

export default defineConfig({
  plugins: [sonnerStylesAsFile(), react()],
  resolve: { alias: { '#wasm-single-thread': WASM_STUB, '#wasm-multi-thread': WASM_STUB } },
  worker: { format: 'es' },
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
