import type uPlot from 'uplot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionMarks } from '../../../src/shared/history.ts';
import { epochMs } from '../../../src/shared/units.ts';
import { drawMarks } from '../../../src/ui/history/draw-marks.ts';
import { NO_MARKS } from '../../../src/ui/history/marks.ts';
import type { ChartTheme } from '../../../src/ui/kit/charts/theme.ts';

/** A rectangle that was filled, with its colour and how opaque it is. */
interface Filled {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly color: string;
  readonly alpha: number;
}

/** What is drawn into the small canvas that all charts share. */
let filled: Filled[] = [];
let shapeCount = 0;

const layerContext = {
  fillStyle: '',
  globalAlpha: 1,
  fillRect(x: number, y: number, width: number, height: number) {
    filled.push({ x, y, width, height, color: this.fillStyle, alpha: this.globalAlpha });
  },
  /** Copies a row of its own. */
  drawImage(...[, , row, , , , y, , height]: readonly [unknown, ...number[]]) {
    const covers = (rect: Filled) => rect.y <= (row ?? 0) && (row ?? 0) < rect.y + rect.height;
    filled.push(...filled.filter(covers).map((rect) => ({ ...rect, y: y ?? 0, height: height ?? 0 })));
  },
  beginPath() {},
  moveTo() {},
  lineTo() {},
  arc() {},
  closePath() {
    shapeCount += 1;
  },
  fill() {},
};

beforeEach(() => {
  filled = [];
  shapeCount = 0;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => layerContext) as never);
});

const THEME = {
  fontPx: 10,
  eclipse: 'shade',
  contact: 'violet',
  label: 'grey',
  levels: { critical: 'red', serious: 'orange', caution: 'yellow', standby: 'blue' },
} as ChartTheme;

const WIDTH = 100;
/** Half of a shape is 3 pixels, and a little for its points. */
const MARGIN = 4;

/** A chart of 100 pixels from time 0 to 1000, and what is drawn into it. */
function createPlot() {
  const drawImage = vi.fn();
  const plot = {
    scales: { x: { min: 0, max: 1000 } },
    bbox: { left: 30, top: 10, width: WIDTH, height: 50 },
    ctx: { save() {}, restore() {}, drawImage },
  } as unknown as uPlot;
  return { plot, drawImage };
}

const anomaly = (time: number, severity: 'Low' | 'Critical') => ({
  id: `anomaly-${time}-${severity}`,
  time: epochMs(time),
  severity,
  message: 'Battery voltage low',
});

const linesOf = (color: string) => filled.filter((rect) => rect.color === color && rect.y === 0);

describe('the marks behind a chart', () => {
  it('are a line at their pixel from top to bottom, the most urgent one where several fall together', () => {
    const marks: SessionMarks = {
      ...NO_MARKS,
      anomalies: [anomaly(500, 'Critical'), anomaly(505, 'Low'), anomaly(800, 'Low')],
    };
    const { plot, drawImage } = createPlot();
    drawMarks(plot, marks, THEME);
    expect(linesOf('red')).toEqual([
      { x: MARGIN + 50, y: 0, width: 1, height: 2, color: 'red', alpha: 0.45 },
    ]);
    expect(linesOf('blue').map(({ x }) => x)).toEqual([MARGIN + 80]);
    // Its row of pixels over the plot, that with the contacts over the strip at its bottom, and the lane above it.
    expect(drawImage.mock.calls.map(([, ...box]) => box)).toEqual([
      [MARGIN, 0, WIDTH, 1, 30, 10, WIDTH, 47],
      [MARGIN, 1, WIDTH, 1, 30, 57, WIDTH, 3],
      [0, 2, WIDTH + 2 * MARGIN, 10, 30 - MARGIN, 0, WIDTH + 2 * MARGIN, 10],
    ]);
  });

  it('are a shade for an eclipse, and a strip at the bottom for a contact', () => {
    const marks: SessionMarks = {
      ...NO_MARKS,
      eclipses: [{ from: epochMs(100), to: epochMs(400) }],
      contacts: [{ from: epochMs(600), station: 'Madrid' }],
    };
    drawMarks(createPlot().plot, marks, THEME);
    expect(filled.map(({ x, y, width, height, color }) => [color, x, y, width, height])).toEqual([
      ['shade', MARGIN + 10, 0, 30, 2],
      ['violet', MARGIN + 60, 1, 40, 1],
    ]);
  });

  it('are laid out once for all charts', () => {
    const marks: SessionMarks = { ...NO_MARKS, anomalies: [anomaly(300, 'Critical')] };
    const charts = Array.from({ length: 5 }, createPlot);
    for (const { plot } of charts) drawMarks(plot, marks, THEME);
    expect(linesOf('red')).toHaveLength(1);
    expect(charts.map(({ drawImage }) => drawImage.mock.calls.length)).toEqual([3, 3, 3, 3, 3]);
  });

  it('are lines of the most urgent kinds alone where all of them would hide the data', () => {
    const some = [100, 500, 900].map((time) => anomaly(time, 'Critical'));
    const many = Array.from({ length: 50 }, (_, index) => anomaly(20 * index + 5, 'Low'));
    drawMarks(createPlot().plot, { ...NO_MARKS, anomalies: [...some, ...many] }, THEME);
    expect(linesOf('red').map(({ x }) => x)).toEqual([10, 50, 90].map((pixel) => MARGIN + pixel));
    expect(linesOf('blue')).toEqual([]);
  });

  it('are shapes alone, which do not touch each other, for ten thousand', () => {
    const anomalies = Array.from({ length: 10_000 }, (_, index) =>
      anomaly(index / 10, index % 2 === 0 ? 'Low' : 'Critical'),
    );
    drawMarks(createPlot().plot, { ...NO_MARKS, anomalies }, THEME);
    expect([...linesOf('red'), ...linesOf('blue')]).toEqual([]);
    expect(shapeCount).toBeGreaterThan(0);
    expect(shapeCount).toBeLessThanOrEqual(WIDTH / 6 + 1);
  });

  it('draw nothing where nothing happened', () => {
    const { plot, drawImage } = createPlot();
    drawMarks(plot, NO_MARKS, THEME);
    expect(drawImage).not.toHaveBeenCalled();
  });
});
