import { atom, useAtomValue, useSetAtom } from 'jotai';
import { type KeyboardEvent, useState } from 'react';
import type { HistoryChannel } from '../../../shared/contract/history.ts';
import { predictedAt } from '../../../shared/contract/predicted-line.ts';
import { isolated } from '../../../shared/kit/isolated-text.ts';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { epochMs } from '../../../shared/kit/units.ts';
import { chartedChannel } from '../../mission/link/model-channels.ts';
import { timeCursorAtom } from '../../mission/link/time-cursor.ts';
import { comparedNameAtom } from '../../mission/time/comparison.ts';
import { changeViewAtom, marksAtom } from './atoms.ts';
import { MARK_REACH, panBy, unzoomed, zoomBy } from './chart-view.ts';
import styles from './history.module.css';
import { textsAt } from './marks.ts';
import type { Prediction } from './prediction.ts';
import { predictedText, readingText, valueText } from './reading.ts';
import { nearestIndex, type Series, valueNear } from './series.ts';

interface CursorSliderProps {
  readonly channel: HistoryChannel;
  readonly span: TimeRange;
  readonly series: Series;
  readonly compared: Series | undefined;
  readonly prediction: Prediction | undefined;
}

const ZOOM = 2;
/** Fractions of the span: for a page, and for a cursor that leaves the chart. */
const PAGE = 0.5;
const NUDGE = 0.1;

/** Keeps a chart without the focus from rendering on pointer moves. */
const noCursorAtom = atom(undefined);

/** Keyboard cursor of the chart: moves from sample to sample, and zooms and pans the charts. */
export function CursorSlider({ channel, span, series, compared, prediction }: CursorSliderProps) {
  const [isFocused, setFocused] = useState(false);
  const cursor = useAtomValue(isFocused ? timeCursorAtom : noCursorAtom);
  const setCursor = useSetAtom(timeCursorAtom);
  const marks = useAtomValue(marksAtom);
  const change = useSetAtom(changeViewAtom);
  const comparedName = useAtomValue(comparedNameAtom);
  const { from, to } = span;
  const until = epochMs(prediction?.times.at(-1) ?? to);
  const time = cursor !== undefined && cursor >= from && cursor <= until ? cursor : to;
  const index = nearestIndex(series.times, time);
  const isAhead = prediction !== undefined && time > to;
  const measured =
    index < 0 ? 'no data' : readingText(channel, epochMs(series.times[index] ?? time), series.values[index]);
  const reading = isAhead ? predictedText(channel, time, predictedAt(prediction, time)) : measured;

  const readings = compared
    ? [reading, `branch ${isolated(comparedName ?? '')} ${valueText(channel, valueNear(compared, time))}`]
    : [reading];

  const step = (by: 1 | -1): void => {
    const times = prediction
      ? [...Array.from(series.times), ...prediction.times.filter((at) => at > to)]
      : series.times;
    const next = times[nearestIndex(times, time) + by];
    const isLeaving = next === undefined || next < from || next > until;
    if (isLeaving) change((view, bounds) => panBy(view, by * NUDGE, bounds));
    else setCursor(epochMs(next));
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    PageDown: () => change((view, bounds) => panBy(view, -PAGE, bounds)),
    PageUp: () => change((view, bounds) => panBy(view, PAGE, bounds)),
    Home: () => setCursor(from),
    End: () => setCursor(until),
    '+': () => change((view, bounds) => zoomBy(view, ZOOM, time, bounds)),
    '-': () => change((view, bounds) => zoomBy(view, 1 / ZOOM, time, bounds)),
    Escape() {
      setCursor(undefined);
      change(unzoomed);
    },
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keys[event.key === '=' ? '+' : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <div
      className={styles.cursor}
      role="slider"
      tabIndex={0}
      aria-label={`Cursor on ${chartedChannel(channel).title}`}
      aria-orientation="horizontal"
      aria-valuemin={from}
      aria-valuemax={until}
      aria-valuenow={time}
      aria-valuetext={[...readings, ...textsAt(marks, time, (to - from) * MARK_REACH)].join(', ')}
      onKeyDown={onKeyDown}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        setCursor(undefined);
      }}
    />
  );
}
