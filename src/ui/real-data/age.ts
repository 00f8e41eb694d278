import { MS_PER_S } from '../../shared/units.ts';

/** How old something is: `3 s`, `2 min`, `1 h 5 min`, `45 d`; what lies ahead of the mission's clock is 0 s old. */
export function formatAge(ageMs: number): string {
  const seconds = Math.max(0, Math.floor(ageMs / MS_PER_S));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return withRest(Math.floor(hours / 24), 'd', hours % 24, 'h');
  return withRest(hours, 'h', minutes % 60, 'min');
}

const withRest = (value: number, unit: string, rest: number, restUnit: string): string =>
  rest === 0 ? `${value} ${unit}` : `${value} ${unit} ${rest} ${restUnit}`;
