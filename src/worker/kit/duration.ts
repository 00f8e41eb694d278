import { MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';

/** A duration in its two largest units: `8 h 0 min`, `12 min 5 s`, `4 s`. */
export function formatDuration(durationMs: number): string {
  const hours = Math.floor(durationMs / MS_PER_H);
  const minutes = Math.floor((durationMs % MS_PER_H) / MS_PER_MIN);
  const seconds = Math.floor((durationMs % MS_PER_MIN) / MS_PER_S);
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds} s` : `${seconds} s`;
}
