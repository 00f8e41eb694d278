import { useAtomValue } from 'jotai';
import { formatDuration } from '../../../shared/kit/quantity-text.ts';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { formatUtcTime } from '../../kit/format.ts';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { timeCursorAtom } from '../../mission/link/time-cursor.ts';
import { leftOutText } from '../../mission/look-ahead/left-out.ts';
import { comparedIdAtom } from '../../mission/time/comparison.ts';
import {
  aheadMsAtom,
  axisMarksAtom,
  historyFailureAtom,
  isPastLoadingAtom,
  isRecentAtom,
  lookAheadAtom,
} from './atoms.ts';
import { ComparisonLegend } from './ComparisonLegend.tsx';
import { MARK_REACH } from './chart-view.ts';
import styles from './history.module.css';
import { textsAt } from './marks.ts';
import { spanText } from './summary.ts';

/**
 * Caption of the charts: their span, the compared branches, and the meaning of the background; at the cursor,
 * what happened there.
 */
export function Caption({ span }: { readonly span: TimeRange }) {
  const failure = useAtomValue(historyFailureAtom);
  const isLoading = useAtomValue(isPastLoadingAtom);
  const isRecent = useAtomValue(isRecentAtom);
  const aheadMs = useAtomValue(aheadMsAtom);
  const told = useAtomValue(lookAheadAtom);
  const anomalies = useAtomValue(sliceAtoms.anomalies);
  const leftOut = told && leftOutText(told, anomalies ?? []);
  const isCompared = useAtomValue(comparedIdAtom) !== undefined;
  return (
    <div className={styles.caption}>
      <p>
        {spanText(span, span.to)}
        {told && told.to > span.to && aheadMs > 0 && (
          <>
            , and {formatDuration(told.to - span.to)} to come
            {leftOut !== undefined && ` without ${leftOut}`}
          </>
        )}
      </p>
      {isCompared && <ComparisonLegend now={span.to} />}
      {isLoading && !isRecent && <p>The past is being loaded; the newest samples are shown meanwhile.</p>}
      {failure !== undefined && <p>History unavailable: {failure}</p>}
      {failure === undefined && !isRecent && <Background span={span} />}
    </div>
  );
}

function Background({ span }: { readonly span: TimeRange }) {
  const cursor = useAtomValue(timeCursorAtom);
  const marks = useAtomValue(axisMarksAtom);
  const told = useAtomValue(lookAheadAtom);
  const isPredicted = useAtomValue(aheadMsAtom) > 0 || (told !== undefined && told.partings.length > 0);
  const words = cursor === undefined ? [] : textsAt(marks, cursor, (span.to - span.from) * MARK_REACH);
  if (cursor !== undefined && words.length > 0) {
    return (
      <p className={styles.words} aria-hidden="true">
        {formatUtcTime(cursor)} {words.join(' · ')}
      </p>
    );
  }
  return (
    <p className={styles.key} aria-hidden="true">
      <span data-mark="eclipse">eclipse</span>
      <span data-mark="contact">contact</span>
      <span data-mark="event">event</span>
      <span data-mark="command">command</span>
      <span data-mark="anomaly">anomaly</span>
      {told && isPredicted && <span data-mark="predicted">predicted</span>}
    </p>
  );
}
