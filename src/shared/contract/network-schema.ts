import { failed, type Result, succeeded } from '../kit/result.ts';
import { isSameNetwork, MOST_NETWORK_STATIONS, type NetworkStation, SPECIFIED_NETWORK } from './network.ts';
import { isRecord, readPlace } from './places-schema.ts';

/**
 * Reads a ground network from external data; a refusal states the reason. `undefined` is the specified network; an
 * equal list reads as `undefined`.
 */
export function readNetwork(value: unknown): Result<readonly NetworkStation[] | undefined> {
  if (value === undefined) return succeeded(undefined);
  if (!Array.isArray(value)) return failed('The ground network is not a list of stations.');
  if (value.length > MOST_NETWORK_STATIONS)
    return failed(`A ground network has up to ${MOST_NETWORK_STATIONS} stations.`);
  const network: NetworkStation[] = [];
  for (const one of value) {
    const whose = `Station ${network.length + 1} of the ground network`;
    const place = readPlace(one, whose);
    if (!place.ok) return place;
    const active = isRecord(one) && one.active;
    if (typeof active !== 'boolean') return failed(`${whose} is neither active nor inactive.`);
    const station: NetworkStation = { ...place.value, active };
    if (network.some(({ id }) => id === station.id)) return failed(`${whose} is there twice.`);
    network.push(station);
  }
  return succeeded(isSameNetwork(network, SPECIFIED_NETWORK) ? undefined : network);
}
