import { TELEMETRY_PACKETS, type TelemetryPacket } from '../../shared/packets/table.ts';

/**
 * Returns the type of packet of a service and subtype.
 * @param first value of its first field, where that distinguishes types
 * @throws Error if there is none
 */
export function packetOf(service: number, subservice: number, first?: number): TelemetryPacket {
  const type = TELEMETRY_PACKETS.find(
    (one) => one.service === service && one.subservice === subservice && one.first === first,
  );
  if (!type) throw new Error(`There is no packet (${service},${subservice}).`);
  return type;
}
