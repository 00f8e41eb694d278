import { useAtomValue } from 'jotai';
import { Hourglass } from 'lucide-react';
import { REAL_DATA_CALLS } from '../../../shared/contract/real-data.ts';
import { EmptyState } from '../../kit/card/EmptyState.tsx';
import { sourcesViewAtom } from './atoms.ts';
import { SourcesTable } from './SourcesTable.tsx';
import styles from './sources.module.css';
import type { SourcesView as View } from './sources.ts';

export function SourcesPanel() {
  const view = useAtomValue(sourcesViewAtom);
  if (!view) return <EmptyState headline="Data source status is not known yet." icon={Hourglass} />;
  return (
    <>
      <LoadError view={view} />
      <SourcesTable view={view} />
    </>
  );
}

/** Failure of the combined load, unless a row of the table shows the same. */
function LoadError({ view }: { readonly view: View }) {
  const { error, calls } = view.realData;
  if (error === undefined || REAL_DATA_CALLS.some((name) => calls[name].error === error)) return null;
  return <p className={styles.error}>{error}</p>;
}
