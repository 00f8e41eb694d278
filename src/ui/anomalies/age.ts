import { MS_PER_DAY, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';

/** How long ago something was, as coarse as it is old: `12 s ago`, `4 min ago`, `2 h 5 min ago`, `3 d 4 h ago`. */
export function formatAge(ageMs: number): string {
  if (ageMs < MS_PER_S) return 'just now';
  if (ageMs < MS_PER_MIN) return `${Math.floor(ageMs / MS_PER_S)} s ago`;
  if (ageMs < MS_PER_H) return `${Math.floor(ageMs / MS_PER_MIN)} min ago`;
  const hours = Math.floor(ageMs / MS_PER_H);
  if (ageMs < MS_PER_DAY) return `${hours} h ${Math.floor((ageMs % MS_PER_H) / MS_PER_MIN)} min ago`;
  return `${Math.floor(ageMs / MS_PER_DAY)} d ${hours % 24} h ago`;
}
