import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { Ephemeris } from '../../../shared/orbit/ephemeris.ts';
import { sliceAtoms } from '../link/atoms.ts';
import { sourceTextsAtom } from '../real-data/atoms.ts';
import { epochsAtom, fleetAtom } from './atoms.ts';
import type { Satellite } from './fleet.ts';
import { type SatelliteStatus, satelliteStatus } from './satellite-status.ts';
import { useFleetTime } from './use-fleet-time.ts';
import { missionStateAt } from './use-state-of.ts';

function missionStatus(
  ephemeris: Ephemeris | undefined,
  source: string,
  time: EpochMs | undefined,
): SatelliteStatus {
  const whyNot =
    ephemeris?.status === 'unavailable'
      ? ephemeris.reason
      : ephemeris && time !== undefined && !missionStateAt(ephemeris, time) && 'No position for this time.';
  return whyNot ? { isLeftOut: true, text: whyNot } : { isLeftOut: false, text: `Of the mission: ${source}` };
}

/** Returns the function for current statuses. */
export function useStatuses(): (satellite: Satellite) => SatelliteStatus {
  const fleet = useAtomValue(fleetAtom);
  const epochs = useAtomValue(epochsAtom);
  const sources = useAtomValue(sourceTextsAtom);
  const ephemerides = useAtomValue(sliceAtoms.ephemerides);
  const time = useFleetTime();
  const indexes = useMemo(() => new Map(fleet?.satellites.map(({ id }, index) => [id, index])), [fleet]);
  const positions = time === undefined ? undefined : fleet?.positionsAt(time);
  return ({ id, mission }) => {
    if (mission) return missionStatus(ephemerides?.[mission], sources[mission], time);
    const index = indexes.get(id) ?? -1;
    const hasPosition = positions && !Number.isNaN(positions[3 * index]);
    return satelliteStatus(epochs[index], hasPosition, time);
  };
}
