import { atom, useAtomValue, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { MS_PER_MIN } from '../../../shared/kit/units.ts';
import { Card } from '../../kit/card/Card.tsx';
import { Button } from '../../kit/controls/Button.tsx';
import { formatUtcTime } from '../../kit/format.ts';
import { missionSecondAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { LoadingState } from '../../mission/link/LoadingState.tsx';
import { isPerformanceStaleAtom } from '../../mission/link/staleness.ts';
import { ongoingCountAtom } from '../anomalies/roll-up.ts';
import { isShiftReportOpenAtom } from '../shift/atoms.ts';
import { ExportButtons } from './ExportButtons.tsx';
import { figuresOf, shownLabel } from './figures.ts';
import styles from './performance.module.css';
import { WeekChart } from './WeekChart.tsx';

interface Props {
  readonly className?: string | undefined;
  /** One more figure, in a line: `dt` and `dd`. */
  readonly children?: ReactNode;
}

/** The mission performance card of spec §2: seven figures, the fixed week, and both as a file. */
export function MissionPerformanceCard({ className, children }: Props) {
  const openReport = useSetAtom(isShiftReportOpenAtom);
  return (
    <Card
      title="Mission Performance"
      className={className}
      aside={
        <div className={styles.aside}>
          <AsOf />
          <Button className={styles.export} onClick={() => openReport(true)}>
            Shift report
          </Button>
          <ExportButtons />
        </div>
      }
    >
      <Performance line={children} />
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

/** Rounded to the minute, as displayed. */
const uptimeAtom = atom((get): number | undefined => {
  const clock = get(sliceAtoms.clock);
  const now = get(missionSecondAtom);
  if (!clock || now === undefined) return undefined;
  return Math.max(0, Math.floor((now - clock.startTime) / MS_PER_MIN) * MS_PER_MIN);
});

function Performance({ line }: { readonly line: ReactNode }) {
  const report = useAtomValue(sliceAtoms.performance);
  const isStale = useAtomValue(isPerformanceStaleAtom);
  const isListed = useAtomValue(sliceAtoms.anomalies) !== undefined;
  const ongoing = useAtomValue(ongoingCountAtom);
  const uptime = useAtomValue(uptimeAtom);
  if (!report) return <LoadingState headline="Loading performance data..." />;
  // The anomaly list beside it and the header's clock are newer than the report.
  const shown = {
    ...report,
    ...(isListed && { anomalyCount: ongoing }),
    ...(uptime !== undefined && !isStale && { missionUptime: uptime }),
  };
  return (
    <div className={styles.frame}>
      <div className={styles.layout} data-stale={isStale}>
        <dl className={styles.figures}>
          {figuresOf(shown).map((figure) => (
            <div
              key={figure.metric}
              className={styles.figure}
              data-metric={figure.metric}
              title={figure.meaning}
            >
              <dt>{figure.name}</dt>
              <dd>
                <span className={styles.value}>
                  {figure.shown.text}
                  {figure.shown.unit && <span className={styles.unit}> {figure.shown.unit}</span>}
                </span>
                {figure.label && (
                  <span className={styles.label}>{isStale ? 'Unknown' : shownLabel(figure)}</span>
                )}
              </dd>
            </div>
          ))}
          <div className={styles.line}>{line}</div>
        </dl>
        <WeekChart />
      </div>
    </div>
  );
}
