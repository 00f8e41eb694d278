import type { Place, PlaceId } from '../entities/place.ts';
import { GROUND_STATIONS, STATION_MASK } from '../entities/stations.ts';

/** A ground station that the spacecraft's radio uses. */
export interface NetworkStation extends Place {
  /**
   * Whether it is in the schedule. Countdowns, log, sentences and the wall leave out a station that is not; it carries the
   * link all the same (model.md, departure 6).
   */
  readonly active: boolean;
}

/** The network of a new mission: the four stations of spec §3. */
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

/** Identity in a network of a station of the user's own: none of a specified one. */
export const ownStationId = (place: PlaceId): string => `own ${place}`;

/** Most stations of a network. */
export const MOST_NETWORK_STATIONS = 16;

/** Whether two stations are the same in all that the mission knows of them. */
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
