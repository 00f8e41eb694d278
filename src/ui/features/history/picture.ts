import { type ChartTheme, readChartTheme } from '../../kit/charts/theme.ts';

/** In ems. */
const MARGIN_EMS = 1;
const FIGURES_EMS = 15;
const LINE_EMS = 1.4;

interface PictureRow {
  readonly lines: readonly string[];
  readonly chart: HTMLCanvasElement;
}

/** Texts and canvas of each chart row, as shown. */
function rowsOf(list: HTMLElement): readonly PictureRow[] {
  return [...list.querySelectorAll<HTMLElement>('[data-channel]')].flatMap((row) => {
    const chart = row.querySelector('canvas');
    if (!chart) return [];
    const lines = [...row.querySelectorAll<HTMLElement>('h3, p')].map((line) =>
      line.innerText.replaceAll(/\s+/g, ' '),
    );
    return [{ lines, chart }];
  });
}

/**
 * Draws the charts as one picture, as large as on the screen, with their figures and a title.
 * @param list contains the rows
 */
export function drawPicture(list: HTMLElement, title: string): HTMLCanvasElement {
  const theme = readChartTheme(list);
  const style = getComputedStyle(list);
  const rows = rowsOf(list);
  const first = rows[0]?.chart;
  const ratio = first ? first.width / Math.max(first.clientWidth, 1) : 1;
  const em = theme.fontPx * ratio;
  const margin = MARGIN_EMS * em;
  const left = margin + FIGURES_EMS * em;
  const top = margin + 2 * LINE_EMS * em;

  const canvas = document.createElement('canvas');
  canvas.width = left + Math.max(0, ...rows.map(({ chart }) => chart.width)) + margin;
  canvas.height = top + rows.reduce((sum, { chart }) => sum + chart.height + margin, 0);
  const ctx = canvas.getContext('2d');
  if (!ctx) throw new Error('the browser has no memory for a picture');
  ctx.fillStyle = style.getPropertyValue('--surface-card');
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.textBaseline = 'top';
  const strong = style.getPropertyValue('--text-strong');
  write(ctx, theme, ratio, strong, title, margin, margin);
  let y = top;
  for (const { lines, chart } of rows) {
    ctx.drawImage(chart, left, y);
    lines.forEach((line, index) => {
      write(ctx, theme, ratio, index === 1 ? strong : theme.label, line, margin, y + index * LINE_EMS * em);
    });
    y += chart.height + margin;
  }
  return canvas;
}

function write(
  ctx: CanvasRenderingContext2D,
  { fontPx, font }: ChartTheme,
  ratio: number,
  color: string,
  text: string,
  x: number,
  y: number,
): void {
  ctx.font = `${fontPx * ratio}px ${font}`;
  ctx.fillStyle = color;
  ctx.fillText(text, x, y);
}
