import { useAtomValue } from 'jotai';
import type { HistoryChannel } from '../../../shared/contract/history.ts';
import type { LookAhead, PredictedChannel } from '../../../shared/contract/look-ahead.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import { epochMs, type TimeRange } from '../../../shared/kit/units.ts';
import { formatUtcMinute } from '../../kit/format.ts';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { capacityAtom, planOutlookAtom } from './plan-outlook.ts';
import styles from './strip.module.css';
import { AXIS_HEIGHT, type Scale } from './strip.ts';

interface Resource {
  readonly channel: HistoryChannel;
  readonly name: string;
  /** Value at the top of the lane. */
  readonly most: (capacityMb: number) => number;
  readonly text: (value: number) => string;
  /** The value worth saying: the lowest charge, the fullest recorder. */
  readonly worst: (values: readonly number[]) => number;
}

/** As many as `RESOURCE_COUNT`. */
const RESOURCES: readonly Resource[] = [
  {
    channel: 'stateOfCharge',
    name: 'Charge',
    most: () => 1,
    text: (value) => `${formatNumber(100 * value, 0)} %`,
    worst: (values) => Math.min(...values),
  },
  {
    channel: 'recorder',
    name: 'Recorder',
    most: (capacityMb) => capacityMb,
    text: (value) => `${formatNumber(value / 1000, 1)} GB`,
    worst: (values) => Math.max(...values),
  },
];

const TEXT_BASE = 4;
/** Distance of a curve from the edges of its lane. */
const PAD = 4;

/** Returns what a prediction shows of a resource within a span. */
const pointsIn = (line: PredictedChannel, { from, to }: TimeRange) =>
  Array.from(line.times, (time, index) => ({ time: epochMs(time), value: line.values[index] ?? 0 })).filter(
    ({ time }) => time >= from && time <= to,
  );

/** ` Predicted at worst: charge 71 %, recorder 2.4 GB.` Empty without a prediction. */
export function resourceSentence(told: LookAhead | undefined, span: TimeRange): string {
  const worst = RESOURCES.flatMap(({ channel, name, text, worst: worstOf }) => {
    const line = told?.channels[channel];
    const values = line ? pointsIn(line, span).map(({ value }) => value) : [];
    return values.length > 0 ? [`${name.toLowerCase()} ${text(worstOf(values))}`] : [];
  });
  return worst.length > 0 ? ` Predicted at worst: ${worst.join(', ')}.` : '';
}

/** Charge and recorder of the day to come, as predicted, below the passes; with the value worth knowing and its time. */
export function ResourceLanes(scale: Scale) {
  const told = useAtomValue(planOutlookAtom);
  const capacityMb = useAtomValue(capacityAtom);
  const { resourcesTop, resourceHeight, width } = scale.geometry;
  if (resourceHeight === 0) return null;
  return RESOURCES.map((resource, index) => {
    const line = told?.channels[resource.channel];
    return (
      <g key={resource.channel} transform={`translate(0 ${resourcesTop + index * resourceHeight})`}>
        <line className={styles.tick} x2={width} />
        <text className={styles.laneName} x={4} y={resourceHeight / 2 + TEXT_BASE}>
          {resource.name}
        </text>
        {line && capacityMb !== undefined && <Curve {...{ resource, line, scale, capacityMb }} />}
      </g>
    );
  });
}

interface CurveProps {
  readonly resource: Resource;
  readonly line: PredictedChannel;
  readonly scale: Scale;
  readonly capacityMb: number;
}

function Curve({ resource, line, scale: { span, geometry, xOf }, capacityMb }: CurveProps) {
  const height = geometry.resourceHeight;
  const most = resource.most(capacityMb);
  const shown = pointsIn(line, span);
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last) return null;
  const yOf = (value: number): number => height - PAD - ((height - 2 * PAD) * value) / most;
  const course = shown.map(({ time, value }) => `${xOf(time).toFixed(1)} ${yOf(value).toFixed(1)}`).join('L');
  const worst = resource.worst(shown.map(({ value }) => value));
  const at = shown.find(({ value }) => value === worst) ?? first;
  const text = resource.text(worst);
  return (
    <g className={styles.resource} data-resource={resource.channel}>
      <title>{`${resource.name}, predicted: ${text} at ${formatUtcMinute(at.time)} UTC`}</title>
      <path
        className={styles.resourceArea}
        d={`M${xOf(first.time)} ${height}L${course}L${xOf(last.time)} ${height}Z`}
      />
      <path className={styles.resourceLine} d={`M${course}`} />
      <text className={styles.resourceText} x={geometry.width - 4} y={height / 2 + TEXT_BASE}>
        {text}
      </text>
    </g>
  );
}

/** Half the width of a mark. */
const MARK = 4;

/** Pending commands at their scheduled times, on the axis; those that are armed are filled. */
export function CommandMarks({ span, xOf }: Scale) {
  const commands = useAtomValue(sliceAtoms.commands) ?? [];
  return commands
    .filter(({ status, scheduledTime: at }) => status === 'Pending' && at >= span.from && at <= span.to)
    .map(({ id, name, scheduledTime, armed }) => (
      <path
        key={id}
        className={styles.command}
        data-armed={armed ?? false}
        d={`M${xOf(scheduledTime)} ${AXIS_HEIGHT - 2 * MARK}l${MARK} ${2 * MARK}h${-2 * MARK}Z`}
      >
        <title>{`${name}, ${armed ? 'armed' : 'pending'}: ${formatUtcMinute(scheduledTime)} UTC`}</title>
      </path>
    ));
}
