import { STATION_MASK } from '../../shared/stations.ts';
import { formatMask } from './places.ts';
import type { ShownStation } from './stations-shown.ts';

/** What a station is: whether the schedule has it, and its mask where that is not the usual one. */
export function stationWords({ active, isOwn, mask }: ShownStation): string {
  const word = isOwn ? 'Own' : active ? 'Active' : 'Inactive';
  return isOwn || mask !== STATION_MASK ? `${word}, above ${formatMask(mask)}` : word;
}
