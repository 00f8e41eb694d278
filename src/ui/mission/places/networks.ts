import type { BuiltInRow } from './built-in.ts';

/**
 * Sites of the well-known networks of ground stations: name, network, latitude and longitude in degrees to 0.01°, height
 * in metres to 50 m. Sources in docs/places.md.
 */
export const NETWORK_STATIONS: readonly BuiltInRow[] = [
  ['Cebreros', 'ESTRACK', 40.45, -4.37, 800],
  ['Kiruna', 'ESTRACK', 67.86, 20.96, 400],
  ['Kourou', 'ESTRACK', 5.25, -52.8, 0],
  ['Malargüe', 'ESTRACK', -35.78, -69.4, 1550],
  ['New Norcia', 'ESTRACK', -31.05, 116.19, 250],
  ['Redu', 'ESTRACK', 50, 5.15, 400],
  ['Santa Maria', 'ESTRACK', 37, -25.14, 300],
  ['Canberra DSS-43', 'DSN', -35.4, 148.98, 700],
  ['Goldstone DSS-14', 'DSN', 35.43, -116.89, 1000],
  ['Madrid DSS-63', 'DSN', 40.43, -4.25, 850],
  ['Alaska Satellite Facility', 'NASA Near Space Network', 64.86, -147.85, 200],
  ['McMurdo', 'NASA Near Space Network', -77.84, 166.67, 200],
  ['Wallops', 'NASA Near Space Network', 37.92, -75.48, 0],
  ['White Sands', 'NASA Near Space Network', 32.54, -106.61, 1450],
  ['Punta Arenas', 'KSAT', -52.94, -70.86, 0],
  ['Svalbard', 'KSAT', 78.23, 15.4, 450],
  ['Troll', 'KSAT', -72.01, 2.54, 1300],
  ['Tromsø', 'KSAT', 69.66, 18.94, 150],
];
