import { useAtomValue } from 'jotai';
import { formatUtcTime } from '../kit/format.ts';
import { timeCursorAtom } from '../mission/time-cursor.ts';
import { historyFailureAtom, marksAtom } from './atoms.ts';
import { MARK_REACH, type Span } from './chart-view.ts';
import styles from './history.module.css';
import { wordsAt } from './marks.ts';
import { spanText } from './summary.ts';

/** Above the charts: which span they show, and what the background means; at the cursor, what happened there. */
export function Caption({ span }: { readonly span: Span }) {
  const failure = useAtomValue(historyFailureAtom);
  return (
    <p className={styles.caption}>
      <span>{spanText(span, span.to)}</span>
      {failure === undefined ? <Background span={span} /> : <span>History unavailable: {failure}</span>}
    </p>
  );
}

function Background({ span }: { readonly span: Span }) {
  const cursor = useAtomValue(timeCursorAtom);
  const marks = useAtomValue(marksAtom);
  const words = cursor === undefined ? [] : wordsAt(marks, cursor, (span.to - span.from) * MARK_REACH);
  if (cursor !== undefined && words.length > 0) {
    return (
      <span className={styles.words} aria-hidden="true">
        {formatUtcTime(cursor)} {words.join(' · ')}
      </span>
    );
  }
  return (
    <span className={styles.key} aria-hidden="true">
      <span data-mark="eclipse">eclipse</span>
      <span data-mark="contact">contact</span>
      <span data-mark="event">event</span>
      <span data-mark="command">command</span>
      <span data-mark="anomaly">anomaly</span>
    </span>
  );
}
