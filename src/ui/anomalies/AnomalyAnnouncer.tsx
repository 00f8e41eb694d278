import { useAtomValue } from 'jotai';
import { anomaliesAtom } from '../mission/atoms.ts';
import { speakArrivals, useArrivals } from './arrivals.ts';

/** Speaks each new anomaly once, whichever tab is open. A live region speaks what is added to it. */
export function AnomalyAnnouncer() {
  const arrivals = useArrivals(useAtomValue(anomaliesAtom));
  return (
    <div className="visually-hidden" aria-live="polite">
      {speakArrivals(arrivals).map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
