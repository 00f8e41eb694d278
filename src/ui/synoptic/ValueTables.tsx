import { useState } from 'react';
import type { SpacecraftView } from '../../shared/spacecraft.ts';
import { useMediaQuery } from '../kit/page/use-media-query.ts';
import styles from './value-tables.module.css';
import { valueGroups } from './values.ts';

/** Here the tables fit beside or below the diagram; elsewhere they are shown on demand. */
const ROOMY = '(min-width: 75rem) and (min-height: 40rem)';

/** Every value of the diagram and some more, as accessible tables. */
export function ValueTables({ view }: { readonly view: SpacecraftView }) {
  const isRoomy = useMediaQuery(ROOMY);
  const [choice, setChoice] = useState<boolean>();
  const isOpen = choice ?? isRoomy;
  return (
    <details
      className={styles.values}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) setChoice(currentTarget.open);
      }}
    >
      <summary>Spacecraft values</summary>
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
    </details>
  );
}
