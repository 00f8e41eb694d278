import { useAtomValue } from 'jotai';
import { anomaliesAtom } from '../mission/atoms.ts';
import { type Spoken, speakArrivals, useArrivals } from './arrivals.ts';

/**
 * Announces each new anomaly once, in every tab and with any filter: a critical one at once, others politely.
 * A live region announces additions.
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
