import { useAtomValue } from 'jotai';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { placeListAtom } from '../../mission/places/atoms.ts';
import { browserZone, formatLocalTime } from '../../mission/places/local-time.ts';

/** The time zone that is chosen for local times, else the browser's; `undefined` where it is the same as UTC. */
export function useLocalZone(time: EpochMs | undefined): string | undefined {
  const { zone = browserZone() } = useAtomValue(placeListAtom);
  if (time === undefined || formatLocalTime(time, zone) === formatLocalTime(time, 'UTC')) return undefined;
  return zone;
}
