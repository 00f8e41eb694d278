import type { Anomaly, AnomalyType } from '../../../shared/entities/entities.ts';

/** A new anomaly, or one that has become Critical. */
export interface Alarm {
  readonly type: AnomalyType;
  readonly isCritical: boolean;
}

/** True for an unresolved Critical anomaly that is not shelved. */
const isCritical = ({ severity, status, shelved }: Anomaly): boolean =>
  severity === 'Critical' && status !== 'Resolved' && !shelved;

/** Watches the list of anomalies, newest first; the result returns the most severe news since its last call. */
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
    const critical = anomalies.find(isNewlyCritical);
    if (critical) return { type: critical.type, isCritical: true };
    const [newest] = anomalies;
    return newest && !earlier(newest.id) ? { type: newest.type, isCritical: false } : undefined;
  };
}
