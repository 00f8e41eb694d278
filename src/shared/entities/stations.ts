import { degrees } from '../kit/units.ts';
import type { GroundStation } from './entities.ts';

export const STATION_IDS = ['houston', 'madrid', 'canberra', 'baikonur'] as const;
export type StationId = (typeof STATION_IDS)[number];

/** Minimum elevation of a station's link, for passes, visibility circles and telemetry. */
export const STATION_MASK = degrees(5);

/** Ground stations of spec §3. WGS-84 coordinates of the antenna sites, at sea level. */
export const GROUND_STATIONS: readonly (GroundStation & { readonly id: StationId })[] = [
  {
    id: 'houston',
    name: 'Houston',
    lat: degrees(29.5502),
    lng: degrees(-95.097),
    active: true,
    nextPass: '14:32 UTC',
  },
  {
    id: 'madrid',
    name: 'Madrid',
    lat: degrees(40.4314),
    lng: degrees(-4.2481),
    active: true,
    nextPass: '15:18 UTC',
  },
  {
    id: 'canberra',
    name: 'Canberra',
    lat: degrees(-35.4014),
    lng: degrees(148.9817),
    active: true,
    nextPass: '16:05 UTC',
  },
  {
    id: 'baikonur',
    name: 'Baikonur',
    lat: degrees(45.965),
    lng: degrees(63.305),
    active: false,
    nextPass: '17:41 UTC',
  },
];
