import type { Anomaly, AnomalyType } from '../../shared/entities.ts';
import type { SpacecraftView } from '../../shared/spacecraft.ts';
import type { TelemetryChannel } from '../../shared/telemetry-channels.ts';

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

/**
 * The channel that an anomaly of each type takes out of limits in the end. The output of the array has none: the battery
 * pays for it.
 */
export const LIMITED: Readonly<Record<AnomalyType, TelemetryChannel>> = {
  Battery: 'batteryVoltage',
  Solar: 'batteryVoltage',
  Signal: 'signalStrength',
  Temperature: 'temperature',
  Attitude: 'attitudeStability',
};
