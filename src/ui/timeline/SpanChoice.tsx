import { useAtom } from 'jotai';
import { useId } from 'react';
import styles from './strip.module.css';
import { SPAN_NAMES } from './strip.ts';
import { spanNameAtom } from './timeline-atoms.ts';

/** The strip's zoom. */
export function SpanChoice() {
  const [spanName, setSpanName] = useAtom(spanNameAtom);
  const group = useId();
  return (
    <fieldset className={styles.spans}>
      <legend className={styles.spansTitle}>Span</legend>
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
