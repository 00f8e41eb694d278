import { Fragment, useId, useState } from 'react';
import { ASTRONAUTS_SHOWN } from '../../../shared/entities/constants.ts';
import type { Astronaut } from '../../../shared/entities/entities.ts';
import styles from './astronauts.module.css';
import { crewsOf, formatPeople } from './crew.ts';

/**
 * Spec §9: the first five names, then '+N more', which opens the rest. Names are untrusted text in any
 * script.
 */
export function AstronautList({ astronauts }: { readonly astronauts: readonly Astronaut[] }) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const hidden = astronauts.length - ASTRONAUTS_SHOWN;
  const shown = isOpen ? astronauts : astronauts.slice(0, ASTRONAUTS_SHOWN);
  // Names may repeat; the list only grows or shrinks at its end.
  const rows = shown.map((astronaut, index) => ({ ...astronaut, key: `${index} ${astronaut.name}` }));
  return (
    <>
      <Summary astronauts={astronauts} />
      {/* When open, it may scroll and must then be focusable. */}
      <ul id={listId} className={styles.names} aria-label="People in orbit" tabIndex={isOpen ? 0 : undefined}>
        {rows.map(({ key, name, craft }) => (
          <li key={key} className={styles.row}>
            <span className={styles.name} dir="auto" title={name}>
              {name}
            </span>
            <span className={styles.craft} dir="auto" title={craft}>
              {craft}
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button
          className={styles.more}
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show fewer' : `+${hidden} more`}
        </button>
      )}
    </>
  );
}

/** `7 people: 4 ISS, 3 Tiangong` */
function Summary({ astronauts }: { readonly astronauts: readonly Astronaut[] }) {
  return (
    <p className={styles.summary}>
      <strong>{formatPeople(astronauts.length)}</strong>
      {': '}
      {crewsOf(astronauts).map(({ craft, count }, index) => (
        <Fragment key={craft}>
          {index > 0 && ', '}
          {count} <bdi>{craft}</bdi>
        </Fragment>
      ))}
    </p>
  );
}
