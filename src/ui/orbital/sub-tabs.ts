import { SATELLITE_IDS, type SatelliteId } from '../../shared/elements.ts';

/** The query parameter that keeps the chosen sub-tab. */
const SATELLITE_PARAMETER = 'satellite';

export const readSatellite = (query: URLSearchParams): SatelliteId =>
  SATELLITE_IDS.find((id) => id === query.get(SATELLITE_PARAMETER)) ?? 'iss';

/** The query that asks for a sub-tab, other parameters kept. */
export function writeSatellite(query: URLSearchParams, id: SatelliteId): URLSearchParams {
  const next = new URLSearchParams(query);
  next.set(SATELLITE_PARAMETER, id);
  return next;
}
