import { useAtomValue } from 'jotai';
import type { HistoryChannel } from '../../../shared/contract/history.ts';
import { telemetryLevel } from '../../../shared/entities/telemetry-channels.ts';
import { isolated } from '../../../shared/kit/isolated-text.ts';
import { formatDuration, formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { formatUtcTime, formatUtcTimeFrom } from '../../kit/format.ts';
import { StatusLabel } from '../../kit/status/StatusIcon.tsx';
import { DataTable } from '../../kit/tables/DataTable.tsx';
import { ShowData } from '../../kit/tables/ShowData.tsx';
import { chartedChannel, isModelChannel } from '../../mission/link/model-channels.ts';
import { comparedIdAtom } from '../../mission/time/comparison.ts';
import { SampleTable } from '../telemetry/TelemetryData.tsx';
import { TELEMETRY_STATUS, TELEMETRY_TEXT } from '../telemetry/telemetry-levels.ts';
import { curvesAtom, isRecentAtom, marksAtom, spanAtom } from './atoms.ts';
import styles from './history.module.css';
import { intervalRows } from './intervals.ts';
import { markTexts } from './marks.ts';
import type { TimedExtremes } from './series.ts';
import { spanText } from './summary.ts';

/** Chart data as tables: the samples, or for a longer span its extremes and what happened. */
export function HistoryData() {
  const isRecent = useAtomValue(isRecentAtom);
  const span = useAtomValue(spanAtom);
  const isCompared = useAtomValue(comparedIdAtom) !== undefined;
  if ((isRecent && !isCompared) || !span) {
    return (
      <ShowData of="telemetry" title="Telemetry samples" note="newest first, times UTC" isCompact>
        <SampleTable />
      </ShowData>
    );
  }
  return (
    <ShowData of="telemetry" title="Telemetry" note={spanText(span, span.to)} isCompact>
      <IntervalTable span={span} />
      <MarkTable span={span} />
    </ShowData>
  );
}

function IntervalTable({ span }: { readonly span: TimeRange }) {
  const curves = useAtomValue(curvesAtom);
  const rows = intervalRows(
    curves.map(({ series }) => series),
    span,
  );
  const stepMs = (span.to - span.from) / rows.length;
  return (
    <DataTable
      caption={`Lowest to highest value in each ${formatDuration(Math.max(stepMs, 1000))}, newest first; values outside limits are marked.`}
      columns={[
        'From',
        ...curves.map(({ channel, branch }) => {
          const { title, unit } = chartedChannel(channel);
          return `${title}, ${unit}${branch === undefined ? '' : ` in ${isolated(branch)}`}`;
        }),
      ]}
      rows={rows.map(({ from, extremes }) => ({
        key: from,
        cells: [
          formatUtcTimeFrom(from, span.to),
          ...curves.map(({ channel, branch }, index) => (
            <RangeCell key={`${channel} ${branch}`} channel={channel} extremes={extremes[index]} />
          )),
        ],
      }))}
    />
  );
}

interface RangeCellProps {
  readonly channel: HistoryChannel;
  readonly extremes: TimedExtremes | undefined;
}

const URGENCY = ['critical', 'warning'] as const;

function RangeCell({ channel, extremes }: RangeCellProps) {
  if (!extremes) return '–';
  const { decimals } = chartedChannel(channel);
  const [low, high] = [extremes.low, extremes.high].map((value) => formatNumber(value, decimals));
  const levels = isModelChannel(channel)
    ? []
    : [telemetryLevel(channel, extremes.low), telemetryLevel(channel, extremes.high)];
  const level = URGENCY.find((one) => levels.includes(one));
  return (
    <span className={styles.dataValue}>
      {level && <StatusLabel level={TELEMETRY_STATUS[level]} word={TELEMETRY_TEXT[level]} />}
      {low === high ? low : `${low} to ${high}`}
    </span>
  );
}

function MarkTable({ span }: { readonly span: TimeRange }) {
  const marks = useAtomValue(marksAtom);
  const rows = markTexts(marks).filter(({ time, to = time }) => time <= span.to && to >= span.from);
  if (rows.length === 0) return null;
  return (
    <DataTable
      caption="What happened, newest first."
      columns={['Time', 'Until', 'What']}
      rows={rows.toReversed().map(({ key, time, to, text }) => ({
        key,
        cells: [formatUtcTimeFrom(time, span.to), to === undefined ? '' : formatUtcTime(to), text],
      }))}
    />
  );
}
