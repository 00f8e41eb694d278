import type { ReactNode } from 'react';
import styles from './data.module.css';

export interface DataRow {
  /** Stable across updates, to keep the reading position. */
  readonly key: string | number;
  /** The first cell names the row. */
  readonly cells: readonly ReactNode[];
  /** True to highlight the row that is shown elsewhere. */
  readonly isShown?: boolean;
}

interface DataTableProps {
  readonly caption: string;
  /** Column names with units. */
  readonly columns: readonly string[];
  readonly rows: readonly DataRow[];
}

/** A table of numbers with headings for rows and columns. */
export function DataTable({ caption, columns, rows }: DataTableProps) {
  return (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...cells], isShown }) => (
          <tr key={key} data-shown={isShown || undefined}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
