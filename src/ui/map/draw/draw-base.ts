import { graticule, graticuleStep } from '../geometry/graticule.ts';
import type { Land } from '../geometry/land.ts';
import { type MapSize, strokeWidth } from '../geometry/map-size.ts';
import type { PathSink, Projector, Shape } from '../geometry/projector.ts';
import type { MapPalette } from './palette.ts';
import type { DrawingContext } from './paths.ts';

/** Opacity of the far coasts of a globe. */
const FAR_OPACITY = 0.35;

/** Draws ocean and land, which are below the night. @param land not drawn where something covers it */
export function drawGround(
  context: DrawingContext,
  size: MapSize,
  projector: Projector,
  land: Land | undefined,
  palette: MapPalette,
): void {
  context.fillStyle = palette.space;
  context.fillRect(0, 0, size.width, size.height);
  if (!land) return;
  context.beginPath();
  projector.trace(context, { type: 'Sphere' });
  context.fillStyle = palette.ocean;
  context.fill();
  context.beginPath();
  projector.traceFarSide(context, land.coasts);
  strokeCoasts(context, size, projector, FAR_OPACITY, palette);

  context.beginPath();
  projector.traceDense(context, land.areas);
  context.fillStyle = palette.land;
  context.fill('evenodd');
}

/**
 * Sets width and opacity of a line. While the map moves it is at most a pixel wide, at equal total opacity: without a
 * GPU a wider one takes several times as long.
 */
function setLine(context: DrawingContext, width: number, opacity: number, { isMoving }: Projector): void {
  context.lineWidth = isMoving ? Math.min(1, width) : width;
  context.globalAlpha = Math.min(1, (opacity * width) / context.lineWidth);
}

function strokeCoasts(
  context: DrawingContext,
  size: MapSize,
  projector: Projector,
  opacity: number,
  palette: MapPalette,
): void {
  setLine(context, strokeWidth(0.9, size), opacity, projector);
  context.strokeStyle = palette.coast;
  context.lineJoin = 'round';
  context.stroke();
  context.globalAlpha = 1;
}

/** Snaps lines to whole pixels: between two pixels a straight line would be two pixels wide at half the colour. */
function onPixels(pen: PathSink, width: number): PathSink {
  const shift = (width % 2) / 2;
  const onPixel = (value: number): number => Math.round(value - shift) + shift;
  return {
    moveTo: (x, y) => pen.moveTo(onPixel(x), onPixel(y)),
    lineTo: (x, y) => pen.lineTo(onPixel(x), onPixel(y)),
    closePath: () => pen.closePath(),
  };
}

/** Zooms from which the surface pictures show coasts less and less, and no longer. */
const COARSE = 2;
const COARSEST = 8;

/** Returns the opacity of a line on the map, full where the map is enlarged. */
export function opacityAt(opacity: number, { view }: Projector): number {
  const share = Math.min(1, Math.max(0, (view.zoom - COARSE) / (COARSEST - COARSE)));
  return opacity + (1 - opacity) * share;
}

/** Opacity of lines on the map. */
export interface LineStrength {
  readonly coast: number;
  readonly graticule: number;
}

export const PLAIN_LINES: LineStrength = { coast: 1, graticule: 1 };
/** Lines on the lit surface, which shows the land itself. */
export const LIT_LINES: LineStrength = { coast: 0.5, graticule: 0.42 };

export function drawLines(
  context: DrawingContext,
  size: MapSize,
  projector: Projector,
  coasts: Shape,
  strength: LineStrength,
  palette: MapPalette,
): void {
  const { view } = projector;
  const width = Math.max(1, Math.round(strokeWidth(1, size)));
  setLine(context, width, strength.graticule, projector);
  context.strokeStyle = palette.graticule;
  context.beginPath();
  projector.traceDense(
    view.globe === 0 ? onPixels(context, width) : context,
    graticule(view, graticuleStep(view, size)),
  );
  context.stroke();

  context.beginPath();
  projector.traceDense(context, coasts);
  strokeCoasts(context, size, projector, opacityAt(strength.coast, projector), palette);
}
