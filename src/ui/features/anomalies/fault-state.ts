import type { Anomaly, AnomalyType } from '../../../shared/entities/entities.ts';
import type { SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import type { TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';

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
 * The channels that an anomaly of each type takes out of limits. The output of the array has none: the battery pays for it,
 * and a wing off its place turns the spacecraft.
 */
const LIMITED: Readonly<Record<AnomalyType, readonly TelemetryChannel[]>> = {
  Battery: ['batteryVoltage'],
  Solar: ['batteryVoltage', 'attitudeStability'],
  Signal: ['signalStrength'],
  Temperature: ['temperature'],
  Attitude: ['attitudeStability'],
};

/** Whether the channels of an anomaly are among those that are in limits. */
export const isInLimits = ({ type }: Pick<Anomaly, 'type'>, inLimits: readonly TelemetryChannel[]): boolean =>
  LIMITED[type].every((channel) => inLimits.includes(channel));
