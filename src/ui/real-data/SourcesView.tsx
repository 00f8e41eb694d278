import { useAtom, useAtomValue } from 'jotai';
import { Hourglass, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useId } from 'react';
import { REAL_DATA_CALLS } from '../../shared/real-data.ts';
import { EmptyState } from '../shell/EmptyState.tsx';
import { StatusIcon } from '../status/StatusIcon.tsx';
import { isSourcesViewOpenAtom, rollUpLevelAtom, rollUpTextAtom, sourcesViewAtom } from './atoms.ts';
import { SourcesTable } from './SourcesTable.tsx';
import styles from './sources.module.css';
import type { SourcesView as View } from './sources.ts';

/** In the footer: all sources in one line, which opens the view of each of them. */
export function SourcesView() {
  const headingId = useId();
  const [isOpen, setOpen] = useAtom(isSourcesViewOpenAtom);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className={styles.trigger}>
        <RollUp />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles.view}
          aria-labelledby={headingId}
          side="top"
          sideOffset={6}
          collisionPadding={8}
        >
          <div className={styles.header}>
            <h2 id={headingId} className={styles.title}>
              Data sources
            </h2>
            <p className={styles.aside}>times UTC</p>
            <Popover.Close className={styles.close} aria-label="Close">
              <X aria-hidden="true" />
            </Popover.Close>
          </div>
          <Sources />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
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
  if (!view) return <EmptyState headline="Nothing is known of the sources yet." icon={Hourglass} />;
  return (
    <>
      <LoadError view={view} />
      <SourcesTable view={view} />
    </>
  );
}

/** The failure of the combined load, unless a line of the table says the same. */
function LoadError({ view }: { readonly view: View }) {
  const { error, calls } = view.realData;
  if (error === undefined || REAL_DATA_CALLS.some((name) => calls[name].error === error)) return null;
  return <p className={styles.error}>{error}</p>;
}
