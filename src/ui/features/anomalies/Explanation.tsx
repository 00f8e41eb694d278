import { explanationLines } from '../../../shared/entities/explanation.ts';
import { withUnitsJoined } from '../../kit/format.ts';
import styles from './anomalies.module.css';

/** Lines of an explanation as rows: observation, cause, outlook and action. */
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
