import { useAtomValue } from 'jotai';
import {
  currentAnomaliesAtom,
  type Spoken,
  speakArrivals,
  speakAsks,
  speakRaises,
  useArrivals,
  useAsks,
  useRaises,
} from './arrivals.ts';

/**
 * Announces each new anomaly, each that becomes High or Critical, and each that begins to ask for action, once, in
 * every tab and with any filter: critical ones at once, others politely. A live region announces additions.
 */
export function AnomalyAnnouncer() {
  const anomalies = useAtomValue(currentAnomaliesAtom);
  const spoken = [
    ...speakArrivals(useArrivals(anomalies)),
    ...speakRaises(useRaises(anomalies)),
    ...speakAsks(useAsks(anomalies)),
  ];
  return (
    <div className="visually-hidden">
      <Region urgency="assertive" spoken={spoken.filter(({ isUrgent }) => isUrgent)} />
      <Region urgency="polite" spoken={spoken.filter(({ isUrgent }) => !isUrgent)} />
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
