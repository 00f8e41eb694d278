import { useAtom, useAtomValue } from 'jotai';
import { AppWindow } from 'lucide-react';
import { BarButton } from '../../kit/controls/BarButton.tsx';
import { PopoverView } from '../../kit/controls/PopoverView.tsx';
import { formatCount } from '../../kit/format.ts';
import { onDemand } from '../../kit/on-demand/on-demand.tsx';
import { StatusLabel } from '../../kit/status/StatusIcon.tsx';
import { roomAtom } from '../../mission/link/atoms.ts';
import { lostTextAtom } from '../../mission/time/shown-time.ts';
import { consoleCountAtom, isConsolesPanelOpenAtom, viewerCountAtom } from './atoms.ts';
import styles from './consoles-button.module.css';

const Panel = onDemand(
  ['ConsolesPanel'],
  async () => (await import('./ConsolesPanel.tsx')).ConsolesPanel,
).Component;

const counted = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

/**
 * Opens the list of consoles. Shows no count for a single one that shares its mission with nobody, and for how long the server of a
 * shared mission has not been reached.
 */
export function ConsolesButton() {
  const [isOpen, setOpen] = useAtom(isConsolesPanelOpenAtom);
  const count = useAtomValue(consoleCountAtom);
  const viewerCount = useAtomValue(viewerCountAtom);
  const lostText = useAtomValue(lostTextAtom);
  const isShared = useAtomValue(roomAtom) !== undefined || count > 1;
  const isCounted = isShared && lostText === undefined;
  const all = [counted(count, 'console'), viewerCount > 0 && counted(viewerCount, 'viewer')].filter(Boolean);
  const showing = `${all.join(' and ')} ${count + viewerCount === 1 ? 'shows' : 'show'} this mission`;
  const trigger = (
    <BarButton
      name="Consoles"
      count={isCounted ? count : undefined}
      word={isCounted ? (count === 1 ? 'console' : 'consoles') : undefined}
      Icon={AppWindow}
      tip="Windows that show this mission, sharing, and kept missions"
      aria-description={isShared ? showing : undefined}
      data-alone={!isShared}
    >
      {lostText !== undefined && (
        <StatusLabel level="critical" word={<span className={styles.lost}>{lostText}</span>} />
      )}
    </BarButton>
  );
  return (
    <PopoverView
      trigger={trigger}
      title="Consoles"
      align="end"
      className={styles.view}
      open={isOpen}
      onOpenChange={setOpen}
    >
      <Panel />
    </PopoverView>
  );
}
