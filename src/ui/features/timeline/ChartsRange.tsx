import { useAtomValue } from 'jotai';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { useGoTo } from '../../mission/navigation/use-go-to.ts';
import { chartsRangeAtom } from './charts-range.ts';
import { formatPeriod } from './period-text.ts';
import styles from './strip.module.css';
import { todayAtom } from './timeline-atoms.ts';

/** Names the range of the charts, and opens them; nothing while they show their newest samples. */
export function ChartsRange() {
  const range = useAtomValue(chartsRangeAtom);
  const today = useAtomValue(todayAtom);
  const goTo = useGoTo();
  if (!range) return null;
  const { start, end } = formatPeriod({ startTime: range.from, endTime: range.to }, today);
  return (
    <button
      type="button"
      className={styles.range}
      title="Show the charts"
      {...pressOnce(() => goTo('telemetry'))}
    >
      Charts {start} – {end}
    </button>
  );
}
