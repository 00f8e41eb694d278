import { type SatelliteId, SPACECRAFT } from '../../../shared/entities/satellites.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import { type EpochMs, MS_PER_DAY } from '../../../shared/kit/units.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { PopoverView } from '../../kit/controls/PopoverView.tsx';
import { formatTimeLeft, formatUtcTimeFrom } from '../../kit/format.ts';
import { DataTable } from '../../kit/tables/DataTable.tsx';
import type { StationPasses } from '../../mission/contacts/stations-shown.ts';
import { QueueAtPass } from '../commands/QueueAtPass.tsx';
import styles from './stations.module.css';

interface PassTableProps {
  readonly id: SatelliteId;
  readonly stations: readonly StationPasses[];
  readonly now: EpochMs;
}

const COLUMNS = ['Station', 'AOS', 'Max el.', 'LOS', 'Duration'];

/** Every pass of the next 24 h as a table beside the card, in order of AOS. Only ORBITA-1 can be commanded. */
export function PassTable({ id, stations, now }: PassTableProps) {
  const ahead = stations
    .flatMap(({ station, use, passes = [] }) => passes.map((pass) => ({ ...pass, station, use })))
    .filter(({ aos, los }) => los > now && aos < now + MS_PER_DAY)
    .sort((a, b) => a.aos - b.aos);
  const hasActions = id === SPACECRAFT;
  return (
    <div className={styles.passes}>
      <PopoverView
        trigger={
          <Button>
            {ahead.length === 1 ? 'The only pass' : `All ${ahead.length} passes`} of the next 24 h
          </Button>
        }
        title="Passes of the next 24 h"
        note="times UTC"
        side="top"
        className={styles.passView}
      >
        <DataTable
          caption="In order of AOS"
          columns={hasActions ? [...COLUMNS, 'Command'] : COLUMNS}
          rows={ahead.map(({ station: { id: stationId, name }, use, aos, los, maxElevation }) => ({
            key: `${stationId} ${aos}`,
            cells: [
              use === 'inactive' ? `${name}, inactive` : name,
              formatUtcTimeFrom(aos, now),
              `${formatNumber(maxElevation, 0)}°`,
              formatUtcTimeFrom(los, now),
              formatTimeLeft(los - aos),
              ...(hasActions
                ? [use === 'active' && aos > now && <QueueAtPass key={aos} station={name} aos={aos} />]
                : []),
            ],
          }))}
        />
      </PopoverView>
    </div>
  );
}
