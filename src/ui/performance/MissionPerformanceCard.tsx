import { useAtomValue } from 'jotai';
import { ongoingCountAtom } from '../anomalies/roll-up.ts';
import { Card } from '../kit/card/Card.tsx';
import { formatUtcTime } from '../kit/format.ts';
import { sliceAtoms } from '../mission/atoms.ts';
import { LoadingState } from '../mission/LoadingState.tsx';
import { isPerformanceStaleAtom } from '../mission/staleness.ts';
import { ExportButtons } from './ExportButtons.tsx';
import { figuresOf } from './figures.ts';
import styles from './performance.module.css';
import { WeekChart } from './WeekChart.tsx';

/** The mission performance card of spec §2: seven figures, the fixed week, and both as a file. */
export function MissionPerformanceCard({ className }: { readonly className?: string | undefined }) {
  return (
    <Card
      title="Mission Performance"
      className={className}
      aside={
        <div className={styles.aside}>
          <AsOf />
          <ExportButtons />
        </div>
      }
    >
      <Performance />
    </Card>
  );
}

function AsOf() {
  const report = useAtomValue(sliceAtoms.performance);
  const isStale = useAtomValue(isPerformanceStaleAtom);
  if (!report) return null;
  return (
    <p className={styles.asOf} data-stale={isStale}>
      {isStale ? 'stale since ' : 'as of '}
      <time dateTime={new Date(report.time).toISOString()}>{formatUtcTime(report.time)} UTC</time>
    </p>
  );
}

function Performance() {
  const report = useAtomValue(sliceAtoms.performance);
  const isStale = useAtomValue(isPerformanceStaleAtom);
  const isListed = useAtomValue(sliceAtoms.anomalies) !== undefined;
  const ongoing = useAtomValue(ongoingCountAtom);
  if (!report) return <LoadingState headline="Loading performance data..." />;
  // The list beside it is newer than the report.
  const shown = isListed ? { ...report, anomalyCount: ongoing } : report;
  return (
    <div className={styles.frame}>
      <div className={styles.layout} data-stale={isStale}>
        <dl className={styles.figures}>
          {figuresOf(shown).map(({ metric, name, meaning, shown, label }) => (
            <div key={metric} className={styles.figure} data-metric={metric} title={meaning}>
              <dt>{name}</dt>
              <dd>
                <span className={styles.value}>
                  {shown.text}
                  {shown.unit && <span className={styles.unit}> {shown.unit}</span>}
                </span>
                {label && <span className={styles.label}>{isStale ? 'Unknown' : label}</span>}
              </dd>
            </div>
          ))}
        </dl>
        <WeekChart />
      </div>
    </div>
  );
}
