import type uPlot from 'uplot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { linePaths } from '../../../src/ui/history/line-paths.ts';

/** A path that can be read. */
class WrittenPath {
  readonly steps: string[];
  constructor(other?: WrittenPath) {
    this.steps = [...(other?.steps ?? [])];
  }
  moveTo(x: number, y: number) {
    this.steps.push(`M${x} ${y}`);
  }
  lineTo(x: number, y: number) {
    this.steps.push(`L${x} ${y}`);
  }
}

beforeEach(() => void vi.stubGlobal('Path2D', WrittenPath));
afterEach(() => void vi.unstubAllGlobals());

/** A plot of 100 by 100 pixels for the times and values from 0 to 100, whose corner is at 10, 20. */
function pathsOf(times: readonly number[], values: readonly (number | null)[], fill?: string) {
  const plot = {
    data: [times, values],
    bbox: { left: 10, top: 20, width: 100, height: 100 },
    scales: { x: { min: 0, max: 100 }, y: { min: 0, max: 100 } },
    series: [{}, { width: 2, fill }],
  } as unknown as uPlot;
  const paths = linePaths(plot, 1, 0, times.length - 1);
  const read = (path: unknown) => (path as WrittenPath | undefined)?.steps.join(' ');
  return { stroke: read(paths?.stroke), fill: read(paths?.fill) };
}

describe('the paths of a chart', () => {
  it('are a line, and the area between it and 0', () => {
    expect(pathsOf([0, 50, 100], [20, 60, 40], 'violet')).toEqual({
      stroke: 'M10 100 L60 60 L110 80',
      fill: 'M10 100 L60 60 L110 80 L110 120 L10 120',
    });
  });

  it('have nothing in a gap, neither line nor area', () => {
    expect(pathsOf([0, 20, 40, 60, 80], [20, 20, null, 50, 50], 'violet')).toEqual({
      stroke: 'M10 100 L30 100 M70 70 L90 70',
      fill: 'M10 120 L10 100 L30 100 L30 120 M70 120 L70 70 L90 70 L90 120',
    });
  });

  it('are the line alone where nothing is filled', () => {
    expect(pathsOf([0, 100], [20, 60])).toEqual({ stroke: 'M10 100 L110 60', fill: undefined });
  });
});
