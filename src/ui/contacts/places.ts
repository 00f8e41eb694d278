import { atom } from 'jotai';
import { OBSERVER_SITES } from '../../shared/observers.ts';
import { createObserver, type Site } from '../../shared/orbit/observer.ts';
import type { ChosenPlaces } from '../../shared/places.ts';
import { formatNumber } from '../../shared/quantity-text.ts';
import { mapSatellites, SATELLITES, type SatelliteId } from '../../shared/satellites.ts';
import { type Degrees, degrees } from '../../shared/units.ts';
import { sliceAtoms } from '../mission/atoms.ts';
import { tracked } from './tracked.ts';

/** From where a satellite is seen: its specified observer, or the user's own place. */
export interface SatelliteObserver {
  readonly name: string;
  readonly site: Site;
  /** Elevation from which its passes count. */
  readonly mask: Degrees;
}

const SPECIFIED = mapSatellites(
  (id): SatelliteObserver => ({
    name: SATELLITES[id].observer.name,
    site: OBSERVER_SITES[id],
    mask: degrees(0),
  }),
);

/** `10°`, `7.5°` */
export const formatMask = (mask: Degrees): string => `${formatNumber(mask, Number.isInteger(mask) ? 0 : 1)}°`;

/** @param chosen `undefined` before the first update: the specified observer */
export function observerOf(chosen: ChosenPlaces | undefined, satellite: SatelliteId): SatelliteObserver {
  const own = chosen?.observer;
  return own ? { name: own.name, site: createObserver(own), mask: own.mask } : SPECIFIED[satellite];
}

/** From where each satellite is seen. */
export const observerAtoms = mapSatellites((id) =>
  atom((get) => observerOf(get(sliceAtoms.places)?.chosen, id)),
);

/** Passes of each satellite over its observer and over the user's own stations. */
export const placeContactsAtoms = mapSatellites((id) =>
  atom((get) => tracked(get(sliceAtoms.places)?.satellites[id])),
);
