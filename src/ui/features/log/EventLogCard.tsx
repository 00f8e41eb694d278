import { useAtomValue } from 'jotai';
import { ScrollText } from 'lucide-react';
import { LOG_CAP } from '../../../shared/entities/event-log.ts';
import { Card } from '../../kit/card/Card.tsx';
import { EmptyState } from '../../kit/card/EmptyState.tsx';
import { Button } from '../../kit/controls/Button.tsx';
import { isLinkLostAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { LoadingState } from '../../mission/link/LoadingState.tsx';
import { LogFilterNote, LogFilters } from './LogFilters.tsx';
import { LogList } from './LogList.tsx';
import styles from './log.module.css';
import { shownLogAtom } from './log-filter.ts';
import { useLogExport } from './use-log-export.ts';

/** The events of the mission, newest first. */
export function EventLogCard({ className }: { readonly className?: string | undefined }) {
  return (
    <Card title="Event Log" className={className} aside={<LogAside />}>
      <EventLog />
    </Card>
  );
}

function LogAside() {
  const count = useAtomValue(sliceAtoms.log)?.length ?? 0;
  if (count === 0) return null;
  const which = count >= LOG_CAP ? 'newest ' : '';
  return (
    <div className={styles.aside}>
      <p>
        {which}
        {count} {count === 1 ? 'event' : 'events'}
      </p>
      <LogExportButton />
    </div>
  );
}

function EventLog() {
  const entries = useAtomValue(sliceAtoms.log);
  const shown = useAtomValue(shownLogAtom);
  const isLost = useAtomValue(isLinkLostAtom);
  if (!entries || !shown) return <LoadingState headline="Loading events..." />;
  if (entries.length === 0)
    return (
      <EmptyState
        headline="No events yet"
        detail="Commands, anomalies, passes and eclipses are logged here."
        icon={ScrollText}
      />
    );
  return (
    <>
      {isLost && <p className={styles.lost}>Link lost: last known log shown.</p>}
      <LogFilters entries={entries} />
      <LogFilterNote total={entries.length} shown={shown.length} />
      {shown.length > 0 && <LogList entries={shown} />}
    </>
  );
}

/** Saves all stored events as a file, whatever the filter. */
function LogExportButton() {
  const save = useLogExport();
  return (
    <Button className={styles.button} onClick={save}>
      Export Log CSV
    </Button>
  );
}
