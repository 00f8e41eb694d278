import { useAtomValue } from 'jotai';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { missionSecondAtom } from '../link/atoms.ts';
import { useMissionTime } from '../link/mission-time.ts';
import { knotCountAtom } from './atoms.ts';

/**
 * The time that the map shows, renewed each second and when positions have come. At another one the fleet would have to ask
 * for other knots in place of the map's.
 */
export function useFleetTime(): EpochMs | undefined {
  const now = useMissionTime();
  useAtomValue(missionSecondAtom);
  useAtomValue(knotCountAtom);
  return now();
}
