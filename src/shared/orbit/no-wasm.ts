/** Replaces the WebAssembly builds of satellite.js, which are not used (see `vite.config.ts`). */
export default function createNoModule(): never {
  throw new Error('satellite.js: the WebAssembly propagator is not part of this build.');
}
