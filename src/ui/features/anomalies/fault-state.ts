import type { Anomaly, AnomalyType } from '../../../shared/entities/entities.ts';
import type { SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import type { TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';

/**
 * True while the fault of an anomaly persists, as far as the ground knows, whatever its status: resolving
 * clears no fault. Only ongoing anomalies are counted and coloured by severity.
 */
export const isOngoing = (
  { id, timestamp, status }: Pick<Anomaly, 'id' | 'timestamp' | 'status'>,
  view: SpacecraftView | undefined,
): boolean =>
  view?.faults.some(({ anomalyId }) => anomalyId === id) ||
  // A view older than the anomaly does not show its fault yet.
  (status !== 'Resolved' && !(view && view.time > timestamp));

/**
 * Channels that an anomaly of each type takes out of limits. The array's output has no limits: the battery
 * makes up for it, and a misplaced wing turns the spacecraft.
 */
const LIMITED: Readonly<Record<AnomalyType, readonly TelemetryChannel[]>> = {
  Battery: ['batteryVoltage'],
  Solar: ['batteryVoltage', 'attitudeStability'],
  Signal: ['signalStrength'],
  Temperature: ['temperature'],
  Attitude: ['attitudeStability'],
};

/** True if all channels of an anomaly are in limits. */
export const isInLimits = ({ type }: Pick<Anomaly, 'type'>, inLimits: readonly TelemetryChannel[]): boolean =>
  LIMITED[type].every((channel) => inLimits.includes(channel));
