import { STATION_MASK } from '../../../shared/entities/stations.ts';
import { formatMask } from './places.ts';
import type { StationPasses } from './stations-shown.ts';

export const USE_TEXT = { active: 'Active', inactive: 'Inactive', own: 'Own' } as const;

/** Describes a station: its use, and its mask unless it is the default. */
export function stationText({ station: { mask }, use }: StationPasses): string {
  const word = USE_TEXT[use];
  return use === 'own' || mask !== STATION_MASK ? `${word}, above ${formatMask(mask)}` : word;
}
