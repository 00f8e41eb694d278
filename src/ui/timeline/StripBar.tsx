import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { isolated } from '../../shared/isolated-text.ts';
import type { EpochMs } from '../../shared/units.ts';
import { ICON_WIDTH, isRightToLeft, placeWords } from './bar-words.ts';
import { TYPE_ICONS } from './event-looks.ts';
import styles from './strip.module.css';
import type { Bar } from './strip.ts';
import { BAR_HEIGHT, ROW_HEIGHT } from './strip.ts';
import { isPointedAtom } from './timeline-atoms.ts';
import typeColors from './type-colors.module.css';

const MIDDLE = BAR_HEIGHT / 2;
const PAD = 4;
/** Width of the arrow at the end of a bar that continues outside the strip. */
const ARROW_PAD = 10;
/** Half of a marker. */
const MARKER = 7;

interface StripBarProps {
  readonly bar: Bar;
  readonly xOf: (time: EpochMs) => number;
}

/** One event: a bar, or a marker without duration; text that does not fit is to its right. */
export function StripBar({ bar, xOf }: StripBarProps) {
  const { event, row, isCutLeft, isCutRight } = bar;
  const isPointed = useAtomValue(useMemo(() => isPointedAtom(event.id), [event.id]));
  const Icon = TYPE_ICONS[event.type];
  const isMarker = bar.to === bar.from;
  const x = xOf(bar.from);
  // One pixel less, to separate adjacent events.
  const width = isMarker ? 0 : Math.max(3, xOf(bar.to) - x - 1);
  const { iconX, titleX, titleWidth, isTitleCut } = placeWords(event.title, {
    width,
    free: xOf(bar.freeUntil) - x,
    startPad: isCutLeft ? ARROW_PAD : PAD,
    endPad: isCutRight || isMarker ? ARROW_PAD : PAD,
  });
  const isRtl = isRightToLeft(event.title);
  // Right-to-left text still begins beside its icon, unless it is cut.
  const isFromRight = isRtl && isTitleCut;
  return (
    <g
      className={`${styles.bar} ${typeColors.type}`}
      transform={`translate(${x} ${row * ROW_HEIGHT})`}
      data-event={event.id}
      data-type={event.type}
      data-state={event.status}
      data-shape={isMarker ? 'marker' : 'bar'}
      data-cut={[isCutLeft && 'left', isCutRight && 'right'].filter(Boolean).join(' ') || undefined}
      data-pointed={isPointed}
    >
      <title>{`${isolated(event.title)} – ${event.type}, ${event.status}`}</title>
      <rect className={styles.target} width={Math.max(width, titleX + titleWidth)} height={BAR_HEIGHT} />
      {isMarker ? (
        <path
          className={styles.shape}
          d={`M0 3 ${MARKER} ${MIDDLE} 0 ${BAR_HEIGHT - 3} ${-MARKER} ${MIDDLE}Z`}
        />
      ) : (
        <rect className={styles.shape} x={0.5} y={0.5} width={width} height={BAR_HEIGHT - 1} rx={2} />
      )}
      {isCutLeft && <path className={styles.arrow} d={`M8 5 3 ${MIDDLE} 8 ${BAR_HEIGHT - 5}`} />}
      {isCutRight && (
        <path
          className={styles.arrow}
          d={`M${width - 7} 5 ${width - 2} ${MIDDLE} ${width - 7} ${BAR_HEIGHT - 5}`}
        />
      )}
      <Icon
        className={styles.barIcon}
        x={iconX}
        y={MIDDLE - ICON_WIDTH / 2}
        width={ICON_WIDTH}
        height={ICON_WIDTH}
        aria-hidden
      />
      {titleWidth > 0 && (
        // A nested SVG clips overflow.
        <svg x={titleX} width={titleWidth} height={BAR_HEIGHT} aria-hidden="true">
          <text
            className={styles.barTitle}
            x={isFromRight ? titleWidth : 0}
            y={MIDDLE + 4}
            direction={isRtl ? 'rtl' : 'ltr'}
            textAnchor={isRtl && !isTitleCut ? 'end' : 'start'}
          >
            {event.title}
          </text>
        </svg>
      )}
    </g>
  );
}
