import { atom, useAtomValue } from 'jotai';
import type { HistoryChannel } from '../../../shared/contract/history.ts';
import type { PredictedChannel } from '../../../shared/contract/look-ahead.ts';
import { CHANNELS } from '../../../shared/entities/telemetry-channels.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import { epochMs, type TimeRange } from '../../../shared/kit/units.ts';
import { formatInstant } from '../../kit/format.ts';
import { missionDateAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { leftOutText } from '../../mission/look-ahead/left-out.ts';
import { capacityAtom, planOutlookAtom } from './plan-outlook.ts';
import styles from './strip.module.css';
import { AXIS_HEIGHT, type Scale } from './strip.ts';

interface Resource {
  readonly channel: HistoryChannel;
  readonly name: string;
  /** Values at the bottom and at the top of the lane. */
  readonly range: (capacityMb: number) => readonly [low: number, high: number];
  readonly text: (value: number) => string;
  /** The value worth saying: the lowest charge, the fullest recorder, the temperature nearest to a limit. */
  readonly worst: (values: readonly number[]) => number;
}

/** Limits of the temperature, which are the edges of its lane, °C. */
const { low: COLD = 0, high: HOT = 0 } = CHANNELS.temperature.limits.warning;

/** As many as `RESOURCE_COUNT`. */
const RESOURCES: readonly Resource[] = [
  {
    channel: 'stateOfCharge',
    name: 'Charge',
    range: () => [0, 1],
    text: (value) => `${formatNumber(100 * value, 0)} %`,
    worst: (values) => Math.min(...values),
  },
  {
    channel: 'recorder',
    name: 'Recorder',
    range: (capacityMb) => [0, capacityMb],
    text: (value) => `${formatNumber(value / 1000, 1)} GB`,
    worst: (values) => Math.max(...values),
  },
  {
    channel: 'temperature',
    name: 'Temperature',
    range: () => [COLD, HOT],
    text: (value) => `${formatNumber(value, 0)} °C`,
    worst: (values) => {
      const [low, high] = [Math.min(...values), Math.max(...values)];
      return low - COLD < HOT - high ? low : high;
    },
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

/** ` without the Solar anomaly of 03:12, whose cause is not known`: what the prediction leaves out; empty if nothing. */
const withoutAtom = atom((get): string => {
  const told = get(planOutlookAtom);
  const leftOut = told && leftOutText(told, get(sliceAtoms.anomalies) ?? []);
  return leftOut === undefined ? '' : ` without ${leftOut}`;
});

/** ` Predicted at worst: charge 71 %, recorder 2.4 GB.` Empty without a prediction. */
export function useResourceSentence(span: TimeRange): string {
  const told = useAtomValue(planOutlookAtom);
  const without = useAtomValue(withoutAtom);
  const worst = RESOURCES.flatMap(({ channel, name, text, worst: worstOf }) => {
    const line = told?.channels[channel];
    const values = line ? pointsIn(line, span).map(({ value }) => value) : [];
    return values.length > 0 ? [`${name.toLowerCase()} ${text(worstOf(values))}`] : [];
  });
  return worst.length > 0 ? ` Predicted${without} at worst: ${worst.join(', ')}.` : '';
}

/** Charge, recorder and temperature of the day to come, as predicted, below the passes; with the value worth knowing and its time. */
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
  const today = useAtomValue(missionDateAtom);
  const without = useAtomValue(withoutAtom);
  const height = geometry.resourceHeight;
  const [low, high] = resource.range(capacityMb);
  const shown = pointsIn(line, span);
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last) return null;
  const yOf = (value: number): number => height - PAD - ((height - 2 * PAD) * (value - low)) / (high - low);
  const course = shown.map(({ time, value }) => `${xOf(time).toFixed(1)} ${yOf(value).toFixed(1)}`).join('L');
  const worst = resource.worst(shown.map(({ value }) => value));
  const at = shown.find(({ value }) => value === worst) ?? first;
  const text = resource.text(worst);
  return (
    <g className={styles.resource} data-resource={resource.channel}>
      <title>{`${resource.name}, predicted${without}: ${text} at ${formatInstant(at.time, today)} UTC`}</title>
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
  const today = useAtomValue(missionDateAtom);
  return commands
    .filter(({ status, scheduledTime: at }) => status === 'Pending' && at >= span.from && at <= span.to)
    .map(({ id, name, scheduledTime, armed }) => (
      <path
        key={id}
        className={styles.command}
        data-armed={armed ?? false}
        d={`M${xOf(scheduledTime)} ${AXIS_HEIGHT - 2 * MARK}l${MARK} ${2 * MARK}h${-2 * MARK}Z`}
      >
        <title>{`${name}, ${armed ? 'armed' : 'pending'}: ${formatInstant(scheduledTime, today)} UTC`}</title>
      </path>
    ));
}
