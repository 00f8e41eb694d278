import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { epochsAtom, fleetAtom } from './atoms.ts';
import type { CatalogueNumber } from './fleet.ts';
import { type SatelliteStatus, satelliteStatus } from './satellite-status.ts';
import { useFleetTime } from './use-fleet-time.ts';

/** Status of each satellite by its catalogue number, kept current. */
export function useStatuses(): (id: CatalogueNumber) => SatelliteStatus {
  const fleet = useAtomValue(fleetAtom);
  const epochs = useAtomValue(epochsAtom);
  const time = useFleetTime();
  const indexes = useMemo(() => new Map(fleet?.satellites.map(({ id }, index) => [id, index])), [fleet]);
  const positions = time === undefined ? undefined : fleet?.positionsAt(time);
  return (id) => {
    const index = indexes.get(id) ?? -1;
    const hasPosition = positions && !Number.isNaN(positions[3 * index]);
    return satelliteStatus(epochs[index], hasPosition, time);
  };
}
