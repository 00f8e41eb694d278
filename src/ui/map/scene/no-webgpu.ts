/** Replaces PixiJS's WebGPU renderer, which the map never uses (vite.config.ts). */
export class WebGPURenderer {}

/** Part of that renderer. `pixi.js/unsafe-eval` changes its prototype. */
export class GpuUboSystem {}
