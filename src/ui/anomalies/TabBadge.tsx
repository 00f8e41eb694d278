import { useAtomValue } from 'jotai';
import { StatusIcon } from '../kit/status/StatusIcon.tsx';
import { unknownReasonAtom } from '../mission/staleness.ts';
import { ongoingCountAtom, ongoingTextAtom, ROLL_UP_STATUS, rollUpAtom } from './roll-up.ts';
import styles from './tab-badge.module.css';

/** Id of the badge's description: the name of the tab stays exactly "Anomalies" (design.md §4). */
export const TAB_STATUS_ID = 'anomalies-tab-status';

/**
 * In the Anomalies tab: shape of the most urgent anomaly and number of ongoing ones; nothing if none is ongoing.
 */
export function TabBadge() {
  const word = useAtomValue(rollUpAtom);
  const count = useAtomValue(ongoingCountAtom);
  const counts = useAtomValue(ongoingTextAtom);
  const unknown = useAtomValue(unknownReasonAtom);
  if (!word || word === 'Nominal') return null;
  return (
    <span className={styles.tabBadge} aria-hidden="true" title={unknown ?? counts}>
      <StatusIcon level={ROLL_UP_STATUS[word]} />
      {/* Drawn by the style sheet: as text it would be part of the tab's name. */}
      <span className={styles.tabCount} data-count={word === 'Unknown' ? '?' : count || ''} />
    </span>
  );
}

/** Text of the badge, which describes the tab. */
export function TabStatus() {
  const word = useAtomValue(rollUpAtom);
  const counts = useAtomValue(ongoingTextAtom);
  const unknown = useAtomValue(unknownReasonAtom);
  return (
    <span id={TAB_STATUS_ID} hidden>
      {unknown ?? (word && tabStatusText(word, counts))}
    </span>
  );
}

const tabStatusText = (word: string, counts: string): string =>
  word === 'Nominal' ? counts : `${counts}, the most urgent ${word}`;
