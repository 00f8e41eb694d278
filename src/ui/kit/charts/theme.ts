/** Colours and fonts of the charts, from the CSS tokens. */
export interface ChartTheme {
  readonly line: string;
  readonly fill: string;
  readonly compared: string;
  /** Line colours of branches, indexed by hue. */
  readonly branches: readonly string[];
  readonly grid: string;
  readonly label: string;
  readonly warning: string;
  readonly critical: string;
  /** Fill beyond a limit. */
  readonly bands: Readonly<Record<'warning' | 'critical', string>>;
  /** Backgrounds of eclipses and contacts. */
  readonly eclipse: string;
  readonly contact: string;
  /** Colours of the four alert levels. */
  readonly levels: Readonly<Record<'critical' | 'serious' | 'caution' | 'standby', string>>;
  /** The element's own colour, for a satellite's chart. */
  readonly own: string;
  /** Font family of the labels. */
  readonly font: string;
  /** Font size of the labels in CSS pixels. */
  readonly fontPx: number;
}

/** Reads the theme of an element. */
export function readChartTheme(element: HTMLElement): ChartTheme {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    line: token('--chart-line'),
    fill: token('--chart-fill'),
    compared: token('--chart-compared'),
    branches: [0, 1, 2, 3].map((hue) => token(`--branch-${hue}`)),
    grid: token('--chart-grid'),
    label: token('--chart-label'),
    warning: token('--chart-warning'),
    critical: token('--chart-critical'),
    bands: { warning: token('--chart-warning-band'), critical: token('--chart-critical-band') },
    eclipse: token('--chart-eclipse'),
    contact: token('--chart-contact'),
    levels: {
      critical: token('--status-critical'),
      serious: token('--status-serious'),
      caution: token('--status-caution'),
      standby: token('--status-standby'),
    },
    own: style.color,
    font: token('--font-text'),
    fontPx: Math.round(Number.parseFloat(style.fontSize)) || 12,
  };
}

/** Common options of all axes. */
export const axisStyle = (theme: ChartTheme) => ({
  font: `${theme.fontPx}px ${theme.font}`,
  stroke: theme.label,
  grid: { stroke: theme.grid, width: 1 },
  ticks: { show: false },
});
