import { useAtomValue } from 'jotai';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { missionSecondAtom } from '../link/atoms.ts';
import { useMissionTime } from '../link/mission-time.ts';
import { knotCountAtom } from './atoms.ts';

/**
 * Returns the time that the map shows, renewed each second and when positions arrive. For any other time, the fleet
 * would request other knots instead of the map's.
 */
export function useFleetTime(): EpochMs | undefined {
  const now = useMissionTime();
  useAtomValue(missionSecondAtom);
  useAtomValue(knotCountAtom);
  return now();
}
