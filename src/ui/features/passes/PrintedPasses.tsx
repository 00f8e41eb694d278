import type { Place } from '../../../shared/entities/place.ts';
import { Printed } from '../../kit/page/Printed.tsx';
import rows from '../../kit/tables/rows.module.css';
import { PassRows } from './PassTable.tsx';
import { accuracyNotes } from './pass-accuracy.ts';
import type { ListedPass, PassFilter, PassSpan } from './pass-filter.ts';
import { filterText, spanText } from './pass-text.ts';
import styles from './passes.module.css';

interface Props {
  readonly passes: readonly ListedPass[];
  readonly place: Place;
  readonly span: PassSpan;
  readonly filter: PassFilter;
  /** Zone of the local times beside UTC, if any. */
  readonly zone: string | undefined;
  /** Stable across renders, so that it prints once. */
  readonly onPrinted: () => void;
}

/** The list alone on paper, present while the browser prints. */
export function PrintedPasses({ passes, place, span, filter, zone, onPrinted }: Props) {
  return (
    <Printed subject="passes" onPrinted={onPrinted}>
      <h1>Passes over {place.name}</h1>
      <p>{spanText(span)}</p>
      <p>
        {filterText(filter)}, above {place.mask}°. All times UTC{zone && `, local times in ${zone}`}.
      </p>
      {accuracyNotes([...new Set(passes.map(({ satellite }) => satellite))], span.from).map((note) => (
        <p key={note}>{note}</p>
      ))}
      <table className={`${rows.rows} ${styles.table}`}>
        <PassRows passes={passes} place={place} zone={zone} />
      </table>
    </Printed>
  );
}
