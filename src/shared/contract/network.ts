import type { Place, PlaceId } from '../entities/place.ts';
import { GROUND_STATIONS, STATION_MASK } from '../entities/stations.ts';

/** A ground station that the spacecraft's radio uses. */
export interface NetworkStation extends Place {
  /**
   * True if scheduled. Countdowns, log, sentences and the wall omit other stations, which carry the link nevertheless
   * (model.md, departure 6).
   */
  readonly active: boolean;
}

/** Network of a new mission: the four stations of spec §3. */
export const SPECIFIED_NETWORK: readonly NetworkStation[] = GROUND_STATIONS.map(
  ({ id, name, lat, lng, active }) => ({
    id,
    name,
    latitude: lat,
    longitude: lng,
    altitudeKm: 0,
    mask: STATION_MASK,
    active,
  }),
);

/** Returns the network id of a user-defined station, distinct from all specified ones. */
export const ownStationId = (place: PlaceId): string => `own ${place}`;

/** Maximum number of stations in a network. */
export const MOST_NETWORK_STATIONS = 16;

/** True if two stations are equal in everything that the mission uses. */
export const isSameStation = (one: NetworkStation, other: NetworkStation): boolean =>
  (['id', 'name', 'latitude', 'longitude', 'altitudeKm', 'mask', 'active'] as const).every(
    (field) => one[field] === other[field],
  );

export const isSameNetwork = (one: readonly NetworkStation[], other: readonly NetworkStation[]): boolean =>
  one.length === other.length &&
  one.every((station, index) => {
    const there = other[index];
    return there !== undefined && isSameStation(station, there);
  });
