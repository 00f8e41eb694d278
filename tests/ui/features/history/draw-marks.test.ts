import type uPlot from 'uplot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionMarks } from '../../../../src/shared/contract/history.ts';
import { epochMs } from '../../../../src/shared/kit/units.ts';
import { drawMarks } from '../../../../src/ui/features/history/draw-marks.ts';
import { NO_MARKS } from '../../../../src/ui/features/history/marks.ts';
import type { ChartTheme } from '../../../../src/ui/kit/charts/theme.ts';

type Color = readonly [red: number, green: number, blue: number];

const COLORS: Readonly<Record<string, Color>> = {
  shade: [0, 0, 0],
  violet: [120, 0, 240],
  grey: [90, 90, 90],
  red: [255, 0, 0],
  orange: [255, 120, 0],
  yellow: [255, 255, 0],
  blue: [0, 0, 255],
};

const THEME = {
  fontPx: 10,
  eclipse: 'shade',
  contact: 'violet',
  label: 'grey',
  levels: { critical: 'red', serious: 'orange', caution: 'yellow', standby: 'blue' },
} as ChartTheme;

/** The picture that all charts share. */
let picture: ImageData | undefined;
let pictureCount = 0;

const emptyImage = (width: number, height: number): ImageData =>
  ({ data: new Uint8ClampedArray(4 * width * height), width, height }) as ImageData;

/** True if the browser hides canvas pixels from scripts, against fingerprinting: all are white then. */
let hidesPixels = false;
const imageOf = new WeakMap<HTMLCanvasElement, ImageData>();

/** Creates a canvas context that fills pixels whose middle is inside; a path fills its bounding box. */
function createContext(canvas: HTMLCanvasElement) {
  const { width, height } = canvas;
  const image = emptyImage(width, height);
  imageOf.set(canvas, image);
  let corners: (readonly [x: number, y: number])[] = [];
  const fillBox = (left: number, top: number, right: number, bottom: number): void => {
    for (let y = Math.round(top); y < Math.round(bottom); y += 1) {
      for (let x = Math.round(left); x < Math.round(right); x += 1) {
        const color = COLORS[context.fillStyle] ?? [0, 0, 0];
        image.data.set([...color, Math.round(255 * context.globalAlpha)], 4 * (y * width + x));
      }
    }
  };
  const context = {
    fillStyle: '',
    globalAlpha: 1,
    fillRect: (x: number, y: number, boxWidth: number, boxHeight: number) =>
      fillBox(x, y, x + boxWidth, y + boxHeight),
    beginPath() {
      corners = [];
    },
    moveTo: (x: number, y: number) => void corners.push([x, y]),
    lineTo: (x: number, y: number) => void corners.push([x, y]),
    arc: (x: number, y: number, radius: number) =>
      void corners.push([x - radius, y - radius], [x + radius, y + radius]),
    closePath() {},
    fill() {
      const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
      fillBox(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
    },
    getImageData: () => {
      if (!hidesPixels) return image;
      const white = emptyImage(width, height);
      white.data.fill(255);
      return white;
    },
    createImageData: emptyImage,
    clearRect: () => image.data.fill(0),
    /** Opaque pixels cover those below; others do not matter here, since only marks of one kind are adjacent. */
    drawImage(from: HTMLCanvasElement, ...box: readonly number[]) {
      const [column = 0, , columns = 0, , left = 0, , wide = 0] = box;
      const source = imageOf.get(from);
      for (let y = 0; source && y < height; y += 1) {
        for (let x = 0; x < wide; x += 1) {
          const at = 4 * (y * source.width + column + (columns === 1 ? 0 : x));
          const pixel = source.data.slice(at, at + 4);
          if (pixel[3] !== 0) image.data.set(pixel, 4 * (y * width + left + x));
        }
      }
      picture = image;
    },
    putImageData(put: ImageData) {
      picture = put;
      pictureCount += 1;
    },
  };
  return context;
}

beforeEach(() => {
  picture = undefined;
  pictureCount = 0;
  hidesPixels = false;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    return createContext(this) as never;
  });
});

const WIDTH = 100;
/** Half of a shape is 3 pixels, plus a little for its points. */
const MARGIN = 4;
/** Rows of the picture: over the plot, over the strip at its bottom, and the middle of the lane. */
const PLOT_ROW = 0;
const STRIP_ROW = 1;
const LANE_ROW = 7;

/** Returns red, green, blue and alpha. */
function pixelAt(x: number, y: number): readonly number[] {
  if (!picture) throw new Error('There is no picture.');
  return [...picture.data.slice(4 * (y * picture.width + x), 4 * (y * picture.width + x + 1))];
}

/** Returns the places of a colour in a row, from the plot's left end; of any opacity if none is given. */
function placesOf(color: string, row: number, alpha?: number): readonly number[] {
  return Array.from({ length: picture?.width ?? 0 }, (_, x) => x - MARGIN).filter((place) => {
    const [red, green, blue, opacity] = pixelAt(place + MARGIN, row);
    const isColor = [red, green, blue].join() === COLORS[color]?.join();
    return isColor && opacity !== 0 && (alpha === undefined || opacity === Math.round(255 * alpha));
  });
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

/** Creates a chart of 100 pixels from time 0 to 1000, with a record of what is drawn. */
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
  type: 'Battery' as const,
  severity,
  message: 'Battery voltage low',
});

describe('the marks behind a chart', () => {
  it('are a line at their pixel from top to bottom, the most urgent one where several fall together', () => {
    const marks: SessionMarks = {
      ...NO_MARKS,
      anomalies: [anomaly(500, 'Critical'), anomaly(505, 'Low'), anomaly(800, 'Low')],
    };
    const { plot, drawImage } = createPlot();
    drawMarks(plot, marks, THEME);
    for (const row of [PLOT_ROW, STRIP_ROW]) {
      expect(placesOf('red', row, 0.45)).toEqual([50]);
      expect(placesOf('blue', row, 0.15)).toEqual([80]);
      expect([...placesOf('red', row), ...placesOf('blue', row)]).toEqual([50, 80]);
    }
    // The picture's row over the plot, its row with the contacts over the strip at the bottom, and the lane above it.
    expect(drawImage.mock.calls.map(([, ...box]) => box)).toEqual([
      [MARGIN, 0, WIDTH, 1, 30, 10, WIDTH, 47],
      [MARGIN, 1, WIDTH, 1, 30, 57, WIDTH, 3],
      [0, 2, WIDTH + 2 * MARGIN, 10, 30 - MARGIN, 0, WIDTH + 2 * MARGIN, 10],
    ]);
  });

  it('are a shade for an eclipse, a strip at the bottom for a contact, and one above for an event', () => {
    const marks: SessionMarks = {
      ...NO_MARKS,
      eclipses: [{ from: epochMs(100), to: epochMs(400) }],
      contacts: [{ from: epochMs(600), station: 'Madrid' }],
      events: [{ id: 'event', from: epochMs(200), to: epochMs(300), title: 'Battery test' }],
    };
    drawMarks(createPlot().plot, marks, THEME);
    expect(placesOf('shade', PLOT_ROW)).toEqual(range(10, 40));
    expect(placesOf('violet', PLOT_ROW)).toEqual([]);
    expect(placesOf('violet', STRIP_ROW)).toEqual(range(60, 100));
    expect(placesOf('grey', LANE_ROW)).toEqual(range(20, 30));
  });

  it('are lines over the shade, and shapes over the lines', () => {
    const marks: SessionMarks = {
      ...NO_MARKS,
      anomalies: [anomaly(200, 'Critical')],
      eclipses: [{ from: epochMs(100), to: epochMs(400) }],
    };
    drawMarks(createPlot().plot, marks, THEME);
    // 45 % red over black.
    expect(pixelAt(MARGIN + 20, PLOT_ROW)).toEqual([115, 0, 0, 255]);
    expect(placesOf('red', LANE_ROW, 1)).toEqual(range(17, 24));
    expect(placesOf('red', LANE_ROW)).toEqual(range(17, 24));
  });

  it('are laid out once for all charts', () => {
    const marks: SessionMarks = { ...NO_MARKS, anomalies: [anomaly(300, 'Critical')] };
    const charts = Array.from({ length: 5 }, createPlot);
    for (const { plot } of charts) drawMarks(plot, marks, THEME);
    expect(placesOf('red', PLOT_ROW)).toHaveLength(1);
    expect(pictureCount).toBe(1);
    expect(charts.map(({ drawImage }) => drawImage.mock.calls.length)).toEqual([3, 3, 3, 3, 3]);
  });

  it('are those of the span shown and nothing of the ones before', () => {
    const { plot } = createPlot();
    drawMarks(plot, { ...NO_MARKS, anomalies: [anomaly(300, 'Critical')] }, THEME);
    drawMarks(plot, { ...NO_MARKS, anomalies: [anomaly(600, 'Critical')] }, THEME);
    expect(placesOf('red', PLOT_ROW)).toEqual([60]);
    expect(placesOf('red', LANE_ROW, 1)).toEqual(range(57, 64));
  });

  it('have the colors of another theme', () => {
    const marks: SessionMarks = { ...NO_MARKS, anomalies: [anomaly(300, 'Critical')] };
    const { plot } = createPlot();
    drawMarks(plot, marks, THEME);
    drawMarks(plot, marks, { ...THEME, levels: { ...THEME.levels, critical: 'orange' } });
    expect([placesOf('red', PLOT_ROW), placesOf('orange', PLOT_ROW)]).toEqual([[], [30]]);
  });

  it('are lines of the most urgent kinds alone where all of them would hide the data', () => {
    const some = [100, 500, 900].map((time) => anomaly(time, 'Critical'));
    const many = Array.from({ length: 50 }, (_, index) => anomaly(20 * index + 5, 'Low'));
    drawMarks(createPlot().plot, { ...NO_MARKS, anomalies: [...some, ...many] }, THEME);
    expect(placesOf('red', PLOT_ROW)).toEqual([10, 50, 90]);
    expect(placesOf('blue', PLOT_ROW)).toEqual([]);
  });

  it('are shapes alone, which do not touch each other, for ten thousand', () => {
    const anomalies = Array.from({ length: 10_000 }, (_, index) =>
      anomaly(index / 10, index % 2 === 0 ? 'Low' : 'Critical'),
    );
    drawMarks(createPlot().plot, { ...NO_MARKS, anomalies }, THEME);
    expect([...placesOf('red', PLOT_ROW), ...placesOf('blue', PLOT_ROW)]).toEqual([]);
    const places = placesOf('red', LANE_ROW, 1);
    const firsts = places.filter((place) => !places.includes(place - 1));
    expect(firsts.length).toBeGreaterThan(0);
    expect(firsts.length).toBeLessThanOrEqual(WIDTH / 6 + 1);
    expect(places).toHaveLength(7 * firsts.length);
  });

  it('are the same in a browser that hides the pixels of a canvas from scripts', () => {
    const marks: SessionMarks = {
      ...NO_MARKS,
      anomalies: [anomaly(500, 'Critical'), anomaly(800, 'Low')],
      eclipses: [{ from: epochMs(100), to: epochMs(400) }],
    };
    const theme: ChartTheme = { ...THEME, fontPx: 10.5 }; // drawn for the first time
    hidesPixels = true;
    drawMarks(createPlot().plot, marks, theme);
    expect(placesOf('shade', PLOT_ROW)).toEqual(range(10, 40));
    expect(placesOf('red', PLOT_ROW, 0.45)).toEqual([50]);
    expect(placesOf('blue', PLOT_ROW, 0.15)).toEqual([80]);
    expect(placesOf('red', LANE_ROW, 1)).toEqual(range(47, 54));
  });

  it('draw nothing where nothing happened', () => {
    const { plot, drawImage } = createPlot();
    drawMarks(plot, NO_MARKS, THEME);
    expect(drawImage).not.toHaveBeenCalled();
  });
});
