import { useAtomValue } from 'jotai';
import { type CSSProperties, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { SessionMarks } from '../../../shared/contract/history.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { tickLabels, timeTicks } from '../../kit/charts/time-axis.ts';
import { formatUtcTime } from '../../kit/format.ts';
import { isRoomLostAtom, sliceAtoms } from '../link/atoms.ts';
import { lookOf } from './branch-look.ts';
import styles from './labels.module.css';
import { namedMarks, type PlacedName, placeNames, textPlace } from './names.ts';
import { achievedText } from './rates.ts';
import type { SessionSpan } from './session.ts';
import { interruptionText } from './shown-time.ts';

interface LabelsProps {
  readonly session: SessionSpan;
  /** Past instant that is shown. */
  readonly past: EpochMs | undefined;
  readonly marks: SessionMarks | undefined;
  readonly ongoing: ReadonlySet<string>;
}

/** Axis widths: tick spacing, tick label, `now`. */
const EMS_PER_TICK = 9;
const TICK_EMS = 4;
const NOW_EMS = 5;

/** Names of marks above the track, and times below it. The value of the slider conveys the same. */
export function Labels({ session, past, marks, ongoing }: LabelsProps) {
  const ref = useRef<HTMLDivElement>(null);
  const widthEms = useWidthEms(ref);
  const transport = useAtomValue(sliceAtoms.transport);
  const branches = transport?.branches;
  const named = useMemo(
    () => (marks && branches ? namedMarks(marks, branches, ongoing) : []),
    [marks, branches, ongoing],
  );
  const shareOf = (time: EpochMs): number => (time - session.start) / (session.edge - session.start);
  const news =
    transport?.interrupted && past === undefined ? interruptionText(transport.interrupted) : undefined;
  const instant = past === undefined ? undefined : formatUtcTime(past);
  const isLost = useAtomValue(isRoomLostAtom);
  const achievedRate = isLost ? undefined : transport?.achievedRate;
  const achieved = achievedRate === undefined ? undefined : achievedText(achievedRate);
  const own = [
    ...(achieved === undefined
      ? []
      : [{ key: 'achieved', text: achieved, ...textPlace(achieved, 0, widthEms) }]),
    ...(news === undefined ? [] : [{ key: 'news', text: news, ...textPlace(news, 1, widthEms) }]),
    ...(instant === undefined || past === undefined
      ? []
      : [{ key: 'instant', text: instant, ...textPlace(instant, shareOf(past), widthEms) }]),
  ];
  const names = placeNames(named, session, widthEms, own);
  const span = { from: session.start, to: session.edge };
  const ticks = timeTicks(span, Math.max(1, Math.floor(widthEms / EMS_PER_TICK)));
  const labels = tickLabels(ticks);
  return (
    <div ref={ref} className={styles.labels} aria-hidden="true">
      <div className={styles.names}>
        {names.map(({ mark: { key, text, severity, branch }, ...place }) => (
          <span
            key={key}
            className={styles.name}
            style={styleOf(place)}
            data-severity={severity}
            data-hue={branch === undefined ? undefined : lookOf(branch).hue}
          >
            {text}
          </span>
        ))}
        {own.map(({ key, text, ...place }) => (
          <span key={key} className={styles.name} style={styleOf(place)} data-own={key}>
            {text}
          </span>
        ))}
      </div>
      <div className={styles.axis}>
        {ticks.map((time, index) => {
          const left = shareOf(time) * widthEms;
          const isWhole = left >= TICK_EMS / 2 && left <= widthEms - NOW_EMS;
          return (
            isWhole && (
              <span key={time} className={styles.tick} style={{ left: `${left}em` }}>
                {labels[index]}
              </span>
            )
          );
        })}
        <span className={styles.now}>now</span>
      </div>
    </div>
  );
}

const styleOf = ({ left, width }: Omit<PlacedName, 'mark'>): CSSProperties => ({
  left: `${left}em`,
  width: `${width}em`,
});

/** Returns the width of an element in em. */
function useWidthEms(ref: RefObject<HTMLElement | null>): number {
  const [widthEms, setWidthEms] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () =>
      setWidthEms(element.clientWidth / (Number.parseFloat(getComputedStyle(element).fontSize) || 1));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [ref]);
  return widthEms;
}
