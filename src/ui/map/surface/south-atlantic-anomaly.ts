import type { Polygon } from 'geojson';

/** Field strength at the outline, in nanotesla, and altitude above the ellipsoid. */
export const ANOMALY_FIELD_NT = 23_000;
export const ANOMALY_ALTITUDE_KM = 430;

/**
 * Area where the Earth's magnetic field is below 23,000 nT at 430 km: World Magnetic Model 2025 (NOAA NCEI and British
 * Geological Survey, epoch 2025.0) for mid-2027, by scripts/south-atlantic-anomaly.mjs. It moves by a third of a degree
 * per year. There is no standard level. At sea level ESA's reports on Swarm use 26,000 nT and Orekit uses 32,000 nT;
 * this one lies between, at 28,000 nT.
 */
export const southAtlanticAnomaly: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [-42, 5.9],
      [-38.9, 5.6],
      [-35.9, 5.2],
      [-32.9, 4.5],
      [-29.9, 3.6],
      [-27.1, 2.3],
      [-24.5, 0.7],
      [-22.1, -1.2],
      [-19.9, -3.4],
      [-17.9, -5.6],
      [-16, -8],
      [-14, -10.3],
      [-11.8, -12.5],
      [-9.1, -14.8],
      [-5.5, -17],
      [-0.2, -19.2],
      [7.9, -21.3],
      [16.4, -23.9],
      [21.4, -27.9],
      [23.3, -32.7],
      [22.9, -37.8],
      [20.1, -42.8],
      [14.7, -47.4],
      [6.6, -50.8],
      [-3.3, -52.7],
      [-12.8, -53.2],
      [-20.8, -53.1],
      [-27.3, -52.7],
      [-32.8, -52.3],
      [-37.6, -51.8],
      [-42, -51.4],
      [-46.2, -50.9],
      [-50.3, -50.3],
      [-54.3, -49.7],
      [-58.4, -48.9],
      [-62.5, -47.9],
      [-66.7, -46.6],
      [-70.9, -45],
      [-75.2, -43],
      [-79.4, -40.6],
      [-83.5, -37.6],
      [-87.7, -34.1],
      [-92.1, -29.9],
      [-97, -24.7],
      [-102.4, -18.3],
      [-105.4, -11.8],
      [-102.3, -7.4],
      [-96, -4.8],
      [-89.3, -3],
      [-83.2, -1.6],
      [-77.8, -0.3],
      [-73.1, 0.8],
      [-68.8, 1.8],
      [-64.9, 2.7],
      [-61.3, 3.5],
      [-57.9, 4.3],
      [-54.6, 4.9],
      [-51.4, 5.3],
      [-48.2, 5.7],
      [-45.1, 5.9],
      [-42, 5.9],
    ],
  ],
};
