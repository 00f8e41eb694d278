import { type ContactPlan, currentOrNextPass, type SatelliteContacts } from '../../shared/contact-plan.ts';
import type { SatelliteId } from '../../shared/elements.ts';
import type { Pass } from '../../shared/orbit/passes.ts';
import { GROUND_STATIONS, type StationId } from '../../shared/stations.ts';
import type { EpochMs } from '../../shared/units.ts';

export type GroundStationSite = (typeof GROUND_STATIONS)[number];

/** `undefined` while there is no plan, or none for this satellite. */
export function contactsOf(
  plan: ContactPlan | undefined,
  satellite: SatelliteId,
): SatelliteContacts | undefined {
  const contacts = plan?.satellites[satellite];
  return contacts?.ok ? contacts.value : undefined;
}

export const isUnderWay = (pass: Pass, now: EpochMs): boolean => pass.aos <= now && now < pass.los;

/** Whether a station sees the satellite; what is not known is not seen. */
export function isInView(contacts: SatelliteContacts | undefined, station: StationId, now: EpochMs): boolean {
  const pass = contacts && currentOrNextPass(contacts.stations[station], now);
  return pass !== undefined && isUnderWay(pass, now);
}

export interface StationPass {
  readonly station: GroundStationSite;
  readonly pass: Pass;
}

/** The pass over a ground station that is under way, or the next one. */
export function nextContact(contacts: SatelliteContacts, now: EpochMs): StationPass | undefined {
  return GROUND_STATIONS.flatMap((station): StationPass[] => {
    const pass = currentOrNextPass(contacts.stations[station.id], now);
    return pass ? [{ station, pass }] : [];
  }).toSorted((a, b) => a.pass.aos - b.pass.aos)[0];
}
