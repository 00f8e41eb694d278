import { useAtom, useAtomValue } from 'jotai';
import { AppWindow } from 'lucide-react';
import { PopoverView } from '../kit/controls/PopoverView.tsx';
import { onDemand } from '../kit/on-demand/on-demand.tsx';
import { consoleCountAtom, isConsolesPanelOpenAtom } from './atoms.ts';
import styles from './consoles-button.module.css';

const Panel = onDemand(
  ['ConsolesPanel'],
  async () => (await import('./ConsolesPanel.tsx')).ConsolesPanel,
).Component;

/** Opens the list of consoles. Of one alone it says nothing. */
export function ConsolesButton() {
  const [isOpen, setOpen] = useAtom(isConsolesPanelOpenAtom);
  const count = useAtomValue(consoleCountAtom);
  const isShared = count > 1;
  const trigger = (
    <button
      type="button"
      className={styles.button}
      aria-label="Consoles"
      aria-description={isShared ? `${count} consoles show this mission` : undefined}
      title="Consoles"
      data-shared={isShared}
      data-open={isOpen}
    >
      <AppWindow aria-hidden="true" />
      {isShared && (
        <span>
          {count}
          <span className={styles.word}> consoles</span>
        </span>
      )}
    </button>
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
