import { GROUP_COLOURS } from '../../mission/fleet/fleet.ts';
import type { MapSize } from '../geometry/map-size.ts';
import { type CanvasTexture, createDrawingContext, toTexture } from './canvas-texture.ts';
import type { MapPalette } from './palette.ts';
import type { DrawingContext } from './paths.ts';

/** Sizes below are in pixels on a map of this width. */
const MAP_WIDTH = 1080;

const RING = 6;
const RING_WIDTH = 1.4;

/** Opacity on the far side of the globe. */
const FAR_OPACITY = 0.28;

/** Minimum scale on a small map, relative to CSS pixels. */
const LEAST_SCALE = 0.75;

/** Radius of a symbol and width of its halo. */
const DOT = { radius: 1.9, halo: 0.9, leastScale: LEAST_SCALE };
/** For so many satellites that they would hide the map. */
const DENSE_DOT: typeof DOT = { radius: 1, halo: 0.3, leastScale: 0.55 };

/**
 * Scales symbols with the map, not with its type: unlike a few names, a thousand dots need not be legible from afar.
 */
const scaled = (px: number, { width, pixelRatio }: MapSize, leastScale = LEAST_SCALE): number =>
  px * Math.max(width / MAP_WIDTH, leastScale * pixelRatio);

/** Number of satellites from which they are dense. */
export const DENSE_FROM = 3000;

/** Returns the radius around a symbol that labels avoid, in device pixels. */
export const symbolRadius = (size: MapSize): number => scaled(DOT.radius + 2 * DOT.halo, size);

/** Returns the radius of the ring that labels avoid, in device pixels. */
export const ringRadius = (size: MapSize): number => scaled(RING + 2 * RING_WIDTH, size);

/** Symbols side by side in equal squares: for each colour `PLACE.near`, then `PLACE.far`. */
export interface SymbolSheet extends CanvasTexture {
  readonly canvas: HTMLCanvasElement;
  /** Side of a symbol in device pixels, an even number. */
  readonly side: number;
}

/** Number of symbols per colour. */
export const LOOKS = 2;
export const SYMBOL_COUNT = LOOKS * (1 + GROUP_COLOURS);

function drawDot(
  context: DrawingContext,
  size: MapSize,
  dot: typeof DOT,
  halo: string,
  colour: string,
): void {
  const radius = scaled(dot.radius, size, dot.leastScale);
  context.beginPath();
  context.arc(0, 0, radius + scaled(dot.halo, size, dot.leastScale), 0, 2 * Math.PI);
  context.fillStyle = halo;
  context.fill();
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
}

/** Draws small dots, less prominent than the markers of the mission's satellites. */
export function createSymbolSheet(size: MapSize, { halo, fleet }: MapPalette, isDense: boolean): SymbolSheet {
  const dot = isDense ? DENSE_DOT : DOT;
  const half = Math.ceil(scaled(dot.radius + dot.halo, size, dot.leastScale) + 1);
  const side = 2 * half;
  const context = createDrawingContext(SYMBOL_COUNT * side, side);
  context.translate(half, half);
  for (const colour of fleet) {
    for (const opacity of [1, FAR_OPACITY]) {
      context.globalAlpha = opacity;
      drawDot(context, size, dot, halo, colour);
      context.translate(side, 0);
    }
  }
  return { ...toTexture(context), canvas: context.canvas, side };
}

/** Creates the ring around the selected satellite. */
export function createRing(size: MapSize, { halo, cursor }: MapPalette): CanvasTexture {
  const radius = scaled(RING, size);
  const half = Math.ceil(ringRadius(size));
  const context = createDrawingContext(2 * half, 2 * half);
  context.translate(half, half);
  for (const [color, width] of [
    [halo, 2.2 * RING_WIDTH],
    [cursor, RING_WIDTH],
  ] as const) {
    context.beginPath();
    context.arc(0, 0, radius, 0, 2 * Math.PI);
    context.strokeStyle = color;
    context.lineWidth = scaled(width, size);
    context.stroke();
  }
  return toTexture(context);
}
