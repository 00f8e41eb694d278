import { ANOMALY_SEVERITIES } from '../../shared/entities.ts';
import type { SessionMarks, TimeSpan } from '../../shared/history.ts';
import type { EpochMs } from '../../shared/units.ts';
import { pixelSpansOf, pixelsOf, type TimeScale } from '../kit/charts/mark-pixels.ts';
import type { Session } from './session.ts';
import styles from './track.module.css';

interface TrackProps {
  readonly session: Session;
  /** Of the thumb. */
  readonly time: EpochMs;
  readonly marks: SessionMarks | undefined;
}

/** Width of the drawing, which is stretched to that of the slider: marks nearer than one part of it are one. */
const WIDTH = 2000;

/**
 * The session as a line. Above it: anomalies, at their full height if critical, and commands; below it: events. Contacts
 * are a second line over it, eclipses a shade behind it.
 */
export function Track({ session, time, marks }: TrackProps) {
  const { start, edge } = session;
  const x = (instant: EpochMs): number =>
    (Math.min(Math.max(instant - start, 0), edge - start) / (edge - start)) * WIDTH;
  const scale: TimeScale = { from: start, to: edge, left: 0, width: WIDTH };
  const lines = (spans: readonly TimeSpan[], y: number): string =>
    pixelSpansOf(spans, scale, 1)
      .map(({ left, width }) => `M${left} ${y}h${width}`)
      .join('');
  const ticks = (of: readonly { readonly time: EpochMs }[], top: number): string =>
    pixelsOf(of, scale)
      .map((pixel) => `M${pixel} ${top}V12`)
      .join('');
  return (
    <svg className={styles.track} viewBox={`0 0 ${WIDTH} 20`} preserveAspectRatio="none" aria-hidden="true">
      {marks && <path className={styles.eclipses} d={lines(marks.eclipses, 12)} />}
      <path className={styles.line} d={`M0 12H${WIDTH}`} />
      <path className={styles.past} d={`M0 12H${x(time)}`} />
      {marks && (
        <>
          <path className={styles.contacts} d={lines(marks.contacts, 12)} />
          <path className={styles.events} d={lines(marks.events, 17)} />
          <path className={styles.commands} d={ticks(marks.commands, 7)} />
          {ANOMALY_SEVERITIES.map((severity) => (
            <path
              key={severity}
              className={styles.anomaly}
              data-severity={severity}
              d={ticks(
                marks.anomalies.filter((anomaly) => anomaly.severity === severity),
                severity === 'Critical' ? 0 : 3,
              )}
            />
          ))}
        </>
      )}
    </svg>
  );
}
