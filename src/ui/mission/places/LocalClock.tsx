import { useAtomValue } from 'jotai';
import { missionMinuteAtom } from '../link/atoms.ts';
import { placeListAtom } from './atoms.ts';
import { formatLocalTime } from './local-time.ts';

/** Local time of the chosen zone, if shown beside UTC. */
export function LocalClock({ className }: { readonly className?: string | undefined }) {
  const { zone } = useAtomValue(placeListAtom);
  const time = useAtomValue(missionMinuteAtom);
  if (zone === undefined || time === undefined) return null;
  return (
    <p className={className} title={zone}>
      {formatLocalTime(time, zone)} local
    </p>
  );
}
