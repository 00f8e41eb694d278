import { atom } from 'jotai';
import type { Place } from '../../../shared/entities/place.ts';
import { mapSatellites, SATELLITES } from '../../../shared/entities/satellites.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { Degrees } from '../../../shared/kit/units.ts';
import { sliceAtoms } from '../link/atoms.ts';
import { tracked } from './tracked.ts';

/** `10°`, `7.5°` */
export const formatMask = (mask: Degrees): string => `${formatNumber(mask, Number.isInteger(mask) ? 0 : 1)}°`;

/** Observer of each satellite: the chosen place, or the specified observer. */
export const observerAtoms = mapSatellites((id) =>
  atom((get): Place => get(sliceAtoms.places)?.chosen.observer ?? SATELLITES[id].observer),
);

/** Passes of each satellite over its observer and over the user's own stations. */
export const placeContactsAtoms = mapSatellites((id) =>
  atom((get) => tracked(get(sliceAtoms.places)?.satellites[id])),
);
