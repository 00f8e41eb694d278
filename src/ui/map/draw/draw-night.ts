import type { SubsolarPoint } from '../../../shared/orbit/sun.ts';
import { NIGHT_STEPS, nightArea } from '../geometry/night.ts';
import type { Projector } from '../geometry/projector.ts';
import type { DrawingContext } from './paths.ts';

/** Draws the night side for a position of the Sun. */
export function drawNight(
  context: DrawingContext,
  projector: Projector,
  sun: SubsolarPoint,
  color: string,
): void {
  context.fillStyle = color;
  for (const { depression, opacity } of NIGHT_STEPS) {
    context.globalAlpha = opacity;
    context.beginPath();
    projector.trace(context, nightArea(sun, depression));
    context.fill('evenodd');
  }
  context.globalAlpha = 1;
}
