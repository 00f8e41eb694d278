import { RELAY_ALTITUDE_KM } from '../../shared/entities/relays.ts';
import { cos } from '../../shared/kit/math.ts';
import { degrees, MS_PER_S, toRadians } from '../../shared/kit/units.ts';
import { LIGHT_KM_PER_S, MEAN_EARTH_RADIUS_KM } from '../../shared/orbit/constants.ts';
import { STORE_FULL } from '../../shared/packets/events.ts';
import { HOUSEKEEPING_REPORT, STRUCTURES, type StructureName } from '../../shared/packets/table.ts';
import type { Environment } from '../spacecraft/environment.ts';
import type { SpacecraftState } from '../spacecraft/model.ts';
import { packetOf } from './catalogue.ts';
import { sendEvent } from './events.ts';
import type { Output } from './output.ts';
import { type Craft, readStructure } from './readings.ts';
import type { OnboardState } from './state.ts';
import { storePackets } from './store.ts';

/** Where the packets of an instant go: over the link, or into the packet store. */

/** The software after a step or a telecommand, and the packets that it has generated, in their order. */
export interface OnboardStep {
  readonly onboard: OnboardState;
  readonly packets: readonly Uint8Array[];
}

/** True if the link carries packets and telecommands. */
export function hasLink({ link }: OnboardState, spacecraft: SpacecraftState): boolean {
  switch (link.profile) {
    case 'open':
      return true;
    case 'network':
      return spacecraft.antenna !== 'none';
    case 'stations':
      return spacecraft.antenna !== 'none' && spacecraft.station !== undefined;
  }
}

/** Radius of the orbits of the relays, and of ORBITA-1 as far as its light time needs it, km. */
const RELAY_RADIUS_KM = MEAN_EARTH_RADIUS_KM + RELAY_ALTITUDE_KM;
const ORBIT_RADIUS_KM = MEAN_EARTH_RADIUS_KM + 430;
const LIGHT_KM_PER_MS = LIGHT_KM_PER_S / MS_PER_S;

/**
 * Returns how long a packet is under way, ms: over the range of the station, or by way of the relay, down to the point
 * below that; 0 without a link. The profile `open`, which is for beginners, has none.
 */
export function lightTimeMs(
  onboard: OnboardState,
  spacecraft: SpacecraftState,
  environment: () => Environment | undefined,
): number {
  const { profile } = onboard.link;
  if (profile === 'open' || !hasLink(onboard, spacecraft)) return 0;
  const { station, relayAngle = degrees(0) } = environment() ?? {};
  if (station && (profile === 'stations' || spacecraft.link === 'station')) {
    return station.rangeKm / LIGHT_KM_PER_MS;
  }
  const along = 2 * ORBIT_RADIUS_KM * RELAY_RADIUS_KM * cos(toRadians(relayAngle));
  const rangeKm = Math.sqrt(ORBIT_RADIUS_KM ** 2 + RELAY_RADIUS_KM ** 2 - along);
  return (rangeKm + RELAY_ALTITUDE_KM) / LIGHT_KM_PER_MS;
}

/** Sends the packets of an instant over the link, or else stores them. */
export function sendOrStore(onboard: OnboardState, output: Output, spacecraft: SpacecraftState): OnboardStep {
  if (hasLink(onboard, spacecraft)) {
    return { onboard: { ...onboard, counters: output.counters() }, packets: output.packets };
  }
  const stored = storePackets(onboard.store, output.packets, output.time);
  if (!stored.isFull || onboard.store.isFull) {
    return { onboard: { ...onboard, store: stored, counters: output.counters() }, packets: [] };
  }
  // The event has a place of its own, so that the ground learns why packets are missing.
  const generated = output.packets.length;
  sendEvent(output, onboard, STORE_FULL, spacecraft);
  const store = storePackets(stored, output.packets.slice(generated), output.time, Number.POSITIVE_INFINITY);
  return { onboard: { ...onboard, store, counters: output.counters() }, packets: [] };
}

/** Reports a structure, unless there is nothing to read. */
export function sendStructure(
  output: Output,
  name: StructureName,
  craft: Craft,
  onboard: OnboardState,
): void {
  const { sid } = STRUCTURES[name];
  const values = readStructure(name, craft, output.time, output.counters(), onboard);
  if (values) output.send(packetOf(...HOUSEKEEPING_REPORT, sid), { sid, ...values });
}
