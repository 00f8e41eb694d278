import { useAtom, useAtomValue } from 'jotai';
import { Hourglass } from 'lucide-react';
import { REAL_DATA_CALLS } from '../../shared/real-data.ts';
import { EmptyState } from '../kit/card/EmptyState.tsx';
import { PopoverView } from '../kit/controls/PopoverView.tsx';
import { StatusIcon } from '../kit/status/StatusIcon.tsx';
import { isSourcesViewOpenAtom, rollUpLevelAtom, rollUpTextAtom, sourcesViewAtom } from './atoms.ts';
import { SourcesTable } from './SourcesTable.tsx';
import styles from './sources.module.css';
import type { SourcesView as View } from './sources.ts';

/** In the footer: all data sources in one line, which opens the detailed view. */
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

function Sources() {
  const view = useAtomValue(sourcesViewAtom);
  if (!view) return <EmptyState headline="Data source status is not known yet." icon={Hourglass} />;
  return (
    <>
      <LoadError view={view} />
      <SourcesTable view={view} />
    </>
  );
}

/** Failure of the combined load, unless a row of the table has the same. */
function LoadError({ view }: { readonly view: View }) {
  const { error, calls } = view.realData;
  if (error === undefined || REAL_DATA_CALLS.some((name) => calls[name].error === error)) return null;
  return <p className={styles.error}>{error}</p>;
}
