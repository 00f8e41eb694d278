import { useAtomValue } from 'jotai';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { formatPeriod } from '../../kit/format.ts';
import { missionDateAtom } from '../../mission/link/atoms.ts';
import { useGoTo } from '../../mission/navigation/use-go-to.ts';
import { chartsRangeAtom } from './charts-range.ts';
import styles from './strip.module.css';

/** Names the range of the charts, and opens them; nothing while they show their newest samples. */
export function ChartsRange() {
  const range = useAtomValue(chartsRangeAtom);
  const today = useAtomValue(missionDateAtom);
  const goTo = useGoTo();
  if (!range) return null;
  const { start, end } = formatPeriod(range, today);
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
