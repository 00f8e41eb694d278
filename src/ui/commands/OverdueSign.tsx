import { useAtomValue } from 'jotai';
import { TabSign } from '../kit/status/TabSign.tsx';
import { overdueTextAtom } from './queue-atoms.ts';

/** Id of the description of the Commands tab. */
export const OVERDUE_ID = 'commands-tab-status';

/** In the Commands tab: number of overdue commands; nothing if there are none. */
export function OverdueSign() {
  const overdue = useAtomValue(overdueTextAtom);
  if (!overdue) return null;
  return <TabSign level="caution" count={overdue.count} title={overdue.text} />;
}

/** The same in words, which describe the tab. */
export function OverdueDescription() {
  const overdue = useAtomValue(overdueTextAtom);
  return (
    <span id={OVERDUE_ID} hidden>
      {overdue?.text}
    </span>
  );
}
