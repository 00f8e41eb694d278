import { GROUND_STATIONS } from '../../shared/stations.ts';
import { formatLatitude, formatLongitude } from '../kit/format.ts';
import { DataTable } from '../kit/tables/DataTable.tsx';
import { ShowData } from '../kit/tables/ShowData.tsx';
import styles from './orbital.module.css';
import { PositionTable } from './PositionTable.tsx';

/** Content of the map as tables: satellites, once a second, and ground stations. */
export function MapData() {
  return (
    <ShowData of="the map" title="Places on the map">
      <div className={styles.placeTables}>
        <PositionTable />
        <DataTable
          caption="Ground stations"
          columns={['Station', 'Latitude', 'Longitude', 'State']}
          rows={GROUND_STATIONS.map(({ id, name, lat, lng, active }) => ({
            key: id,
            cells: [name, formatLatitude(lat), formatLongitude(lng), active ? 'Active' : 'Inactive'],
          }))}
        />
      </div>
    </ShowData>
  );
}
