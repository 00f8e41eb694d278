/** In place of PixiJS's WebGPU renderer, which the map never asks for (vite.config.ts). */
export class WebGPURenderer {}

/** Part of that renderer. `pixi.js/unsafe-eval` changes its prototype. */
export class GpuUboSystem {}
