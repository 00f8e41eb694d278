import type { Degrees } from '../../../shared/kit/units.ts';

/** Red, green and blue. */
export type Channels = readonly [red: number, green: number, blue: number];

/** Effect of the Sun's altitude on a pixel: `day × factor + glow`, and the strength of city lights. */
export interface Light {
  /** Factor of each channel of the day picture, from 0 to 1. */
  readonly factor: Channels;
  /** Warm light along the terminator, from 0 to 255. */
  readonly glow: Channels;
  /** Strength of city lights, from 0 (off) to 1. */
  readonly cities: number;
}

/**
 * Altitudes at which day begins to fade and at which civil, nautical and astronomical twilight end, with their factors.
 * At night land keeps a third of its contrast.
 */
const GRADES: readonly (readonly [altitude: number, factor: Channels])[] = [
  [-18, [0.39, 0.42, 0.47]],
  [-12, [0.44, 0.47, 0.53]],
  [-6, [0.55, 0.565, 0.62]],
  [0, [0.78, 0.74, 0.74]],
  [12, [1, 1, 1]],
];

/** Linear share of the slope between two grades; the rest flattens at the grades, so that they show softly. */
const EVENNESS = 0.55;

const GLOW: Channels = [11, 6, 2];
const GLOW_ALTITUDE = -1.5;
const GLOW_WIDTH = 2.5;

const CITIES_OFF = -2;
const CITIES_ON = -10;

/** Sun altitudes beyond which the light no longer changes. */
export const LIGHT_RANGE = { from: -18 as Degrees, to: 12 as Degrees };

const smoothStep = (t: number): number => t * t * (3 - 2 * t);
const share = (from: number, to: number, value: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));

function factorAt(altitude: number): Channels {
  const upper = GRADES.findIndex(([grade]) => altitude < grade);
  const [from, to] = [GRADES.at(upper < 0 ? -1 : Math.max(0, upper - 1)), GRADES.at(upper)];
  if (!from || !to) throw new Error('There are grades.');
  const [[low, below], [high, above]] = [from, to];
  const t = low === high ? 0 : share(low, high, altitude);
  const rise = EVENNESS * t + (1 - EVENNESS) * smoothStep(t);
  const between = (a: number, b: number): number => a + (b - a) * rise;
  return [between(below[0], above[0]), between(below[1], above[1]), between(below[2], above[2])];
}

/** Returns the light of a place by the altitude of the Sun's centre above its geometric horizon. */
export function lightAt(altitude: Degrees): Light {
  // Fades out within the range, so that nothing changes beyond it.
  const inRange =
    smoothStep(share(LIGHT_RANGE.from, -9, altitude)) * smoothStep(share(LIGHT_RANGE.to, 6, altitude));
  const strength = inRange * Math.exp(-(((altitude - GLOW_ALTITUDE) / GLOW_WIDTH) ** 2));
  const [red, green, blue] = GLOW;
  return {
    factor: factorAt(altitude),
    glow: [red * strength, green * strength, blue * strength],
    cities: smoothStep(share(CITIES_OFF, CITIES_ON, altitude)),
  };
}
