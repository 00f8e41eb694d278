import { useAtomValue, useSetAtom } from 'jotai';
import { useMemo, useRef } from 'react';
import type { TimelineEvent } from '../../../shared/entities/entities.ts';
import { EVENT_EFFECTS } from '../../../shared/entities/event-effects.ts';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { type EpochMs, epochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import { formatInstant, formatUtcMinute } from '../../kit/format.ts';
import { missionSecondAtom } from '../../mission/link/atoms.ts';
import { whyReadOnlyAtom } from '../../mission/link/read-only.ts';
import { timeCursorAtom } from '../../mission/link/time-cursor.ts';
import { chartsRangeAtom } from './charts-range.ts';
import { PassLane } from './PassLane.tsx';
import { PlannedBar } from './PlannedBar.tsx';
import { formatTick } from './period-text.ts';
import { plannedAtom } from './plan-outlook.ts';
import { CommandMarks, ResourceLanes, useResourceSentence } from './ResourceLanes.tsx';
import { StripBar } from './StripBar.tsx';
import styles from './strip.module.css';
import {
  AXIS_HEIGHT,
  barInRow,
  FALLBACK_HEIGHT,
  LEAST_ROWS,
  layOutLanes,
  type Scale,
  stripGeometry,
  ticksIn,
} from './strip.ts';
import { useStripPasses } from './strip-passes.ts';
import { pointedEventAtom, stripSpanAtom } from './timeline-atoms.ts';
import { useDeskSize } from './use-desk-size.ts';
import { useStripPointer } from './use-strip-pointer.ts';

/** Candidates for a bar's minimum width: its icon and as much of its title as fits. */
const BAR_ROOMS = [140, 90, 20] as const;
const TICK_WIDTH = 52;
/** Distance from an end within which a tick has no label. */
const TICK_MARGIN = 20;
/** Half the width of the flag on the current-time line, and on the cursor. */
const NOW_MARGIN = 16;
const CURSOR_MARGIN = 22;
/** Height of the bar on the axis that shows the charts' range. */
const RANGE_HEIGHT = 3;
const FALLBACK_SIZE = { width: 800, height: FALLBACK_HEIGHT };

interface EventStripProps {
  readonly events: readonly TimelineEvent[];
  /** Called when an event is selected on the strip. */
  readonly onChoose: (id: string) => void;
}

/**
 * Past, current and coming events around the current time, in a lane per type; behind them eclipses, and
 * passes over the ground stations.
 */
export function EventStrip({ events, onChoose }: EventStripProps) {
  const span = useAtomValue(stripSpanAtom);
  if (!span) return null;
  return <StripOf span={span} events={events} onChoose={onChoose} />;
}

function StripOf({ span, events, onChoose }: EventStripProps & { readonly span: TimeRange }) {
  const frameRef = useRef<HTMLDivElement>(null);
  const { width, height } = useDeskSize(frameRef, FALLBACK_SIZE);
  const point = useSetAtom(pointedEventAtom);
  const resources = useResourceSentence(span);
  const isReadOnly = useAtomValue(whyReadOnlyAtom) !== undefined;
  const passes = useStripPasses(span);
  const geometry = useMemo(
    () => stripGeometry(width, height, passes.stations.length),
    [width, height, passes.stations.length],
  );
  const { gutter, rowCount, rowsHeight } = geometry;
  const msPerPixel = (span.to - span.from) / (width - gutter);
  const scale: Scale = { span, geometry, xOf: (time) => gutter + (time - span.from) / msPerPixel };
  const { xOf } = scale;
  const also = useAtomValue(plannedAtom)?.type;

  const layout = useMemo(
    () => layOutLanes(events, span, { rowCount, roomsMs: BAR_ROOMS.map((room) => room * msPerPixel), also }),
    [events, span, rowCount, msPerPixel, also],
  );
  const rowHeight = rowsHeight / Math.max(layout.rowCount, LEAST_ROWS);
  const shape = barInRow(rowHeight);
  const barCount = layout.lanes.reduce((total, { bars }) => total + bars.length, 0);
  const { hiddenCount } = layout;
  const eventIdAt = (target: EventTarget): string | undefined =>
    target instanceof Element
      ? target.closest('[data-event]')?.getAttribute('data-event') || undefined
      : undefined;
  const pointer = useStripPointer({
    span,
    gutterShare: gutter / width,
    movableAt: (target) => {
      const id = eventIdAt(target);
      return isReadOnly ? undefined : events.find((event) => event.id === id && event.status === 'Scheduled');
    },
    snapsOf: ({ type }) =>
      EVENT_EFFECTS[type].isDownlink
        ? passes.list
            .filter(({ use }) => use === 'active')
            .map(({ whole }) => epochMs(Math.ceil(whole.from / MS_PER_S) * MS_PER_S))
        : [],
  });

  return (
    <div className={styles.frame}>
      <div ref={frameRef} className={styles.canvas}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list below is the way by keyboard */}
        <svg
          className={styles.strip}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={`${describeStrip(span, barCount, hiddenCount, passes.list.length)}${resources}`}
          onPointerOver={({ target }) => point(eventIdAt(target))}
          onPointerDown={pointer.onPointerDown}
          onPointerMove={pointer.onPointerMove}
          onPointerUp={pointer.onPointerUp}
          onPointerLeave={() => {
            point(undefined);
            pointer.onPointerLeave();
          }}
          onClick={({ target }) => {
            const id = eventIdAt(target);
            if (id !== undefined && !pointer.isDrag()) onChoose(id);
          }}
        >
          <rect className={styles.ground} y={AXIS_HEIGHT} width={width} height={height - AXIS_HEIGHT} />
          <ChartsSpan {...scale} drawn={pointer.drawn} />
          <Axis {...scale} />
          <PassLane passes={passes} geometry={geometry} xOf={xOf} />
          <ResourceLanes {...scale} />
          {layout.lanes.map(({ type, row, rowCount: rows, bars }, index) => {
            const top = AXIS_HEIGHT + row * rowHeight;
            return (
              <g key={type} transform={`translate(0 ${top})`}>
                {index > 0 && gutter > 0 && <line className={styles.tick} x2={width} />}
                {gutter > 0 && (
                  <text className={styles.laneName} x={4} y={(rows * rowHeight) / 2 + 4}>
                    {type}
                  </text>
                )}
                {bars.map((bar) => (
                  <StripBar
                    key={bar.event.id}
                    bar={bar}
                    y={bar.row * rowHeight + shape.y}
                    height={shape.height}
                    xOf={xOf}
                  />
                ))}
              </g>
            );
          })}
          <PlannedBar {...scale} lanes={layout.lanes} rowHeight={rowHeight} />
          <CommandMarks {...scale} />
          <NowLine {...scale} />
          <CursorLine {...scale} />
        </svg>
      </div>
      {hiddenCount > 0 && <p className={styles.more}>+{count(hiddenCount, 'more event', 'more events')}</p>}
    </div>
  );
}

interface ChartsSpanProps extends Scale {
  readonly drawn: readonly [EpochMs, EpochMs] | undefined;
}

/** The charts' range, and one being drawn, behind the events. */
function ChartsSpan({ span, drawn, geometry, xOf }: ChartsSpanProps) {
  const range = useAtomValue(chartsRangeAtom);
  const [one, other] = drawn ?? [range?.from, range?.to];
  if (one === undefined || other === undefined) return null;
  const from = Math.max(Math.min(one, other), span.from);
  const to = Math.min(Math.max(one, other), span.to);
  if (from >= to) return null;
  const x = xOf(epochMs(from));
  const width = Math.max(xOf(epochMs(to)) - x, 2);
  return (
    <g className={styles.charts} data-charts>
      <rect x={x} y={AXIS_HEIGHT} width={width} height={geometry.height - AXIS_HEIGHT} />
      <rect x={x} y={AXIS_HEIGHT - RANGE_HEIGHT} width={width} height={RANGE_HEIGHT} data-edge />
    </g>
  );
}

/** Round times. One covered by the current time or the cursor keeps its line but not its label. */
function Axis({ span, geometry: { width, height, gutter }, xOf }: Scale) {
  const now = useAtomValue(missionSecondAtom);
  const cursor = useAtomValue(timeCursorAtom);
  const isCovered = (x: number, time: EpochMs | undefined, margin: number): boolean =>
    time !== undefined && Math.abs(x - xOf(time)) <= TICK_MARGIN + margin;
  return ticksIn(span, Math.floor((width - gutter) / TICK_WIDTH)).map((time) => {
    const x = xOf(time);
    const hasLabel =
      x >= TICK_MARGIN &&
      x <= width - TICK_MARGIN &&
      !isCovered(x, now, NOW_MARGIN) &&
      !isCovered(x, cursor, CURSOR_MARGIN);
    return (
      <g key={time} transform={`translate(${x} 0)`}>
        <line className={styles.tick} y1={AXIS_HEIGHT} y2={height} />
        {hasLabel && (
          <text className={styles.tickText} y={AXIS_HEIGHT - 6}>
            {formatTick(time)}
          </text>
        )}
      </g>
    );
  });
}

function NowLine({ geometry, xOf }: Scale) {
  const now = useAtomValue(missionSecondAtom);
  if (now === undefined) return null;
  return (
    <g className={styles.now} transform={`translate(${xOf(now)} 0)`} data-now={now}>
      <line y1={AXIS_HEIGHT - 2} y2={geometry.height} />
      <rect x={-NOW_MARGIN} width={2 * NOW_MARGIN} height={AXIS_HEIGHT - 2} rx={3} />
      <text y={AXIS_HEIGHT - 6}>now</text>
    </g>
  );
}

/** The charts' cursor, at its time. */
function CursorLine({ span, geometry: { width, height }, xOf }: Scale) {
  const time = useAtomValue(timeCursorAtom);
  if (time === undefined || time < span.from || time > span.to) return null;
  const x = xOf(time);
  const textX = Math.min(Math.max(x, CURSOR_MARGIN), width - CURSOR_MARGIN);
  return (
    <g className={styles.cursor} data-cursor={time}>
      <line x1={x} x2={x} y1={AXIS_HEIGHT - 2} y2={height} />
      <rect x={textX - CURSOR_MARGIN} width={2 * CURSOR_MARGIN} height={AXIS_HEIGHT - 2} rx={3} />
      <text x={textX} y={AXIS_HEIGHT - 6}>
        {formatUtcMinute(time)}
      </text>
    </g>
  );
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

function describeStrip({ from, to }: TimeRange, shown: number, hidden: number, passCount: number): string {
  const period = [from, to].map((time) => formatInstant(time, undefined)).join(' to ');
  const more = hidden > 0 ? ` and ${hidden} more` : '';
  const passes = count(passCount, 'ground-station pass', 'ground-station passes');
  return `Strip from ${period} UTC: ${count(shown, 'event', 'events')}${more}, ${passes} of ORBITA-1, eclipses shaded. The events are listed below; Show data lists the passes.`;
}
