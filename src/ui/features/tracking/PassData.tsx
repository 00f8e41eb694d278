import { useAtomValue } from 'jotai';
import { SATELLITES, type SatelliteId } from '../../../shared/entities/satellites.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { SkyArc } from '../../../shared/orbit/passes.ts';
import { formatBearing, formatUtcTime } from '../../kit/format.ts';
import { arcLength, arcTime, compassPoint } from '../../kit/sky/sky-geometry.ts';
import { DataTable } from '../../kit/tables/DataTable.tsx';
import { ShowData } from '../../kit/tables/ShowData.tsx';
import { observerAtoms } from '../../mission/contacts/places.ts';

interface PassDataProps {
  readonly id: SatelliteId;
  readonly arc: SkyArc;
  readonly tca: EpochMs;
}

/** Sky track of a pass as a table, with the data of the sky plot and the elevation chart. */
export function PassData({ id, arc, tca }: PassDataProps) {
  return (
    <ShowData of={`the pass of ${SATELLITES[id].name}`} title="Sky path" note="times UTC">
      <PassWayTable id={id} arc={arc} tca={tca} />
    </ShowData>
  );
}

/** About one row per minute, always with AOS, TCA and LOS. */
function PassWayTable({ id, arc, tca }: PassDataProps) {
  const observer = useAtomValue(observerAtoms[id]);
  const last = arcLength(arc) - 1;
  const stride = Math.max(1, Math.round(MS_PER_MIN / arc.stepMs));
  const highest = Math.min(last, Math.max(0, Math.round((tca - arc.startTime) / arc.stepMs)));
  const events = new Map([
    [0, 'AOS, rises'],
    [highest, 'TCA, max elevation'],
    [last, 'LOS, sets'],
  ]);
  const indices = [...arc.elevations.keys()].filter((index) => index % stride === 0 || events.has(index));
  return (
    <DataTable
      caption={`${SATELLITES[id].name} over ${observer.name}, about every minute.`}
      columns={['Time', 'Azimuth', 'Direction', 'Elevation', 'Event']}
      rows={indices.map((index) => {
        const azimuth = arc.azimuths[index] ?? Number.NaN;
        return {
          key: index,
          cells: [
            formatUtcTime(arcTime(arc, index)),
            formatBearing(azimuth, 0),
            compassPoint(azimuth),
            `${formatNumber(arc.elevations[index] ?? Number.NaN, 1)}°`,
            events.get(index) ?? '',
          ],
        };
      })}
    />
  );
}
