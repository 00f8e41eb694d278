import {
  MOST_NETWORK_STATIONS,
  type NetworkStation,
  ownStationId,
  SPECIFIED_NETWORK,
} from '../../../shared/contract/network.ts';
import type { PlaceId } from '../../../shared/entities/place.ts';
import { asPlace, type OwnPlace } from './place-list.ts';

type RadioNetwork = readonly NetworkStation[];

/** Returns one of the user's own stations as the radio uses it. */
export const ownNetworkStation = (place: OwnPlace): NetworkStation => ({
  ...asPlace(place),
  id: ownStationId(place.id),
  active: true,
});

export const isUsed = (network: RadioNetwork, id: string): boolean => network.some((one) => one.id === id);

export const isFull = (network: RadioNetwork): boolean => network.length >= MOST_NETWORK_STATIONS;

/** Adds a station: the specified ones first, in their order, then the others as added. */
export function withStation(network: RadioNetwork, station: NetworkStation): RadioNetwork {
  const stations = [...network, station];
  const isSpecified = ({ id }: NetworkStation): boolean => isUsed(SPECIFIED_NETWORK, id);
  return [
    ...SPECIFIED_NETWORK.flatMap(({ id }) => stations.find((one) => one.id === id) ?? []),
    ...stations.filter((one) => !isSpecified(one)),
  ];
}

export const withoutStation = (network: RadioNetwork, id: string): RadioNetwork =>
  network.filter((one) => one.id !== id);

/**
 * Returns the network after a place was edited, or removed without `edited`; unchanged if it does not use the
 * place.
 */
export function followPlace(network: RadioNetwork, id: PlaceId, edited?: OwnPlace): RadioNetwork {
  const stationId = ownStationId(id);
  if (!isUsed(network, stationId)) return network;
  if (edited?.kind !== 'station') return withoutStation(network, stationId);
  return network.map((one) => (one.id === stationId ? ownNetworkStation(edited) : one));
}

/** Returns the stations that are neither specified nor in the user's list. */
export const foreignStations = (network: RadioNetwork, places: readonly OwnPlace[]): RadioNetwork =>
  network.filter(
    ({ id }) =>
      !isUsed(SPECIFIED_NETWORK, id) &&
      places.every((place) => place.kind !== 'station' || ownStationId(place.id) !== id),
  );
