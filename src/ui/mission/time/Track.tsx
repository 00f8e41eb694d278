import type { SessionMarks, TimeSpan } from '../../../shared/contract/history.ts';
import type { BranchView } from '../../../shared/contract/transport.ts';
import { ANOMALY_SEVERITIES } from '../../../shared/entities/entities.ts';
import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';
import { pixelSpansOf, pixelsOf, type TimeScale } from '../../kit/charts/mark-pixels.ts';
import { lookOf } from './branch-look.ts';
import type { SessionSpan } from './session.ts';
import styles from './track.module.css';

interface TrackProps {
  readonly session: SessionSpan;
  /** Time at the thumb. */
  readonly time: EpochMs;
  readonly marks: SessionMarks | undefined;
  /** The branch shown. */
  readonly branch: BranchView | undefined;
  readonly branches: readonly BranchView[];
  /** Ids of the anomalies whose faults persist. */
  readonly ongoing: ReadonlySet<string>;
}

/** Width of the drawing, which is stretched to the slider: marks within one unit are merged. */
const WIDTH = 2000;
/** Bottom of the track, contacts below it, and branch line. */
const BOTTOM = 20;
const CONTACTS_Y = 23;
const LINE_Y = 15;
/** Heights of anomaly marks, by severity. */
const HEIGHT = { Low: 5, Medium: 8, High: 12, Critical: BOTTOM } as const;
/** Width of the branch line, in pixels. */
const LINE_WIDTH = 2;

/**
 * The session as a bar, with eclipses as shading and contacts as a line below. Anomalies stand on it, higher for a
 * higher severity; commands are dots; events lie along its top; coloured lines mark the starts of branches. The
 * line along it has the look of the branch shown, and before its start that of its parent.
 */
export function Track({ session, time, marks, branch, branches, ongoing }: TrackProps) {
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
      .map((pixel) => `M${pixel} ${top}V${BOTTOM}`)
      .join('');
  const dots = (of: readonly { readonly time: EpochMs }[]): string =>
    pixelsOf(of, scale)
      .map((pixel) => `M${pixel} ${LINE_Y}h0`)
      .join('');
  const origin = branch?.origin;
  const segments = [
    ...(origin ? [{ id: origin.parent, from: start, to: origin.time }] : []),
    { id: branch?.id ?? '', from: epochMs(Math.max(start, origin?.time ?? start)), to: edge },
  ];
  return (
    <svg
      className={styles.track}
      viewBox={`0 0 ${WIDTH} ${CONTACTS_Y + 1}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={styles.ground} width={WIDTH} height={BOTTOM} />
      {marks &&
        pixelSpansOf(marks.eclipses, scale, 1).map(({ left, width }) => (
          <rect key={left} className={styles.eclipse} x={left} width={width} height={BOTTOM} />
        ))}
      <rect className={styles.later} x={x(time)} width={WIDTH - x(time)} height={BOTTOM} />
      {segments.map(({ id, from, to }) => (
        <path
          key={id}
          className={styles.line}
          data-hue={lookOf(id).hue}
          strokeWidth={LINE_WIDTH}
          strokeDasharray={lookOf(id)
            .dash.map((widths) => widths * LINE_WIDTH)
            .join(' ')}
          d={`M${x(from)} ${LINE_Y}H${x(to)}`}
        />
      ))}
      {marks && (
        <>
          <path className={styles.contacts} d={lines(marks.contacts, CONTACTS_Y)} />
          <path className={styles.events} d={lines(marks.events, 1)} />
          {ANOMALY_SEVERITIES.map((severity) => (
            <path
              key={severity}
              className={styles.anomaly}
              data-severity={severity}
              d={ticks(
                marks.anomalies.filter((anomaly) => anomaly.severity === severity),
                BOTTOM - HEIGHT[severity],
              )}
            />
          ))}
          {ANOMALY_SEVERITIES.map((severity) => (
            <path
              key={severity}
              className={styles.ongoing}
              data-ongoing={severity}
              d={ticks(
                marks.anomalies.filter((anomaly) => anomaly.severity === severity && ongoing.has(anomaly.id)),
                BOTTOM - HEIGHT[severity],
              )}
            />
          ))}
          <path className={styles.commands} d={dots(marks.commands)} />
        </>
      )}
      {branches.map(
        ({ id, origin: from }) =>
          from &&
          from.time >= start &&
          from.time <= edge && (
            <path
              key={id}
              className={styles.beginning}
              data-hue={lookOf(id).hue}
              d={`M${x(from.time)} 0V${BOTTOM}`}
            />
          ),
      )}
    </svg>
  );
}
