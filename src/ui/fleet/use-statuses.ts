import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { sourceTextsAtom } from '../real-data/atoms.ts';
import { epochsAtom, fleetAtom } from './atoms.ts';
import type { Satellite } from './fleet.ts';
import { type SatelliteStatus, satelliteStatus } from './satellite-status.ts';
import { useFleetTime } from './use-fleet-time.ts';

/** Status of each satellite, kept current. */
export function useStatuses(): (satellite: Satellite) => SatelliteStatus {
  const fleet = useAtomValue(fleetAtom);
  const epochs = useAtomValue(epochsAtom);
  const sources = useAtomValue(sourceTextsAtom);
  const time = useFleetTime();
  const indexes = useMemo(() => new Map(fleet?.satellites.map(({ id }, index) => [id, index])), [fleet]);
  const positions = time === undefined ? undefined : fleet?.positionsAt(time);
  return ({ id, mission }) => {
    if (mission) return { isLeftOut: false, text: `Of the mission: ${sources[mission]}` };
    const index = indexes.get(id) ?? -1;
    const hasPosition = positions && !Number.isNaN(positions[3 * index]);
    return satelliteStatus(epochs[index], hasPosition, time);
  };
}
