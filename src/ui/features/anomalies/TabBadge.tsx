import { atom, useAtomValue } from 'jotai';
import { TabSign } from '../../kit/status/TabSign.tsx';
import { unknownReasonAtom } from '../../mission/link/staleness.ts';
import {
  askingCountAtom,
  askingRollUpAtom,
  ongoingCountAtom,
  ongoingTextAtom,
  ROLL_UP_STATUS,
} from './roll-up.ts';

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
  const text = useAtomValue(tabStatusAtom);
  return (
    <span id={TAB_STATUS_ID} hidden>
      {text}
    </span>
  );
}

/** `3 ongoing, the most urgent High`; `3 ongoing, 1 shelved; 2 ask for action, the most urgent High`. */
const tabStatusAtom = atom((get): string | undefined => {
  const word = get(askingRollUpAtom);
  if (word === undefined) return undefined;
  if (word === 'Unknown') return get(unknownReasonAtom) ?? word;
  const counts = get(ongoingTextAtom);
  if (word === 'Nominal') return counts;
  const asking = get(askingCountAtom);
  const asks =
    asking === get(ongoingCountAtom) ? '' : `; ${asking} ${asking === 1 ? 'asks' : 'ask'} for action`;
  return `${counts}${asks}, the most urgent ${word}`;
});
