import type { Sample } from './history.ts';

/**
 * Returns at most `size` samples, at least two: the range of their times is divided into equal intervals, and of each
 * the lowest and the highest sample stay, so that a line through them shows every peak.
 * @param samples in the order of time
 */
export function minMax(samples: readonly Sample[], size: number): readonly Sample[] {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last || samples.length <= size) return samples;
  const intervals = Math.max(1, Math.floor(size / 2));
  const lengthMs = (last.utc - first.utc || 1) / intervals;
  const intervalOf = ({ utc }: Sample): number =>
    Math.min(intervals - 1, Math.floor((utc - first.utc) / lengthMs));
  const kept: Sample[] = [];
  let from = 0;
  while (from < samples.length) {
    let low = from;
    let high = from;
    let next = from;
    const interval = intervalOf(samples[from] as Sample);
    for (; next < samples.length && intervalOf(samples[next] as Sample) === interval; next++) {
      const { value } = samples[next] as Sample;
      if (value < (samples[low] as Sample).value) low = next;
      if (value > (samples[high] as Sample).value) high = next;
    }
    const ends = low === high ? [low] : [Math.min(low, high), Math.max(low, high)];
    kept.push(...ends.map((index) => samples[index] as Sample));
    from = next;
  }
  return kept;
}
