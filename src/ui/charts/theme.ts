/** The colours and the type of the charts, in CSS terms, taken from the tokens. */
export interface ChartTheme {
  readonly line: string;
  readonly fill: string;
  readonly grid: string;
  readonly label: string;
  readonly warning: string;
  readonly critical: string;
  /** What fills a scale beyond a limit. */
  readonly bands: Readonly<Record<'warning' | 'critical', string>>;
  /** The element's own colour, for a chart that belongs to a satellite. */
  readonly own: string;
  /** Family of the labels' type. */
  readonly font: string;
  /** Size of the labels in CSS pixels. */
  readonly fontPx: number;
}

/** The theme that holds at an element. */
export function readChartTheme(element: HTMLElement): ChartTheme {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    line: token('--chart-line'),
    fill: token('--chart-fill'),
    grid: token('--chart-grid'),
    label: token('--chart-label'),
    warning: token('--chart-warning'),
    critical: token('--chart-critical'),
    bands: { warning: token('--chart-warning-band'), critical: token('--chart-critical-band') },
    own: style.color,
    font: token('--font-text'),
    fontPx: Math.round(Number.parseFloat(style.fontSize)) || 12,
  };
}

/** What all axes have in common. */
export const axisStyle = (theme: ChartTheme) => ({
  font: `${theme.fontPx}px ${theme.font}`,
  stroke: theme.label,
  grid: { stroke: theme.grid, width: 1 },
  ticks: { show: false },
});
