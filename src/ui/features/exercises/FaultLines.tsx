import type { DebriefedFault } from '../../../shared/contract/exercise.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { formatUtcMinute } from '../../kit/format.ts';
import styles from './exercises.module.css';

interface Props {
  readonly faults: readonly DebriefedFault[];
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** Faults on one axis of time, with the instants of the operator on them. The table beside it has the same times. */
export function FaultLines({ faults, from, to }: Props) {
  const shareOf = (time: EpochMs): string => `${((100 * (time - from)) / (to - from)).toFixed(2)}%`;
  const widthOf = (start: EpochMs, end: EpochMs): string =>
    `${((100 * (end - start)) / (to - from)).toFixed(2)}%`;
  return (
    <figure className={styles.lines} aria-hidden="true">
      {faults.map(({ label, from: start, to: end = to, askedAt, answeredAt, commandedAt }) => (
        <div key={`${label} ${start}`} className={styles.line}>
          <span className={styles.label}>{label}</span>
          <span className={styles.track}>
            <span className={styles.fault} style={{ left: shareOf(start), width: widthOf(start, end) }} />
            {askedAt !== undefined && (
              <span className={styles.mark} data-mark="asked" style={{ left: shareOf(askedAt) }} />
            )}
            {answeredAt !== undefined && (
              <span className={styles.mark} data-mark="answered" style={{ left: shareOf(answeredAt) }} />
            )}
            {commandedAt !== undefined && (
              <span className={styles.mark} data-mark="commanded" style={{ left: shareOf(commandedAt) }} />
            )}
          </span>
        </div>
      ))}
      <figcaption className={styles.axis}>
        <span>{formatUtcMinute(from)}</span>
        <span className={styles.legend}>
          <span className={styles.mark} data-mark="asked" /> asked
          <span className={styles.mark} data-mark="answered" /> answered
          <span className={styles.mark} data-mark="commanded" /> its command
        </span>
        <span>{formatUtcMinute(to)} UTC</span>
      </figcaption>
    </figure>
  );
}
