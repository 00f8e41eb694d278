import type { Degrees } from '../../../shared/kit/units.ts';
import { azimuthOf, elevationOf, heightAboveMask, type Site } from '../../../shared/orbit/observer.ts';
import { length, subtract, type Vector } from '../../../shared/orbit/vector.ts';
import type { Satellite } from '../../mission/fleet/fleet.ts';

/** A satellite that is up. */
export interface AboveSatellite {
  readonly satellite: Pick<Satellite, 'id' | 'name' | 'mission'>;
  readonly positionEcef: Vector;
  readonly elevation: Degrees;
  readonly azimuth: Degrees;
  readonly rangeKm: number;
}

/**
 * Returns the satellites above an elevation in a site's sky, highest first.
 * @param positionsEcefKm x, y, z of each; NaN for one without a position
 * @param isShown 0 for each one hidden by choice
 */
export function satellitesAbove(
  satellites: readonly AboveSatellite['satellite'][],
  positionsEcefKm: Float32Array,
  isShown: Uint8Array,
  site: Site,
  least: Degrees,
): readonly AboveSatellite[] {
  const heightOf = heightAboveMask(site, least);
  const above: AboveSatellite[] = [];
  for (const [index, satellite] of satellites.entries()) {
    const [x = Number.NaN, y = 0, z = 0] = positionsEcefKm.subarray(3 * index, 3 * index + 3);
    const positionEcef = { x, y, z };
    if (isShown[index] === 0 || !(heightOf(positionEcef) >= 0)) continue;
    above.push({
      satellite,
      positionEcef,
      elevation: elevationOf(site, positionEcef),
      azimuth: azimuthOf(site, positionEcef),
      rangeKm: length(subtract(positionEcef, site.positionEcef)),
    });
  }
  return above.sort((a, b) => b.elevation - a.elevation);
}
