import { useAtomValue } from 'jotai';
import { linkStateAtom, logAtom } from '../mission/atoms.ts';
import { Card, QuietLine } from '../shell/Card.tsx';
import { LogExportButton } from './LogExportButton.tsx';
import { LogFilterNote, LogFilters } from './LogFilters.tsx';
import { LogList } from './LogList.tsx';
import styles from './log.module.css';
import { shownLogAtom } from './log-filter.ts';

/** Everything that happened on this mission, newest first. */
export function EventLogCard({ className }: { readonly className?: string | undefined }) {
  return (
    <Card title="Event Log" className={className} aside={<LogAside />}>
      <EventLog />
    </Card>
  );
}

function LogAside() {
  const count = useAtomValue(logAtom)?.length ?? 0;
  if (count === 0) return null;
  return (
    <div className={styles.aside}>
      <p>
        {count} {count === 1 ? 'event' : 'events'}
      </p>
      <LogExportButton />
    </div>
  );
}

function EventLog() {
  const entries = useAtomValue(logAtom);
  const shown = useAtomValue(shownLogAtom);
  const isLost = useAtomValue(linkStateAtom).status === 'lost';
  if (!entries || !shown) return <QuietLine>Loading events...</QuietLine>;
  if (entries.length === 0) return <QuietLine>Nothing has happened yet</QuietLine>;
  return (
    <>
      {isLost && <p className={styles.lost}>Link lost: the log is as last known.</p>}
      <LogFilters entries={entries} />
      <LogFilterNote total={entries.length} shown={shown.length} />
      {shown.length > 0 && <LogList entries={shown} />}
    </>
  );
}
