import { StatusShape } from '../../kit/status/StatusIcon.tsx';
import { faultText, type ShownFault } from './faults.ts';
import { type UnitBox, wrapLabel } from './layout.ts';
import type { NodeId, NodeText } from './nodes.ts';
import styles from './synoptic.module.css';

const PADDING = 9;
const FLAT_PADDING = 7;
const LINE = 17;
const ICON = 14;

interface PartBoxProps {
  readonly id: NodeId;
  readonly box: UnitBox;
  readonly text: NodeText;
  /** Its own faults, most urgent first. */
  readonly faults: readonly ShownFault[];
  readonly isStale: boolean;
}

/** One part: name, value, further lines, and the status of its fault as a frame. */
export function PartBox({ id, box, text, faults, isStale }: PartBoxProps) {
  const { x, y, width, height, isFlat } = box;
  const fault = faults[0];
  const level = isStale ? undefined : fault?.level;
  return (
    <g className={styles.part} data-part={id} data-level={level}>
      <rect className={styles.box} x={x} y={y} width={width} height={height} rx={6} />
      {isFlat ? (
        <FlatText box={box} text={text} hasFault={fault !== undefined} />
      ) : (
        <TallText box={box} text={text} isStale={isStale} />
      )}
      {fault && <FaultLabel box={box} fault={fault} more={faults.length - 1} isStale={isStale} />}
    </g>
  );
}

function FlatText({
  box: { x, y, width },
  text,
  hasFault,
}: {
  readonly box: UnitBox;
  readonly text: NodeText;
  readonly hasFault: boolean;
}) {
  return (
    <>
      <text className={styles.title} x={x + FLAT_PADDING} y={y + 18}>
        {text.title}
      </text>
      <text className={styles.value} x={x + width - FLAT_PADDING} y={y + 19} textAnchor="end">
        {text.value}
      </text>
      {!hasFault && (
        <text className={styles.line} x={x + FLAT_PADDING} y={y + 36}>
          {text.lines[0]}
        </text>
      )}
    </>
  );
}

function TallText({
  box,
  text,
  isStale,
}: {
  readonly box: UnitBox;
  readonly text: NodeText;
  readonly isStale: boolean;
}) {
  const { x, y, width, height } = box;
  const left = x + (width < 60 ? 4 : PADDING);
  const barWidth = width - 2 * PADDING;
  const level = isStale ? 'off' : text.level;
  return (
    <>
      <text className={styles.title} x={left} y={y + 18}>
        {text.title}
      </text>
      <text className={styles.value} x={text.level ? left + ICON + 3 : left} y={y + 38}>
        {text.value}
      </text>
      {text.level && level && (
        <StatusShape level={level} transform={`translate(${left} ${y + 26}) scale(0.8)`} />
      )}
      {text.lines.map((line, index) => (
        <text key={line} className={styles.line} x={left} y={y + 38 + (index + 1) * LINE}>
          {line}
        </text>
      ))}
      {text.share !== undefined && (
        <>
          <rect className={styles.barFrame} x={left} y={y + height - 9} width={barWidth} height={4} rx={2} />
          <rect
            className={styles.bar}
            x={left}
            y={y + height - 9}
            width={barWidth * Math.min(Math.max(text.share, 0), 1)}
            height={4}
            rx={2}
          />
        </>
      )}
    </>
  );
}

interface FaultLabelProps {
  readonly box: UnitBox;
  readonly fault: ShownFault;
  readonly more: number;
  readonly isStale: boolean;
}

function FaultLabel({ box, fault, more, isStale }: FaultLabelProps) {
  if (!box.label) return null;
  const { letters } = box.label;
  const x = box.isFlat ? box.x + FLAT_PADDING : box.label.x;
  const y = box.isFlat ? box.y + 36 : box.label.y;
  const count = more > 0 ? ` +${more}` : '';
  const label = faultText(fault, box.isFlat ? letters - count.length : undefined);
  const lines = wrapLabel(`${label}${count}`, letters, box.isFlat ? 1 : 2);
  return (
    <>
      <StatusShape level={isStale ? 'off' : fault.level} transform={`translate(${x} ${y - 9}) scale(0.62)`} />
      {lines.map((line, index) => (
        <text key={line} className={styles.fault} x={x + ICON} y={y + index * 14}>
          {line}
        </text>
      ))}
    </>
  );
}
