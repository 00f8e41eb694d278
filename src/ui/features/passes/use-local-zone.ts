import { useAtomValue } from 'jotai';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { placeListAtom } from '../../mission/places/atoms.ts';
import { browserZone, formatLocalTime } from '../../mission/places/local-time.ts';

/** Returns the time zone chosen for local times, or else the browser's; `undefined` if it equals UTC. */
export function useLocalZone(time: EpochMs | undefined): string | undefined {
  const { zone = browserZone() } = useAtomValue(placeListAtom);
  if (time === undefined || formatLocalTime(time, zone) === formatLocalTime(time, 'UTC')) return undefined;
  return zone;
}
