import { useAtom } from 'jotai';
import { useId } from 'react';
import styles from './strip.module.css';
import { SPAN_NAMES } from './strip.ts';
import { spanNameAtom } from './timeline-atoms.ts';

/** The strip's zoom. */
export function SpanChoice() {
  const [spanName, setSpanName] = useAtom(spanNameAtom);
  const group = useId();
  const titleId = useId();
  return (
    // No legend: browsers position it inconsistently.
    <fieldset className={styles.spans} aria-labelledby={titleId}>
      <span id={titleId} className={styles.spansTitle}>
        Span
      </span>
      {SPAN_NAMES.map((name) => (
        <label key={name} className={styles.span}>
          <input
            className="visually-hidden"
            type="radio"
            name={group}
            checked={name === spanName}
            onChange={() => setSpanName(name)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
