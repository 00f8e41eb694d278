import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import type { TimelineEvent } from '../../../shared/entities/entities.ts';
import { isolated } from '../../../shared/kit/isolated-text.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { formatTimeOfDay } from '../../kit/format.ts';
import { estimateWidth, ICON_WIDTH, isRightToLeft, placeBarText } from './bar-text.ts';
import { changedEventAtom } from './event-draft.ts';
import { TYPE_ICONS } from './event-looks.ts';
import styles from './strip.module.css';
import type { Bar } from './strip.ts';
import { isPointedAtom } from './timeline-atoms.ts';
import typeColors from './type-colors.module.css';

const PAD = 4;
/** Width of the arrow at the end of a bar that continues outside the strip. */
const ARROW_PAD = 10;
/** Half the width of a marker. */
const MARKER = 7;
/** Height from which a bar has larger type and a second line for its times. */
const TWO_LINES = 38;
const LARGE = 15 / 12;

/** Times of an event, which the axis shows only roughly. */
const timesOf = ({ startTime, endTime }: TimelineEvent): string =>
  endTime <= startTime
    ? formatTimeOfDay(startTime)
    : `${formatTimeOfDay(startTime)} – ${formatTimeOfDay(endTime)}`;

interface StripBarProps {
  readonly bar: Bar;
  /** Y within the lane, and height. */
  readonly y: number;
  readonly height: number;
  readonly xOf: (time: EpochMs) => number;
}

/** One event: a bar, or a marker if it has no duration; text that does not fit is to its right. */
export function StripBar({ bar, y, height, xOf }: StripBarProps) {
  const { event, isCutLeft, isCutRight } = bar;
  const middle = height / 2;
  const isLarge = height >= TWO_LINES;
  const times = isLarge ? timesOf(event) : '';
  const timesWidth = estimateWidth(times);
  const needed = Math.max(estimateWidth(event.title) * (isLarge ? LARGE : 1), timesWidth);
  const isPointed = useAtomValue(useMemo(() => isPointedAtom(event.id), [event.id]));
  const isChanged = useAtomValue(changedEventAtom)?.id === event.id;
  const Icon = TYPE_ICONS[event.type];
  const isMarker = bar.to === bar.from;
  const x = xOf(bar.from);
  // One pixel less, to separate adjacent events.
  const width = isMarker ? 0 : Math.max(3, xOf(bar.to) - x - 1);
  const { iconX, titleX, titleWidth, isTitleCut } = placeBarText(needed, {
    width,
    free: xOf(bar.freeUntil) - x,
    startPad: isCutLeft ? ARROW_PAD : PAD,
    endPad: isCutRight || isMarker ? ARROW_PAD : PAD,
  });
  const hasTimes = isLarge && timesWidth <= titleWidth;
  const isRtl = isRightToLeft(event.title);
  // Right-to-left text still starts beside its icon, unless it is cut.
  const isFromRight = isRtl && isTitleCut;
  return (
    <g
      className={`${styles.bar} ${typeColors.type}`}
      transform={`translate(${x} ${y})`}
      data-event={event.id}
      data-type={event.type}
      data-state={event.status}
      data-shape={isMarker ? 'marker' : 'bar'}
      data-cut={[isCutLeft && 'left', isCutRight && 'right'].filter(Boolean).join(' ') || undefined}
      data-pointed={isPointed}
      data-changed={isChanged}
    >
      <title>{`${isolated(event.title)} – ${event.type}, ${event.status}`}</title>
      <rect className={styles.target} width={Math.max(width, titleX + titleWidth)} height={height} />
      {isMarker ? (
        <path
          className={styles.shape}
          d={`M0 ${middle - MARKER} ${MARKER} ${middle} 0 ${middle + MARKER} ${-MARKER} ${middle}Z`}
        />
      ) : (
        <rect className={styles.shape} x={0.5} y={0.5} width={width} height={height - 1} rx={2} />
      )}
      {isCutLeft && <path className={styles.arrow} d={`M8 ${middle - 5} 3 ${middle} 8 ${middle + 5}`} />}
      {isCutRight && (
        <path
          className={styles.arrow}
          d={`M${width - 7} ${middle - 5} ${width - 2} ${middle} ${width - 7} ${middle + 5}`}
        />
      )}
      <Icon
        className={styles.barIcon}
        x={iconX}
        y={middle - ICON_WIDTH / 2}
        width={ICON_WIDTH}
        height={ICON_WIDTH}
        aria-hidden
      />
      {titleWidth > 0 && (
        // A nested SVG clips overflow.
        <svg x={titleX} width={titleWidth} height={height} aria-hidden="true">
          <text
            className={styles.barTitle}
            x={isFromRight ? titleWidth : 0}
            y={hasTimes ? middle - 3 : middle + 4}
            data-large={isLarge}
            direction={isRtl ? 'rtl' : 'ltr'}
            textAnchor={isRtl && !isTitleCut ? 'end' : 'start'}
          >
            {event.title}
          </text>
          {hasTimes && (
            <text className={styles.barTimes} y={middle + 14}>
              {times}
            </text>
          )}
        </svg>
      )}
    </g>
  );
}
