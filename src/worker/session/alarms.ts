import type { Anomaly } from '../../shared/entities.ts';

/** A new anomaly, or one that has become Critical. */
export type Alarm = 'new' | 'critical';

const isCritical = ({ severity, status }: Anomaly): boolean =>
  severity === 'Critical' && status !== 'Resolved';

/** Watches the list of anomalies, newest first: tells the most severe news since the last call. */
export function watchAlarms(held: readonly Anomaly[]): (anomalies: readonly Anomaly[]) => Alarm | undefined {
  let known = held;
  return (anomalies) => {
    if (anomalies === known) return undefined;
    const before = known;
    known = anomalies;
    const earlier = (id: string) => before.find((anomaly) => anomaly.id === id);
    const isNewlyCritical = (anomaly: Anomaly): boolean => {
      const held = earlier(anomaly.id);
      return isCritical(anomaly) && !(held && isCritical(held));
    };
    if (anomalies.some(isNewlyCritical)) return 'critical';
    const [newest] = anomalies;
    return newest && !earlier(newest.id) ? 'new' : undefined;
  };
}
