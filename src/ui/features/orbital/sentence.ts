import {
  illuminationOf,
  latestChange,
  type SatelliteContacts,
} from '../../../shared/contract/contact-plan.ts';
import { LIVE_SATELLITE, SATELLITES, type SatelliteId } from '../../../shared/entities/satellites.ts';
import { type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { EphemerisWindow, SatelliteFix } from '../../../shared/orbit/ephemeris.ts';
import { formatAge } from '../../kit/format.ts';
import { LIGHT_TEXT, viewFrom } from '../../mission/contacts/contacts-at.ts';
import { shownPasses } from '../../mission/contacts/stations-shown.ts';
import type { DataQuality } from '../../mission/real-data/provenance.ts';
import { placeName } from './place-name.ts';

const coordinate = (value: number, positive: string, negative: string): string =>
  `${Math.abs(value).toFixed(1)}° ${value < 0 ? negative : positive}`;

/** Active station that has the satellite in view, or the next one. */
function stationPhrase(
  contacts: SatelliteContacts,
  window: EphemerisWindow | undefined,
  now: EpochMs,
): string {
  const stations = contacts.stations
    .filter(({ station }) => station.active)
    .map((over) => ({ name: over.station.name, ...viewFrom(shownPasses(over), window, now) }));
  const inView = stations.filter(({ isInView }) => isInView).map(({ name }) => name);
  if (inView.length > 0) return `in view of ${inView.join(' and ')}`;
  if (stations.some(({ isAcquiring }) => isAcquiring)) return 'acquiring live data';
  const [next] = stations
    .flatMap(({ name, pass }) => (pass ? [{ name, aos: pass.aos }] : []))
    .sort((a, b) => a.aos - b.aos);
  if (!next) return 'no station contact within 24 h';
  if (next.aos - now < MS_PER_MIN) return `${next.name} contact in less than a minute`;
  return `${next.name} contact in ${formatAge(next.aos - now)}`;
}

/**
 * Describes a satellite's map content in one sentence.
 * @param window window of its shown position, which may be in an orbit transition
 * @param source kind of the source of its motion
 */
export function describeSatellite(
  id: SatelliteId,
  fix: SatelliteFix,
  contacts: SatelliteContacts,
  now: EpochMs,
  window?: EphemerisWindow,
  source?: DataQuality['kind'],
): string {
  const place = placeName(fix.latitude, fix.longitude);
  const where = `${coordinate(fix.latitude, 'N', 'S')} ${coordinate(fix.longitude, 'E', 'W')}`;
  const light = latestChange(contacts.illuminationChanges, now)?.phase ?? illuminationOf(fix.eclipseFraction);
  const word = LIGHT_TEXT[light].toLowerCase();
  const illuminationPhrase = light === 'sunlit' ? word : `in ${word}`;
  const isComputed = id === LIVE_SATELLITE && (source === 'predicted' || source === 'simulated');
  return `${SATELLITES[id].name} over ${place}${isComputed ? ` (${source})` : ''}, ${where}, ${illuminationPhrase}; ${stationPhrase(contacts, window, now)}.`;
}
