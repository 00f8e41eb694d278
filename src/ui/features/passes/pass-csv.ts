import type { Place } from '../../../shared/entities/place.ts';
import { type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import { type Cell, csvFile, encodeCsv, fileTime, timeCells, timeHeads } from '../../kit/files/csv.ts';
import type { ExportFile } from '../../kit/files/download.ts';
import { seenText } from '../../mission/fleet/seen-text.ts';
import { accuracyAt } from './pass-accuracy.ts';
import { type ListedPass, toSecond } from './pass-filter.ts';

/** The two cells of an instant, to the second. */
const secondCells = (time: EpochMs | undefined): readonly [Cell, Cell] =>
  timeCells(time === undefined ? undefined : toSecond(time));
const tenth = (value: number): number => Math.round(value * 10) / 10;

const COLUMNS = [
  'Satellite',
  'Catalogue number',
  'Place',
  ...timeHeads('AOS'),
  'AOS azimuth (°)',
  ...timeHeads('TCA'),
  'TCA azimuth (°)',
  ...timeHeads('LOS'),
  'LOS azimuth (°)',
  'Highest elevation (°)',
  'Duration (s)',
  'Seen',
  ...timeHeads('Visible from'),
  ...timeHeads('Visible to'),
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
  return `passes-${words.join('-')}-${fileTime(toSecond(now))}`;
}

/** A list as a table. An unknown AOS or LOS is empty. */
export function buildPassCsv(passes: readonly ListedPass[], place: Place, now: EpochMs): ExportFile {
  const rows = passes.map((pass): readonly Cell[] => {
    const accuracy = accuracyAt(pass.satellite, pass.tca);
    return [
      pass.satellite.name,
      pass.satellite.id,
      place.name,
      ...secondCells(pass.startsBefore ? undefined : pass.aos),
      pass.startsBefore ? undefined : tenth(pass.aosAzimuth),
      ...secondCells(pass.tca),
      tenth(pass.tcaAzimuth),
      ...secondCells(pass.endsAfter ? undefined : pass.los),
      pass.endsAfter ? undefined : tenth(pass.losAzimuth),
      tenth(pass.maxElevation),
      (toSecond(pass.los) - toSecond(pass.aos)) / MS_PER_S,
      seenText(pass),
      ...secondCells(pass.visible[0]?.start),
      ...secondCells(pass.visible.at(-1)?.end),
      accuracy && tenth(accuracy.ageDays),
      accuracy && tenth(accuracy.errorKm),
    ];
  });
  return csvFile(`${exportName(place, now)}.csv`, encodeCsv([COLUMNS, ...rows]));
}
