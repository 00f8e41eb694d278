import { useAtomValue } from 'jotai';
import { TabSign } from '../../kit/status/TabSign.tsx';
import { unknownReasonAtom } from '../../mission/link/staleness.ts';
import { askingCountAtom, askingRollUpAtom, ongoingTextAtom, ROLL_UP_STATUS, rollUpAtom } from './roll-up.ts';

/** Id of the description of the Anomalies tab. */
export const TAB_STATUS_ID = 'anomalies-tab-status';

/**
 * Badge of the Anomalies tab: shape of the most urgent anomaly that asks for action, and the number of those; nothing
 * if none does.
 */
export function TabBadge() {
  const word = useAtomValue(askingRollUpAtom);
  const count = useAtomValue(askingCountAtom);
  const counts = useAtomValue(ongoingTextAtom);
  const unknown = useAtomValue(unknownReasonAtom);
  if (!word || word === 'Nominal') return null;
  const shownCount = word === 'Unknown' ? '?' : String(count || '');
  return <TabSign level={ROLL_UP_STATUS[word]} count={shownCount} title={unknown ?? counts} />;
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
