import { type Comparison, median, ratio } from './measure.ts';

/**
 * Budget of each figure. Ratios are relative to the floor of the same run. Gated budgets are independent of the
 * machine, or have a margin larger than any noise: tests check them as well, and `npm run bench` fails beyond them. The
 * others are goals and only reported.
 */
export interface Budget {
  readonly maxRatio?: number;
  readonly minRatio?: number;
  /** In the figure's own unit. */
  readonly max?: number;
  readonly isGate?: true;
}

/** Compressed size limit of all Overview scripts, in kB of 1,000 bytes. A browser test checks this too. */
export const MOST_SCRIPT_KB = 400;

export const BUDGETS: Readonly<Record<string, Budget>> = {
  // The mission in Node.
  simulation: { maxRatio: 150, isGate: true },
  // 50,000 times real time.
  'simulation-day': { max: 1_728 },
  keyframe: { max: 21_000, isGate: true },
  restore: { max: 20 },
  'archive-append': { maxRatio: 0.1, isGate: true },
  'archive-telemetry': { max: 12_000, isGate: true },
  'archive-channels': { max: 100_000, isGate: true },
  'archive-day': { max: 10_000_000, isGate: true },
  'archive-week': { max: 8 },
  'archive-week-all': { max: 8 },
  // Noise alone (six normal draws per step, each with its own stream, a logarithm and a cosine) costs 0.87 of the SGP4
  // call beside it; illumination, stations and relay cost 0.3; the model's equations and the copy of every state are
  // added.
  'spacecraft-week': { maxRatio: 4 },
  // 6 × its floor on a busy machine.
  'packets-day': { max: 500, maxRatio: 12 },
  'year-heap': { maxRatio: 1.1, isGate: true },
  passes: { maxRatio: 12, isGate: true },
  'fleet-knot': { max: 30 },
  'passes-100': { max: 500 },
  // 4 × its floor on a quiet machine.
  'pass-list-100': { max: 500, maxRatio: 12 },
  'operation-queue': { maxRatio: 3 },
  'operation-execute': { maxRatio: 3 },
  'operation-add': { maxRatio: 3 },
  'operation-start': { maxRatio: 3 },
  'operation-cancel': { maxRatio: 3 },

  // A quarter of a core at 3600×.
  rate: { max: 250 },
  seek: { maxRatio: 1.5, isGate: true },
  branch: { max: 150, isGate: true },
  'look-ahead-6': { max: 50, maxRatio: 0.5 },
  'look-ahead-24': { max: 100, maxRatio: 0.5 },

  // The channel.
  'update-quiet': { max: 1_000, isGate: true },
  // Includes the texts of three anomalies that a sample changes.
  'update-sample': { max: 4_800, isGate: true },
  // A structured clone between two threads of one page, so a custom encoding would not pay off.
  'update-first': { max: 120_000, isGate: true },
  'update-operation-10000': { max: 25_000, isGate: true },
  'update-mean': { max: 1_000, isGate: true },
  'tick-to-atom': { maxRatio: 20 },

  // The gateway.
  'gateway-position': { minRatio: 0.8 },
  'gateway-positions': { minRatio: 0.8 },

  // The page.
  'load-first-paint': { maxRatio: 1.3 },
  'load-scripts': { max: MOST_SCRIPT_KB, isGate: true },
  'frame-overview-1920': { maxRatio: 1.5 },
  'frame-overview-3840': { maxRatio: 1.5 },
  'frame-orbital-1920': { maxRatio: 1.5 },
  'frame-orbital-3840': { maxRatio: 1.5 },
  'frame-telemetry-1920': { maxRatio: 1.5 },
  'frame-telemetry-3840': { maxRatio: 1.5 },
  'frame-wall-1920': { maxRatio: 1.5 },
  'frame-wall-3840': { maxRatio: 1.5 },
  // Half of a frame at 58 frames per second.
  'frame-rate-1920': { max: 8 },
  'frame-rate-3840': { max: 8 },
  // 58 of 60 frames.
  'frames-rate-1920': { minRatio: 58 / 60 },
  'frames-rate-3840': { minRatio: 58 / 60 },
  'frame-wall-60-1920': { max: 8 },
  'frame-wall-60-3840': { max: 8 },
  'map-1': { maxRatio: 2 },
  'map-10': { maxRatio: 3 },
  'map-100': { maxRatio: 10 },
  // At rest nothing is drawn, which costs a quarter of the floor.
  'map-lit-1920': { maxRatio: 1, isGate: true },
  'map-lit-3840': { maxRatio: 1, isGate: true },
  'map-zoomed-1920': { maxRatio: 1, isGate: true },
  'map-zoomed-3840': { maxRatio: 1, isGate: true },
  'map-globe-1920': { maxRatio: 1, isGate: true },
  'map-globe-3840': { maxRatio: 1, isGate: true },
  // A frame at 60 frames per second, including the browser's painting after the script.
  'map-lit-rate-1920': { max: 16 },
  'map-lit-rate-3840': { max: 16 },
  'map-zoomed-moving-1920': { max: 16 },
  'map-zoomed-moving-3840': { max: 16 },
  'map-globe-turning-1920': { max: 16 },
  'map-globe-turning-3840': { max: 16 },
  // A third of a frame at 60 frames per second.
  'fleet-canvas-plane': { max: 5 },
  'fleet-canvas-globe': { max: 5 },
  'fleet-canvas-zoomed': { max: 5 },
  'catalogue-canvas-plane': { max: 4 },
  'catalogue-canvas-globe': { max: 4 },
  'catalogue-webgl-plane': { max: 2 },
  'catalogue-webgl-globe': { max: 2 },
  'page-heap': { maxRatio: 4 },
  'charts-week': { maxRatio: 1.2 },
  'charts-zoom': { max: 8 },
  'commands-first': { maxRatio: 4 },
  'commands-change': { maxRatio: 8 },
  'timeline-first': { maxRatio: 6 },
  'timeline-change': { maxRatio: 15 },
};

/** Describes an exceeded budget; `undefined` if within it, or without one. */
export function overBudget(comparison: Comparison): string | undefined {
  const { maxRatio, minRatio, max } = BUDGETS[comparison.id] ?? {};
  const value = ratio(comparison);
  const figure = median(comparison.measured);
  if (maxRatio !== undefined && !(value <= maxRatio))
    return `${value.toFixed(2)} × its floor, at most ${maxRatio}`;
  if (minRatio !== undefined && !(value >= minRatio))
    return `${value.toFixed(2)} × its floor, at least ${minRatio}`;
  if (max !== undefined && !(figure <= max)) return `${figure.toFixed(0)} ${comparison.unit}, at most ${max}`;
  return undefined;
}

/** Formats a budget, such as `≤ 1.5 ×`. */
export function budgetText(id: string): string {
  const { maxRatio, minRatio, max, isGate } = BUDGETS[id] ?? {};
  const parts = [
    ...(maxRatio === undefined ? [] : [`≤ ${maxRatio} ×`]),
    ...(minRatio === undefined ? [] : [`≥ ${minRatio} ×`]),
    ...(max === undefined ? [] : [`≤ ${max.toLocaleString('en')}`]),
  ];
  return parts.length === 0 ? '' : parts.join(', ') + (isGate ? ' (gate)' : '');
}
