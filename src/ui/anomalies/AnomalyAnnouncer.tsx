import { useAtomValue } from 'jotai';
import { anomaliesAtom } from '../mission/atoms.ts';
import { type Spoken, speakArrivals, useArrivals } from './arrivals.ts';

/**
 * Speaks each new anomaly once, whichever tab is open and whatever its list shows: a critical one at once, another when
 * the listener is done with what is being read. A live region speaks what is added to it.
 */
export function AnomalyAnnouncer() {
  const arrivals = speakArrivals(useArrivals(useAtomValue(anomaliesAtom)));
  return (
    <div className="visually-hidden">
      <Region urgency="assertive" spoken={arrivals.filter(({ isUrgent }) => isUrgent)} />
      <Region urgency="polite" spoken={arrivals.filter(({ isUrgent }) => !isUrgent)} />
    </div>
  );
}

interface RegionProps {
  readonly urgency: 'assertive' | 'polite';
  readonly spoken: readonly Spoken[];
}

function Region({ urgency, spoken }: RegionProps) {
  return (
    <div aria-live={urgency}>
      {spoken.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
