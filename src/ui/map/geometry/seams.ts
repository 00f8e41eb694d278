/** Longitude and latitude. */
type LonLat = number[];

const EDGE = 179.99;
const SOUTH_POLE = -89.99;

const isOnSeam = ([longitude = 0, latitude = 0]: LonLat): boolean =>
  Math.abs(longitude) > EDGE || latitude < SOUTH_POLE;

/** Returns the parts of a coastline without segments along 180° or the South Pole, which are cuts in the source. */
export function withoutSeams(line: readonly LonLat[]): readonly LonLat[][] {
  const parts: LonLat[][] = [];
  let current: LonLat[] = [];
  for (const point of line) {
    const last = current.at(-1);
    if (last && isOnSeam(last) && isOnSeam(point)) {
      parts.push(current);
      current = [];
    }
    current.push(point);
  }
  return [...parts, current].filter((part) => part.length > 1);
}
