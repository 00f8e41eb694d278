import { useAtomValue } from 'jotai';
import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import { formatLatitude, formatLongitude } from '../../kit/format.ts';
import { DataTable } from '../../kit/tables/DataTable.tsx';
import { ShowData } from '../../kit/tables/ShowData.tsx';
import { stationText } from '../../mission/contacts/station-text.ts';
import { stationPassesAtoms } from '../../mission/contacts/stations-shown.ts';
import styles from './orbital.module.css';
import { PositionTable } from './PositionTable.tsx';

/** Content of the map as tables: satellites, once a second, and ground stations. */
export function MapData() {
  const stations = useAtomValue(stationPassesAtoms[SPACECRAFT]);
  return (
    <ShowData of="the map" title="Places on the map">
      <div className={styles.placeTables}>
        <PositionTable />
        <DataTable
          caption="Ground stations"
          columns={['Station', 'Latitude', 'Longitude', 'State']}
          rows={stations.map((over) => ({
            key: over.station.id,
            cells: [
              over.station.name,
              formatLatitude(over.station.latitude),
              formatLongitude(over.station.longitude),
              stationText(over),
            ],
          }))}
        />
      </div>
    </ShowData>
  );
}
