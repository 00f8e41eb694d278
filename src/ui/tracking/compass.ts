const POINTS = [
  'north',
  'north-east',
  'east',
  'south-east',
  'south',
  'south-west',
  'west',
  'north-west',
] as const;

/** Compass point nearest to an azimuth in degrees. */
export function compassPoint(azimuth: number): (typeof POINTS)[number] {
  const index = Math.round((((azimuth % 360) + 360) % 360) / 45) % POINTS.length;
  return POINTS[index] ?? 'north';
}
