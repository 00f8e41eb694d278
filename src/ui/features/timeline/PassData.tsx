import { useAtomValue } from 'jotai';
import { MS_PER_MIN, type TimeRange } from '../../../shared/kit/units.ts';
import { formatInstant } from '../../kit/format.ts';
import { DataTable } from '../../kit/tables/DataTable.tsx';
import { ShowData } from '../../kit/tables/ShowData.tsx';
import { USE_TEXT } from '../../mission/contacts/station-text.ts';
import { missionDateAtom, missionMinuteAtom } from '../../mission/link/atoms.ts';
import { QueueAtPass } from '../commands/QueueAtPass.tsx';
import { useStripPasses } from './strip-passes.ts';
import { spanNameAtom, stripSpanAtom } from './timeline-atoms.ts';

/** The strip's passes as a table; its events are in the list. */
export function PassData() {
  const span = useAtomValue(stripSpanAtom);
  return (
    <ShowData of="the strip" title="Passes on the strip" note="times UTC">
      {span ? <StripPasses span={span} /> : <p>Passes are not known yet.</p>}
    </ShowData>
  );
}

function StripPasses({ span }: { readonly span: TimeRange }) {
  const name = useAtomValue(spanNameAtom);
  const now = useAtomValue(missionMinuteAtom);
  const today = useAtomValue(missionDateAtom);
  const { list } = useStripPasses(span);
  return (
    <DataTable
      caption={`ORBITA-1 over the ground stations, ${name} from the strip’s start; other days show their date.`}
      columns={['Station', 'AOS', 'LOS', 'Duration', 'State', 'Command']}
      rows={list.map(({ stationId, station, use, whole: { from, to } }) => ({
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
