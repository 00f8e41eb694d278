import type { Anomaly } from '../../shared/entities.ts';
import type { SpacecraftView } from '../../shared/spacecraft.ts';

/**
 * Whether the fault of an anomaly persists, as far as the ground knows: whatever its status, since resolving clears no
 * fault. Ongoing anomalies alone are counted and have the colour of their severity.
 */
export const isOngoing = (
  { id, timestamp, status }: Pick<Anomaly, 'id' | 'timestamp' | 'status'>,
  view: SpacecraftView | undefined,
): boolean =>
  view?.faults.some(({ anomalyId }) => anomalyId === id) ||
  // A view from before the anomaly does not show its fault yet.
  (status !== 'Resolved' && !(view && view.time > timestamp));
