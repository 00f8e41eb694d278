import { useAtomValue } from 'jotai';
import { formatTimeOfDay, withUnitsJoined } from '../../kit/format.ts';
import { lackText } from './lack-text.ts';
import { lacksAtom, plannedAtom } from './plan-outlook.ts';
import styles from './strip.module.css';
import { AXIS_HEIGHT, type Lane, type Scale } from './strip.ts';
import typeColors from './type-colors.module.css';

interface PlannedBarProps extends Scale {
  readonly lanes: readonly Lane[];
  readonly rowHeight: number;
}

/** Distance of the text from the bar, and of its base from the top of the bar. */
const TEXT_GAP = 6;
const TEXT_BASE = 14;
/** Part of the strip from which on the text is before the bar. */
const LATE_SHARE = 0.6;

/** The event in the form, or the one that is dragged, in the lane of its type, with its times and what it lacks. */
export function PlannedBar({ span, geometry, xOf, lanes, rowHeight }: PlannedBarProps) {
  const planned = useAtomValue(plannedAtom);
  const [lack] = useAtomValue(lacksAtom);
  if (!planned || planned.endTime <= span.from || planned.startTime >= span.to) return null;
  const lane = lanes.find(({ type }) => type === planned.type);
  if (!lane) return null;
  const { row, rowCount } = lane;
  const x = Math.max(xOf(planned.startTime), geometry.gutter);
  const width = Math.max(3, xOf(planned.endTime) - x);
  const isLate = x > LATE_SHARE * geometry.width;
  const times = `${formatTimeOfDay(planned.startTime)} – ${formatTimeOfDay(planned.endTime)}`;
  return (
    <g
      className={`${styles.planned} ${typeColors.type}`}
      transform={`translate(${x} ${AXIS_HEIGHT + row * rowHeight})`}
      data-type={planned.type}
      data-planned={planned.id}
      data-event={planned.id || undefined}
      data-lacking={lack !== undefined}
    >
      <rect x={0.5} y={0.5} width={width} height={rowCount * rowHeight - 1} rx={2} />
      <text x={isLate ? -TEXT_GAP : width + TEXT_GAP} y={TEXT_BASE} textAnchor={isLate ? 'end' : 'start'}>
        {times}
        {lack && `: ${withUnitsJoined(lackText(lack))}`}
      </text>
    </g>
  );
}
