import type { Degrees } from '../../shared/units.ts';

/** Place on the map, as CSS percentages. */
export const toMapPercent = ({
  latitude,
  longitude,
}: {
  readonly latitude: Degrees;
  readonly longitude: Degrees;
}): { readonly left: string; readonly top: string } => ({
  left: `${((longitude + 180) / 360) * 100}%`,
  top: `${((90 - latitude) / 180) * 100}%`,
});
