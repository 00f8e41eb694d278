import { type MapSize, strokeWidth } from '../geometry/map-size.ts';
import type { MapPalette } from './palette.ts';
import type { DrawingContext } from './paths.ts';

const SUN_CSS_PX = 5;
const MOON_CSS_PX = 4;
/** Radius of the Sun's glow, in its own radii. */
const GLOW = 4.4;

/** Returns half the side of a picture of the Sun or the Moon, in device pixels. */
export const bodyExtent = (size: MapSize): number => Math.ceil(strokeWidth(SUN_CSS_PX * GLOW, size));

function fillDisc(context: DrawingContext, radius: number, color: string): void {
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill();
}

/** Draws a disc in a soft glow. */
export function drawSun(context: DrawingContext, size: MapSize, { sun }: MapPalette): void {
  const extent = bodyExtent(size);
  const radius = strokeWidth(SUN_CSS_PX, size);
  context.translate(extent, extent);
  for (const [share, opacity] of [
    [1, 0.05],
    [0.72, 0.07],
    [0.48, 0.12],
    [0.32, 0.2],
  ] as const) {
    context.globalAlpha = opacity;
    fillDisc(context, radius * GLOW * share, sun);
  }
  context.globalAlpha = 1;
  fillDisc(context, radius, sun);
}

/** Draws a crescent, distinct from the Sun and from stations. */
export function drawMoon(context: DrawingContext, size: MapSize, { moon, halo }: MapPalette): void {
  const extent = bodyExtent(size);
  const radius = strokeWidth(MOON_CSS_PX, size);
  context.translate(extent, extent);
  context.globalAlpha = 0.55;
  fillDisc(context, 1.35 * radius, halo);
  context.globalAlpha = 1;
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  // Cuts out the dark part: counter-clockwise.
  context.arc(0.5 * radius, -0.15 * radius, 0.82 * radius, 2 * Math.PI, 0, true);
  context.fillStyle = moon;
  context.fill('evenodd');
}
