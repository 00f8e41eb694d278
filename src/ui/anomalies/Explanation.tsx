import { explanationLines } from '../../shared/explanation.ts';
import { withUnitsJoined } from '../format.ts';
import styles from './anomalies.module.css';

/** The lines of an explanation, a row each: what is seen, why, what comes of it and what to do. */
export function Explanation({ text }: { readonly text: string }) {
  const lines = explanationLines(text);
  if (lines.some(({ label }) => label === undefined)) return <p>{withUnitsJoined(text)}</p>;
  return (
    <dl className={styles.lines}>
      {lines.map(({ label, text: line }) => (
        <div key={label} className={styles.line}>
          <dt>{label}</dt>
          <dd>{withUnitsJoined(line)}</dd>
        </div>
      ))}
    </dl>
  );
}
