/** One reading of a quantity, with its time in hours since the start. */
export interface Reading {
  readonly hours: number;
  readonly value: number;
}

const middle = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const upper = sorted[Math.floor(half)] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
};

/**
 * Returns the growth of a quantity per hour: the median of the slopes between all pairs of readings (Theil–Sen), which
 * is robust against outliers. 0 for fewer than two readings.
 */
export function slopePerHour(readings: readonly Reading[]): number {
  const slopes = readings.flatMap((a, index) =>
    readings.slice(index + 1).map((b) => (b.value - a.value) / (b.hours - a.hours)),
  );
  return slopes.length === 0 ? 0 : middle(slopes);
}
