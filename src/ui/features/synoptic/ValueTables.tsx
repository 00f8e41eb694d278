import { useState } from 'react';
import type { SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import styles from './value-tables.module.css';
import { valueGroups } from './values.ts';

/**
 * All values of the diagram and some more, as accessible tables on demand: the diagram shows the most
 * important ones.
 */
export function ValueTables({ view }: { readonly view: SpacecraftView }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.values} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Spacecraft values</summary>
      {isOpen && <Tables view={view} />}
    </details>
  );
}

function Tables({ view }: { readonly view: SpacecraftView }) {
  return (
    <div className={styles.tables}>
      {valueGroups(view).map(({ name, values }) => (
        <table key={name} className={styles.table}>
          <caption>{name}</caption>
          <tbody>
            {values.map(([label, text]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}
