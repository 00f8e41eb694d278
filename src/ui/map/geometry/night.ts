import { geoCircle } from 'd3-geo';
import type { SubsolarPoint } from '../../../shared/orbit/sun.ts';
import type { Shape } from './projector.ts';

/** Depression of the Sun in degrees at the end of astronomical twilight. */
const DARK_DEPRESSION = 18;
const STEP = 1.5;
/** Opacity of the shade just behind the terminator, and in full darkness. */
const SHADE_AT_TERMINATOR = 0.16;
const SHADE_IN_DARKNESS = 0.56;

/** Returns the area in which the Sun's centre is more than `depression` degrees below the geometric horizon. */
export function nightArea({ latitude, longitude }: SubsolarPoint, depression: number): Shape {
  const antisolar: [number, number] = [longitude > 0 ? longitude - 180 : longitude + 180, -latitude];
  return geoCircle()
    .center(antisolar)
    .radius(90 - depression)
    .precision(1)();
}

export interface NightStep {
  readonly depression: number;
  /** Opacity of this step over the previous ones. */
  readonly opacity: number;
}

const shadeAt = (depression: number): number => {
  const t = depression / DARK_DEPRESSION;
  return SHADE_AT_TERMINATOR + (SHADE_IN_DARKNESS - SHADE_AT_TERMINATOR) * t * t * (3 - 2 * t);
};

/** Caps whose superposition darkens gradually through twilight. */
export const NIGHT_STEPS: readonly NightStep[] = Array.from(
  { length: DARK_DEPRESSION / STEP + 1 },
  (_, index) => {
    const before = index === 0 ? 0 : shadeAt((index - 1) * STEP);
    return { depression: index * STEP, opacity: 1 - (1 - shadeAt(index * STEP)) / (1 - before) };
  },
);
