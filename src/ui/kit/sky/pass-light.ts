import type { EpochMs } from '../../../shared/kit/units.ts';
import type { Pass, PassPath } from '../../../shared/orbit/passes.ts';

/** Returns the light along a pass: constant or changing. */
export function passLight({ aos, los }: Pass, { sunlit }: PassPath): 'sunlit' | 'shadow' | 'changing' {
  const [first, ...others] = sunlit;
  if (!first) return 'shadow';
  return others.length === 0 && first.start <= aos && first.end >= los ? 'sunlit' : 'changing';
}

/** Describes the light changes within a pass: `enters the shadow at 21:31:07`. */
export const lightChanges = (
  { aos, los }: Pass,
  { sunlit }: PassPath,
  timeText: (time: EpochMs) => string,
): readonly string[] =>
  sunlit.flatMap(({ start, end }) => [
    ...(start > aos ? [`leaves the shadow at ${timeText(start)}`] : []),
    ...(end < los ? [`enters the shadow at ${timeText(end)}`] : []),
  ]);
