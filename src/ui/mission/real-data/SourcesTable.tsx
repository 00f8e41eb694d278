import type { ReactNode } from 'react';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { formatAge, formatUtcTimeFrom } from '../../kit/format.ts';
import { StatusLabel } from '../../kit/status/StatusIcon.tsx';
import rows from '../../kit/tables/rows.module.css';
import styles from './sources.module.css';
import { type SourceRow, type SourcesView, sourceRows } from './sources.ts';

/** Status of every data source; on a phone each row is a small card with column names. */
export function SourcesTable({ view }: { readonly view: SourcesView }) {
  return (
    <table className={`${rows.rows} ${styles.table}`}>
      <caption className="visually-hidden">Data source status, times UTC</caption>
      <thead>
        <tr>
          {['Source', 'Service', 'State', 'Last success', 'Age', 'Next try', 'Last error'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sourceRows(view).map((row) => (
          <Row key={row.name} row={row} now={view.now} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row, now }: { readonly row: SourceRow; readonly now: EpochMs }) {
  const { name, service, state, lastSuccess, since, nextTry, error } = row;
  return (
    <tr>
      <th scope="row">{name}</th>
      <Cell name="Service">{service}</Cell>
      <Cell name="State">
        <StatusLabel level={state.level} word={state.word} />
      </Cell>
      <Cell name="Last success">{lastSuccess !== undefined && formatUtcTimeFrom(lastSuccess, now)}</Cell>
      <Cell name="Age">{since !== undefined && formatAge(now - since)}</Cell>
      <Cell name="Next try">{nextTry}</Cell>
      <Cell name="Last error">{error}</Cell>
    </tr>
  );
}

function Cell({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return <td data-name={name}>{children || <span aria-hidden="true">–</span>}</td>;
}
