import { useAtomValue } from 'jotai';
import { addMs, type EpochMs, MS_PER_S } from '../../shared/kit/units.ts';
import { useMissionTime } from '../mission/link/mission-time.ts';
import { utcSecondAtom } from '../mission/time/shown-time.ts';
import { rateAtom } from './atoms.ts';

/**
 * Mission time in a second of wall time, renewed each second: a mark whose movement to there takes a second is always
 * where it belongs, without a frame of its own.
 */
export function useInstantAhead(): EpochMs | undefined {
  useAtomValue(utcSecondAtom);
  const rate = useAtomValue(rateAtom);
  const now = useMissionTime()();
  return now === undefined ? undefined : addMs(now, rate * MS_PER_S);
}
