import { type EpochMs, MS_PER_S } from '../../shared/units.ts';
import type { Place } from '../fleet/places.ts';
import { encodeCsv } from '../kit/files/csv.ts';
import type { ExportFile } from '../kit/files/download.ts';
import { accuracyAt } from './pass-accuracy.ts';
import type { ListedPass } from './pass-filter.ts';
import { seenText } from './pass-text.ts';

const isoSecond = (time: EpochMs): string =>
  `${new Date(Math.round(time / MS_PER_S) * MS_PER_S).toISOString().slice(0, 19)}Z`;
const tenth = (value: number): number => Math.round(value * 10) / 10;

const COLUMNS = [
  'Satellite',
  'Catalogue number',
  'Place',
  'AOS (UTC)',
  'AOS azimuth (°)',
  'TCA (UTC)',
  'TCA azimuth (°)',
  'LOS (UTC)',
  'LOS azimuth (°)',
  'Highest elevation (°)',
  'Duration (s)',
  'Seen',
  'Visible from (UTC)',
  'Visible to (UTC)',
  'Age of elements (days)',
  'Position error (km)',
];

/** Name of an exported list: `passes-new-york-city-2026-11-24T21-31-00Z`. */
export function exportName(place: Place, now: EpochMs): string {
  const words = place.name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['place'];
  return `passes-${words.join('-')}-${isoSecond(now).replaceAll(':', '-')}`;
}

/** A list as a table. An AOS or LOS that is not known is empty. */
export function buildPassCsv(passes: readonly ListedPass[], place: Place, now: EpochMs): ExportFile {
  const rows = passes.map((pass) => {
    const accuracy = accuracyAt(pass.satellite, pass.tca);
    return [
      pass.satellite.name,
      pass.satellite.id,
      place.name,
      pass.startsBefore ? undefined : isoSecond(pass.aos),
      pass.startsBefore ? undefined : tenth(pass.aosAzimuth),
      isoSecond(pass.tca),
      tenth(pass.tcaAzimuth),
      pass.endsAfter ? undefined : isoSecond(pass.los),
      pass.endsAfter ? undefined : tenth(pass.losAzimuth),
      tenth(pass.maxElevation),
      Math.round((pass.los - pass.aos) / MS_PER_S),
      seenText(pass),
      pass.visible[0] && isoSecond(pass.visible[0].start),
      pass.visible[0] && isoSecond(pass.visible.at(-1)?.end ?? pass.los),
      accuracy && tenth(accuracy.ageDays),
      accuracy && tenth(accuracy.errorKm),
    ];
  });
  return {
    name: `${exportName(place, now)}.csv`,
    type: 'text/csv;charset=utf-8',
    text: encodeCsv([COLUMNS, ...rows]),
  };
}
