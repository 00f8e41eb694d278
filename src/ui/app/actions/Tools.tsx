import { useSetAtom } from 'jotai';
import { Search, SlidersHorizontal } from 'lucide-react';
import { useContext, useState } from 'react';
import { BarButton } from '../../kit/controls/BarButton.tsx';
import { PopoverView } from '../../kit/controls/PopoverView.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { onDemand } from '../../kit/on-demand/on-demand.tsx';
import { openDialogAtom } from './dialogs.ts';
import { ariaKeysOf, IsAppleContext, Keys } from './keys.tsx';
import styles from './tools.module.css';
import { PALETTE_KEYS } from './use-shell-actions.ts';

const ViewMenu = onDemand(['ViewMenu'], async () => (await import('./ViewMenu.tsx')).ViewMenu).Component;

/** Tools at the end of the tabs: the search for actions, and settings for appearance and sound. */
export function Tools() {
  const isApple = useContext(IsAppleContext);
  const openDialog = useSetAtom(openDialogAtom);
  const [isOpen, setOpen] = useState(false);
  return (
    <fieldset className={styles.tools} aria-label="Tools">
      <BarButton
        name="Search"
        Icon={Search}
        tip="Find an action"
        aria-keyshortcuts={ariaKeysOf(PALETTE_KEYS, isApple)}
        {...pressOnce(() => openDialog('palette'))}
      >
        <span className={styles.hint} aria-hidden="true">
          <Keys keys={PALETTE_KEYS} />
        </span>
      </BarButton>
      <PopoverView
        trigger={<BarButton name="View" Icon={SlidersHorizontal} tip="Theme, sound, full screen, wall" />}
        title="View"
        align="end"
        className={styles.view}
        open={isOpen}
        onOpenChange={setOpen}
      >
        <ViewMenu onDone={() => setOpen(false)} />
      </PopoverView>
    </fieldset>
  );
}
