import type { Astronaut } from '../../../shared/entities/entities.ts';

/** Number of craft named before the rest is summed up. */
const CRAFTS_NAMED = 4;

export interface Crew {
  readonly craft: string;
  readonly count: number;
}

/** Craft in the service's order, the largest crews first; after four, the rest together. */
export function crewsOf(astronauts: readonly Astronaut[]): readonly Crew[] {
  const counts = new Map<string, number>();
  for (const { craft } of astronauts) counts.set(craft, (counts.get(craft) ?? 0) + 1);
  const crews = [...counts].map(([craft, count]) => ({ craft, count })).sort((a, b) => b.count - a.count);
  if (crews.length <= CRAFTS_NAMED + 1) return crews;
  const rest = crews.slice(CRAFTS_NAMED).reduce((sum, { count }) => sum + count, 0);
  return [...crews.slice(0, CRAFTS_NAMED), { craft: 'on other craft', count: rest }];
}

/** `1 person`, `7 people` */
export const formatPeople = (count: number): string => (count === 1 ? '1 person' : `${count} people`);
