import { useAtomValue } from 'jotai';
import { Card } from '../../kit/card/Card.tsx';
import { formatUtcTime } from '../../kit/format.ts';
import { StatusLabel } from '../../kit/status/StatusIcon.tsx';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { LoadingState } from '../../mission/link/LoadingState.tsx';
import { isSpacecraftStaleAtom } from '../../mission/link/staleness.ts';
import { Activities } from './Activities.tsx';
import { ConditionSentence } from './Condition.tsx';
import { faultsAtom, faultText, type ShownFault } from './faults.ts';
import { Synoptic } from './Synoptic.tsx';
import styles from './synoptic.module.css';
import { ValueTables } from './ValueTables.tsx';

/** View of the spacecraft: energy from source to loads, and the effects of faults. */
export function SpacecraftCard({ className }: { readonly className?: string | undefined }) {
  return (
    <Card title="Spacecraft" className={className} aside={<ViewTime />}>
      <Spacecraft />
    </Card>
  );
}

/** Time of the view. */
export function ViewTime() {
  const view = useAtomValue(sliceAtoms.spacecraft);
  const isStale = useAtomValue(isSpacecraftStaleAtom);
  if (!view) return null;
  return (
    <p className={styles.aside}>
      {isStale && <StatusLabel level="off" word="Unknown" />}
      <span>
        {isStale ? 'stale since ' : 'modelled '}
        <time dateTime={new Date(view.time).toISOString()}>{formatUtcTime(view.time)} UTC</time>
      </span>
    </p>
  );
}

/** Condition, faults, diagram and values. */
export function Spacecraft() {
  const view = useAtomValue(sliceAtoms.spacecraft);
  const faults = useAtomValue(faultsAtom);
  const isStale = useAtomValue(isSpacecraftStaleAtom);
  const hasDiagram = useAtomValue(sliceAtoms.exercise)?.aids.diagram ?? true;
  if (!view) return <LoadingState headline="Loading telemetry..." />;
  return (
    <div className={styles.content}>
      <div className={styles.state}>
        <ConditionSentence />
        {faults.length > 0 ? (
          <Faults faults={faults} isStale={isStale} />
        ) : (
          <p className={styles.faultless}>
            <StatusLabel level={isStale ? 'off' : 'normal'} word={isStale ? 'Unknown' : 'No faults'} />
          </p>
        )}
      </div>
      {hasDiagram ? (
        <Synoptic view={view} faults={faults} isStale={isStale} />
      ) : (
        <p>This exercise has no diagram.</p>
      )}
      {view.activities.length > 0 && <Activities activities={view.activities} isStale={isStale} />}
      <ValueTables view={view} />
    </div>
  );
}

function Faults({ faults, isStale }: { readonly faults: readonly ShownFault[]; readonly isStale: boolean }) {
  return (
    <ul className={styles.faults} aria-label="Faults">
      {faults.map((fault) => (
        <li key={`${fault.anomalyId} ${fault.label}`}>
          <StatusLabel level={isStale ? 'off' : fault.level} word={isStale ? 'Unknown' : fault.word} />
          <span>{faultText(fault)}</span>
        </li>
      ))}
    </ul>
  );
}
