import type { SessionMarks, TimeSpan } from '../../shared/history.ts';
import type { EpochMs } from '../../shared/units.ts';
import type { Session } from './session.ts';
import styles from './track.module.css';

interface TrackProps {
  readonly session: Session;
  /** Of the thumb. */
  readonly time: EpochMs;
  readonly marks: SessionMarks | undefined;
}

/** Width of the drawing, which is stretched to that of the slider. */
const WIDTH = 1000;

/**
 * The session as a line. Above it: anomalies, at their full height if critical, and commands; below it: events. Contacts
 * are a second line over it, eclipses a shade behind it.
 */
export function Track({ session, time, marks }: TrackProps) {
  const { start, edge } = session;
  const x = (instant: EpochMs): number =>
    (Math.min(Math.max(instant - start, 0), edge - start) / (edge - start)) * WIDTH;
  const line = (span: TimeSpan, y: number): string => `M${x(span.from)} ${y}H${x(span.to ?? edge)}`;
  const isWithin = ({ time: instant }: { readonly time: EpochMs }) => instant >= start && instant <= edge;
  const tick = (instant: EpochMs, top: number): string => `M${x(instant)} ${top}V12`;
  return (
    <svg className={styles.track} viewBox={`0 0 ${WIDTH} 20`} preserveAspectRatio="none" aria-hidden="true">
      {marks && (
        <path className={styles.eclipses} d={marks.eclipses.map((span) => line(span, 12)).join('')} />
      )}
      <path className={styles.line} d={`M0 12H${WIDTH}`} />
      <path className={styles.past} d={`M0 12H${x(time)}`} />
      {marks && (
        <>
          <path className={styles.contacts} d={marks.contacts.map((span) => line(span, 12)).join('')} />
          <path className={styles.events} d={marks.events.map((span) => line(span, 17)).join('')} />
          <path
            className={styles.commands}
            d={marks.commands
              .filter(isWithin)
              .map((command) => tick(command.time, 7))
              .join('')}
          />
          {marks.anomalies.filter(isWithin).map((anomaly) => (
            <path
              key={anomaly.id}
              className={styles.anomaly}
              data-severity={anomaly.severity}
              d={tick(anomaly.time, anomaly.severity === 'Critical' ? 0 : 3)}
            />
          ))}
        </>
      )}
    </svg>
  );
}
