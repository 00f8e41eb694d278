import type { CSSProperties } from 'react';
import { ARROW_LENGTH, widthOf } from './FlowLine.tsx';
import type { Flow } from './flows.ts';
import { type DiagramFrame, route, type UnitBox } from './layout.ts';
import styles from './synoptic.module.css';

/** A dash and its gap, in units of the drawing. */
const PERIOD = 12;
const DASH = 5;

/** Periods in a round: about a minute, since each round ends with an event. */
const ROUND = 60;

/** Duration of one dash period, in seconds: faster for larger flows. */
const dashSeconds = (share: number): number => 1.6 - Math.sqrt(share);

interface FlowDashesProps {
  readonly flow: Flow;
  readonly from: UnitBox;
  readonly to: UnitBox;
  /** Visible part of the drawing. */
  readonly frame: DiagramFrame;
}

/**
 * Moving dashes along a flow: a strip one round longer than the flow, translated repeatedly behind a window
 * of the flow's size. This runs on the compositor; a dashed path would be painted for every frame.
 */
export function FlowDashes({ flow, from, to, frame }: FlowDashesProps) {
  const [start, end] = route(from, to);
  const isAcross = start.y === end.y;
  const isBackwards = end.x < start.x || end.y < start.y;
  const length = Math.abs(end.x - start.x) + Math.abs(end.y - start.y) - ARROW_LENGTH;
  const width = widthOf(flow.share) / 2;
  const box = {
    x: isAcross ? Math.min(start.x, end.x) + (isBackwards ? ARROW_LENGTH : 0) : start.x - width / 2,
    y: isAcross ? start.y - width / 2 : Math.min(start.y, end.y) + (isBackwards ? ARROW_LENGTH : 0),
    width: isAcross ? length : width,
    height: isAcross ? width : length,
  };
  const percent = (share: number): string => `${(share * 100).toFixed(4)}%`;
  const periods = Math.ceil(length / PERIOD) + ROUND;
  const style = {
    left: percent((box.x - frame.x) / frame.width),
    top: percent((box.y - frame.y) / frame.height),
    width: percent(box.width / frame.width),
    height: percent(box.height / frame.height),
    '--round-time': `${(ROUND * dashSeconds(flow.share)).toFixed(0)}s`,
    '--strip': percent((periods * PERIOD) / length),
    '--lead': percent((ROUND * PERIOD) / length),
    '--dash': percent(DASH / PERIOD),
    '--period': percent(1 / periods),
    '--round': percent(ROUND / periods),
  };
  return (
    <div
      className={styles.dashes}
      data-direction={`${isBackwards ? 'to' : 'from'} ${isAcross ? 'left' : 'top'}`}
      style={style as CSSProperties}
    >
      <div className={styles.strip} />
    </div>
  );
}
