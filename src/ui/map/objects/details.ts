import { type ContactPlan, phaseAt, type SatelliteContacts } from '../../../shared/contract/contact-plan.ts';
import { SATELLITES, type SatelliteId } from '../../../shared/entities/satellites.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { type EphemerisWindow, endTime } from '../../../shared/orbit/ephemeris.ts';
import { siteOf } from '../../../shared/orbit/observer.ts';
import { formatLatitude, formatLongitude, formatTimeLeft, formatUtcTime } from '../../kit/format.ts';
import {
  contactsFrom,
  contactsOf,
  isAcquiring,
  isInProgress,
  LIGHT_TEXT,
  type StationView,
  viewFrom,
} from '../../mission/contacts/contacts-at.ts';
import { observe } from '../../mission/contacts/observation.ts';
import { stationText } from '../../mission/contacts/station-text.ts';
import { type StationPasses, scheduledPass } from '../../mission/contacts/stations-shown.ts';

/** Details of a hovered or focused object. */
export interface Details {
  readonly title: string;
  readonly rows: readonly (readonly [term: string, value: string])[];
  /** What a press does. */
  readonly hint?: string | undefined;
}

/** Replaces the plan's values for a satellite whose shown position does not match the plan yet. */
const ACQUIRING = 'Acquiring live data';

function describeContact(
  contacts: SatelliteContacts | undefined,
  window: EphemerisWindow,
  now: EpochMs,
): string {
  if (!contacts) return 'Not known yet';
  if (isAcquiring(contacts, window, now)) return ACQUIRING;
  const [next] = contactsFrom(contacts, now);
  if (!next) return 'None within 24 h';
  const {
    station: { name },
    pass,
  } = next;
  return isInProgress(pass, now)
    ? `${name}, for ${formatTimeLeft(pass.los - now)}`
    : `${name} in ${formatTimeLeft(pass.aos - now)}`;
}

/** Returns details of a satellite at an instant, or at its last known position after its window has ended. */
export function satelliteDetails(
  id: SatelliteId,
  window: EphemerisWindow,
  plan: ContactPlan | undefined,
  now: EpochMs,
): Details {
  const isCurrent = now <= endTime(window);
  const time = isCurrent ? now : endTime(window);
  const observation = observe(window, siteOf(SATELLITES[id].observer), time);
  const title = isCurrent ? SATELLITES[id].name : `${SATELLITES[id].name} · last known`;
  if (!observation) return { title, rows: [] };
  const contacts = contactsOf(plan, id);
  const phase = phaseAt(contacts, window, time);
  const { place, inertialSpeedKmPerS } = observation;
  return {
    title,
    rows: [
      ['Latitude', formatLatitude(place.latitude)],
      ['Longitude', formatLongitude(place.longitude)],
      ['Altitude', `${formatNumber(place.altitudeKm, 1)} km`],
      ['Speed', `${formatNumber(inertialSpeedKmPerS, 2)} km/s`],
      ['Illumination', phase ? LIGHT_TEXT[phase] : 'Not known'],
      ['Next contact', describeContact(contacts, window, now)],
    ],
  };
}

/**
 * Returns details of a station, and the passes of the front satellite.
 * @param window window of that satellite, if known
 */
export function stationDetails(
  over: StationPasses,
  front: SatelliteId,
  window: EphemerisWindow | undefined,
  now: EpochMs,
): Details {
  const { name, latitude, longitude } = over.station;
  const scheduled = scheduledPass(over.station);
  return {
    title: name,
    rows: [
      ['Coordinates', `${formatLatitude(latitude)}, ${formatLongitude(longitude)}`],
      ['Station', stationText(over)],
      ...passRows(front, viewFrom(over, window, now), over.passes !== undefined, now),
      ...(scheduled === undefined ? [] : [['Scheduled pass', scheduled] as const]),
    ],
  };
}

/** Returns the current or next pass of a satellite over a station. */
function passRows(
  front: SatelliteId,
  { pass, isInView, isAcquiring: isElsewhere }: StationView,
  isKnown: boolean,
  now: EpochMs,
): Details['rows'] {
  const unknown = isKnown ? 'None within 24 h' : 'Not known yet';
  const left = pass && !isElsewhere ? `, for ${formatTimeLeft(pass.los - now)}` : '';
  const seen = isInView ? `Now${left}` : isKnown ? 'No' : unknown;
  const aos = isElsewhere
    ? ACQUIRING
    : pass && `${formatUtcTime(pass.aos)} UTC${isInView ? '' : `, in ${formatTimeLeft(pass.aos - now)}`}`;
  return [
    [`Sees ${SATELLITES[front].name}`, seen],
    [isInView ? 'AOS' : 'Next AOS', aos ?? unknown],
    ['Max elevation', pass ? `${formatNumber(pass.maxElevation, 0)}°` : unknown],
  ];
}
