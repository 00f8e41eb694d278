import { useAtomValue } from 'jotai';
import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import { MS_PER_MIN } from '../../../shared/kit/units.ts';
import { formatInstant } from '../../kit/format.ts';
import { DataTable } from '../../kit/tables/DataTable.tsx';
import { ShowData } from '../../kit/tables/ShowData.tsx';
import { USE_TEXT } from '../../mission/contacts/station-text.ts';
import { ownPassesAtoms } from '../../mission/contacts/stations-shown.ts';
import { missionDateAtom, missionMinuteAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { QueueAtPass } from '../commands/QueueAtPass.tsx';
import { passesWithin } from './pass-lane.ts';
import { spanFrom } from './strip.ts';
import { spanNameAtom, stripStartAtom } from './timeline-atoms.ts';

/** The strip's passes as a table; its events are in the list. */
export function PassData() {
  return (
    <ShowData of="the strip" title="Passes on the strip" note="times UTC">
      <StripPasses />
    </ShowData>
  );
}

function StripPasses() {
  const plan = useAtomValue(sliceAtoms.contacts);
  const own = useAtomValue(ownPassesAtoms[SPACECRAFT]);
  const start = useAtomValue(stripStartAtom);
  const name = useAtomValue(spanNameAtom);
  const now = useAtomValue(missionMinuteAtom);
  const today = useAtomValue(missionDateAtom);
  if (start === undefined) return <p>Passes are not known yet.</p>;
  const { list } = passesWithin(plan, spanFrom(name, start), own);
  return (
    <DataTable
      caption={`ORBITA-1 over the ground stations, ${name} from the strip’s start; other days show their date.`}
      columns={['Station', 'AOS', 'LOS', 'Duration', 'State', 'Command']}
      rows={list.map(({ stationId, station, use, from, to }) => ({
        key: `${stationId} ${from}`,
        cells: [
          station,
          formatInstant(from, today),
          formatInstant(to, today),
          `${Math.round((to - from) / MS_PER_MIN)} min`,
          USE_TEXT[use],
          use === 'active' && now !== undefined && from > now && (
            <QueueAtPass key={from} station={station} aos={from} />
          ),
        ],
      }))}
    />
  );
}
