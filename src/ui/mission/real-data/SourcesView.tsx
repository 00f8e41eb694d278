import { useAtom, useAtomValue } from 'jotai';
import { PopoverView } from '../../kit/controls/PopoverView.tsx';
import { onDemand } from '../../kit/on-demand/on-demand.tsx';
import { StatusIcon } from '../../kit/status/StatusIcon.tsx';
import { isSourcesViewOpenAtom, rollUpLevelAtom, rollUpTextAtom } from './atoms.ts';
import styles from './sources.module.css';

const Sources = onDemand(
  ['SourcesPanel'],
  async () => (await import('./SourcesPanel.tsx')).SourcesPanel,
).Component;

/** All data sources in one line of the footer, which opens the detailed view. */
export function SourcesView() {
  const [isOpen, setOpen] = useAtom(isSourcesViewOpenAtom);
  const trigger = (
    <button type="button" className={styles.trigger}>
      <RollUp />
    </button>
  );
  return (
    <PopoverView
      trigger={trigger}
      title="Data sources"
      note="times UTC"
      side="top"
      className={styles.view}
      isText
      open={isOpen}
      onOpenChange={setOpen}
    >
      <Sources />
    </PopoverView>
  );
}

function RollUp() {
  const level = useAtomValue(rollUpLevelAtom);
  const text = useAtomValue(rollUpTextAtom);
  return (
    <>
      <StatusIcon level={level} />
      <span>Sources: {text}</span>
    </>
  );
}
