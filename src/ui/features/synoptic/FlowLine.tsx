import type { Flow } from './flows.ts';
import { type DiagramPoint, route, type UnitBox } from './layout.ts';
import styles from './synoptic.module.css';

const THINNEST = 2;
const WIDEST = 14;
/** Width for the strength of a flow; the square root keeps small loads visible. */
export const widthOf = (share: number): number => THINNEST + (WIDEST - THINNEST) * Math.sqrt(share);

export const ARROW_LENGTH = 8;
const CROSS = 5;

interface FlowLineProps {
  readonly flow: Flow;
  readonly from: UnitBox;
  readonly to: UnitBox;
}

export function FlowLine({ flow, from, to }: FlowLineProps) {
  const [start, end] = route(from, to);
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  const line = (a: DiagramPoint, b: DiagramPoint) => `M${a.x} ${a.y}L${b.x} ${b.y}`;
  if (flow.state !== 'flowing') {
    return (
      <g className={styles.flow} data-flow={`${flow.from} ${flow.to}`} data-state={flow.state}>
        <path className={styles.still} d={line(start, end)} />
        {flow.state === 'cut' && <path className={styles.cross} d={crossAt(middle)} />}
      </g>
    );
  }
  const width = widthOf(flow.share);
  const neck = towards(end, start, ARROW_LENGTH);
  return (
    <g className={styles.flow} data-flow={`${flow.from} ${flow.to}`} data-state="flowing">
      {flow.lost !== undefined && (
        <path className={styles.lost} d={line(start, end)} strokeWidth={widthOf(flow.lost)} />
      )}
      <path className={styles.pipe} d={line(start, neck)} strokeWidth={width} />
      <path className={styles.arrow} d={arrowTo(end, neck, Math.max(width, 8))} />
    </g>
  );
}

/** Point at a distance from `point` towards `goal`. */
function towards(point: DiagramPoint, goal: DiagramPoint, distance: number): DiagramPoint {
  const length = Math.hypot(goal.x - point.x, goal.y - point.y) || 1;
  const share = distance / length;
  return { x: point.x + (goal.x - point.x) * share, y: point.y + (goal.y - point.y) * share };
}

function arrowTo(tip: DiagramPoint, neck: DiagramPoint, width: number): string {
  const isAcross = tip.y === neck.y;
  const half = width / 2 + 2;
  const [a, b] = isAcross
    ? [`${neck.x} ${neck.y - half}`, `${neck.x} ${neck.y + half}`]
    : [`${neck.x - half} ${neck.y}`, `${neck.x + half} ${neck.y}`];
  return `M${tip.x} ${tip.y}L${a}L${b}Z`;
}

const crossAt = ({ x, y }: DiagramPoint): string =>
  `M${x - CROSS} ${y - CROSS}L${x + CROSS} ${y + CROSS}M${x - CROSS} ${y + CROSS}L${x + CROSS} ${y - CROSS}`;
