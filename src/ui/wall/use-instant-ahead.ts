import { useAtomValue } from 'jotai';
import { addMs, type EpochMs, MS_PER_S } from '../../shared/kit/units.ts';
import { useMissionTime } from '../mission/link/mission-time.ts';
import { utcSecondAtom } from '../mission/time/shown-time.ts';
import { rateAtom } from './atoms.ts';

/**
 * Returns the mission time one second of wall time ahead, renewed each second: a mark that takes a second to move
 * there is always in the right place, without animation frames.
 */
export function useInstantAhead(): EpochMs | undefined {
  useAtomValue(utcSecondAtom);
  const rate = useAtomValue(rateAtom);
  const now = useMissionTime()();
  return now === undefined ? undefined : addMs(now, rate * MS_PER_S);
}
