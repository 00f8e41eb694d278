import type { Size } from '../kit/page/size.ts';
import type { Box } from '../map/geometry/label-placement.ts';
import type { WallShape } from './geometry.ts';
import type { WallScene } from './scenes.ts';

/** A rectangle of the screen, in rem. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Positions of everything on the screen, in rem. The map is behind all of it. */
export interface WallLayout {
  readonly header: Rect;
  /** Kind of time shown, on the map; absent in step with UTC. */
  readonly time: Rect | undefined;
  /** Text of the scene; absent if there is none. */
  readonly panel: Rect | undefined;
  readonly tiles: Rect;
  readonly footline: Rect;
  /** Uncovered part of the map. */
  readonly free: Rect;
}

const EDGE = 0.6;
const TOP = 0.4;
const BOTTOM = 0.4;
const GAP = 0.3;

interface Measures {
  readonly header: number;
  readonly footline: number;
  readonly tiles: number;
  /** Height of the map above the charts. */
  readonly aboveCharts: number;
  /** Panel width beside the map, or height below it. */
  readonly panel: number;
  /** The same for a scene with more text. */
  readonly largePanel: number;
}

const MEASURES: Readonly<Record<WallShape, Measures>> = {
  wide: { header: 1.7, footline: 1.3, tiles: 5.1, aboveCharts: 6.2, panel: 11.6, largePanel: 19.6 },
  broad: { header: 1.7, footline: 1.3, tiles: 3.5, aboveCharts: 6.2, panel: 11.6, largePanel: 19.6 },
  tall: { header: 3.3, footline: 2.6, tiles: 10.1, aboveCharts: 8.4, panel: 8.2, largePanel: 13.4 },
};

const LARGE: ReadonlySet<WallScene> = new Set<WallScene>(['plan', 'anomaly']);

/** Size of the longest text, `SIM ×3600 · +11:00:49`. */
const TIME_WIDTH = 13.6;
const TIME_HEIGHT = 1.25;

/** Extra line of a tile whose state is not nominal; all tiles are equally high. Long panels have no space for it. */
const STATE_LINE = 1.55;
const WITHOUT_STATES: ReadonlySet<WallScene> = new Set<WallScene>(['anomaly', 'plan']);

/** Returns true if a scene shows the states of channels that are not nominal as words. */
export const hasStates = (scene: WallScene): boolean => !WITHOUT_STATES.has(scene);

/**
 * @param isAlarmed true if a channel is not nominal
 * @param hasTime true if a time other than the present is shown
 */
export function wallLayout(
  { width, height }: Size,
  shape: WallShape,
  scene: WallScene,
  isAlarmed = false,
  hasTime = false,
): WallLayout {
  const measures = MEASURES[shape];
  const across = { left: EDGE, width: width - 2 * EDGE };
  const header: Rect = { ...across, top: TOP, height: measures.header };
  const footline: Rect = {
    ...across,
    top: height - BOTTOM - measures.footline,
    height: measures.footline,
  };
  const mapTop = header.top + header.height + GAP;
  const tilesBottom = footline.top - GAP;
  const time: Rect | undefined = hasTime
    ? { left: EDGE, top: mapTop, width: TIME_WIDTH, height: TIME_HEIGHT }
    : undefined;
  const isCharts = scene === 'spacecraft';
  const more = isAlarmed && hasStates(scene) ? STATE_LINE * (shape === 'tall' ? 2 : 1) : 0;
  const tilesTop = isCharts ? mapTop + measures.aboveCharts : tilesBottom - measures.tiles - more;
  const tiles: Rect = { ...across, top: tilesTop, height: tilesBottom - tilesTop };
  const free: Rect = { left: 0, top: mapTop, width, height: tilesTop - GAP - mapTop };
  if (isCharts || scene === 'lapse') return { header, time, footline, tiles, free, panel: undefined };

  const size = LARGE.has(scene) ? measures.largePanel : measures.panel;
  if (shape === 'tall') {
    const top = tilesTop - GAP - size;
    const panel: Rect = { ...across, top, height: size };
    return { header, time, footline, tiles, panel, free: { ...free, height: top - GAP - mapTop } };
  }
  const left = width - EDGE - size;
  const panel: Rect = { left, top: mapTop, width: size, height: free.height };
  return { header, time, footline, tiles, panel, free: { ...free, width: left - GAP } };
}

/** Extent of the map beyond the screen on each side: see `.mapFrame` in frame.module.css. */
const OVERHANG = 0.2;

/** Returns what covers the map, as shares of its size. */
export function mapCovers(
  { header, time, panel, tiles, footline }: WallLayout,
  { width, height }: Size,
): readonly Box[] {
  const across = width + 2 * OVERHANG;
  const down = height + 2 * OVERHANG;
  return [header, time, panel, tiles, footline]
    .filter((rect) => rect !== undefined)
    .map((rect) => ({
      x: (rect.left + OVERHANG) / across,
      y: (rect.top + OVERHANG) / down,
      width: rect.width / across,
      height: rect.height / down,
    }));
}
