import type { SatelliteContacts } from '../../shared/contact-plan.ts';
import { formatNumber } from '../../shared/quantity-text.ts';
import { type SatelliteId, SPACECRAFT } from '../../shared/satellites.ts';
import { GROUND_STATIONS } from '../../shared/stations.ts';
import { type EpochMs, MS_PER_DAY } from '../../shared/units.ts';
import { QueueAtPass } from '../commands/QueueAtPass.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { PopoverView } from '../kit/controls/PopoverView.tsx';
import { formatTimeLeft, formatUtcTimeFrom } from '../kit/format.ts';
import { DataTable } from '../kit/tables/DataTable.tsx';
import styles from './stations.module.css';

interface PassTableProps {
  readonly id: SatelliteId;
  readonly contacts: SatelliteContacts;
  readonly now: EpochMs;
}

const COLUMNS = ['Station', 'AOS', 'Max el.', 'LOS', 'Duration'];

/** Every pass of the next 24 h as a table beside the card, in order of AOS; commands go to ORBITA-1 alone. */
export function PassTable({ id, contacts, now }: PassTableProps) {
  const passes = GROUND_STATIONS.flatMap((station) =>
    contacts.stations[station.id].map((pass) => ({ ...pass, station })),
  )
    .filter(({ aos, los }) => los > now && aos < now + MS_PER_DAY)
    .sort((a, b) => a.aos - b.aos);
  const hasActions = id === SPACECRAFT;
  return (
    <div className={styles.passes}>
      <PopoverView
        trigger={<Button>All {passes.length} passes of the next 24 h</Button>}
        title="Passes of the next 24 h"
        note="times UTC"
        side="top"
        className={styles.passView}
      >
        <DataTable
          caption="In order of AOS"
          columns={hasActions ? [...COLUMNS, 'Command'] : COLUMNS}
          rows={passes.map(({ station: { id: stationId, name, active }, aos, los, maxElevation }) => ({
            key: `${stationId} ${aos}`,
            cells: [
              active ? name : `${name}, inactive`,
              formatUtcTimeFrom(aos, now),
              `${formatNumber(maxElevation, 0)}°`,
              formatUtcTimeFrom(los, now),
              formatTimeLeft(los - aos),
              ...(hasActions
                ? [active && aos > now && <QueueAtPass key={aos} station={name} aos={aos} />]
                : []),
            ],
          }))}
        />
      </PopoverView>
    </div>
  );
}
