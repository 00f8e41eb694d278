import { useAtomValue } from 'jotai';
import { TabSign } from '../../kit/status/TabSign.tsx';
import { overdueCountAtom } from './queue-atoms.ts';

/** Id of the description of the Commands tab. */
export const OVERDUE_ID = 'commands-tab-status';

const overdueText = (count: number): string =>
  count === 1 ? '1 command is overdue' : `${count} commands are overdue`;

/** Sign on the Commands tab: number of overdue commands; nothing if there are none. */
export function OverdueSign() {
  const count = useAtomValue(overdueCountAtom);
  if (count === 0) return null;
  return <TabSign level="caution" count={String(count)} title={overdueText(count)} />;
}

/** The same in words, as description of the tab. */
export function OverdueDescription() {
  const count = useAtomValue(overdueCountAtom);
  return (
    <span id={OVERDUE_ID} hidden>
      {count > 0 && overdueText(count)}
    </span>
  );
}
