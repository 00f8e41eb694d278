import { constants } from 'satellite.js';

/** WGS-72, the Earth model of SGP4: equatorial radius in km, gravity in km³/s², oblateness. */
export const WGS72 = { radiusKm: constants.earthRadius, gravity: constants.mu, j2: constants.j2 } as const;

/** WGS-84, the Earth model of places: equatorial radius in km, and squared eccentricity. */
export const WGS84 = { radiusKm: 6378.137, eccentricitySquared: 0.0066943799901413165 } as const;

/** Mean radius of the Earth (IUGG R₁), the sphere on which footprints are drawn. */
export const MEAN_EARTH_RADIUS_KM = 6371.0088;

export const SUN_RADIUS_KM = 695_700;
export const KM_PER_AU = 149_597_870.7;

/** Speed of light, by definition. */
export const LIGHT_KM_PER_S = 299_792.458;
