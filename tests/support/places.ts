import type { NetworkStation } from '../../src/shared/contract/network.ts';
import { degrees } from '../../src/shared/kit/units.ts';
import type { OwnPlace } from '../../src/ui/mission/places/place-list.ts';

export const ownPlace = (name: string, change: Partial<OwnPlace> = {}): OwnPlace => ({
  id: `id of ${name}`,
  kind: 'observer',
  name,
  latitude: degrees(52.52),
  longitude: degrees(13.405),
  altitudeKm: 0.034,
  mask: degrees(0),
  isShown: true,
  ...change,
});

export const ownStation = (name: string, change: Partial<OwnPlace> = {}): OwnPlace =>
  ownPlace(name, { kind: 'station', mask: degrees(5), ...change });

/** Returns a station of a ground network, in Berlin by default. */
export const networkStation = (name: string, change: Partial<NetworkStation> = {}): NetworkStation => ({
  id: `own id of ${name}`,
  name,
  latitude: degrees(52.52),
  longitude: degrees(13.405),
  altitudeKm: 0.034,
  mask: degrees(5),
  active: true,
  ...change,
});
