import { formatDuration } from '../../../shared/kit/quantity-text.ts';
import { MS_PER_H, MS_PER_S } from '../../../shared/kit/units.ts';
import { formatCount, formatUtcMinute, withUnitsJoined } from '../../kit/format.ts';
import styles from './shift-line.module.css';
import { useLastPeriod } from './use-last-period.ts';

const SHIFT_MS = 8 * MS_PER_H;

/** The last 8 h as a figure: data downlinked, and time out of limits; since its start while a session is younger. */
export function ShiftLine() {
  const summary = useLastPeriod(SHIFT_MS, true);
  if (!summary) return null;
  const { from, to, downlinkedMb, outOfLimitsMs } = summary;
  const period = to - from < SHIFT_MS ? `Since ${formatUtcMinute(from)}` : 'Last 8 h';
  const limits =
    outOfLimitsMs < MS_PER_S ? 'within limits' : `${formatDuration(outOfLimitsMs, 1)} out of limits`;
  return (
    <>
      <dt className={styles.period}>{withUnitsJoined(period)}: </dt>
      <dd className={styles.outcome} title="Data downlinked, and time that any reading was out of limits">
        {withUnitsJoined(`${formatCount(Math.round(downlinkedMb))} MB`)}
        <span className="visually-hidden"> downlinked</span>,{' '}
        <span className={styles.limits}>{withUnitsJoined(limits)}</span>
      </dd>
    </>
  );
}
