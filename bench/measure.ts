/** Result of a benchmark: a measurement and the floor of the same run, both in `unit`. */
export interface Comparison {
  /** Id of its budget (`budgets.ts`). */
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  readonly measured: readonly number[];
  readonly floor: readonly number[];
  /** Description of the floor. */
  readonly against: string;
  /** Further figures of the same run, by name. */
  readonly notes?: Readonly<Record<string, string>>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Half the interquartile range relative to the median: the spread of single runs. */
export function spread(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
  return (at(0.75) - at(0.25)) / 2 / median(values);
}

export const ratio = ({ measured, floor }: Comparison): number => median(measured) / median(floor);
