import { useAtom, useAtomValue } from 'jotai';
import { AppWindow } from 'lucide-react';
import { BarButton } from '../../kit/controls/BarButton.tsx';
import { PopoverView } from '../../kit/controls/PopoverView.tsx';
import { onDemand } from '../../kit/on-demand/on-demand.tsx';
import { consoleCountAtom, isConsolesPanelOpenAtom } from './atoms.ts';
import styles from './consoles-button.module.css';

const Panel = onDemand(
  ['ConsolesPanel'],
  async () => (await import('./ConsolesPanel.tsx')).ConsolesPanel,
).Component;

/** Opens the list of consoles. Shows no count for a single one. */
export function ConsolesButton() {
  const [isOpen, setOpen] = useAtom(isConsolesPanelOpenAtom);
  const count = useAtomValue(consoleCountAtom);
  const isShared = count > 1;
  const trigger = (
    <BarButton
      name="Consoles"
      count={isShared ? count : undefined}
      Icon={AppWindow}
      tip="Windows that show this mission, and kept missions"
      aria-description={isShared ? `${count} consoles show this mission` : undefined}
      data-alone={!isShared}
    />
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
