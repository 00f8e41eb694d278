import { useAtomValue, useSetAtom } from 'jotai';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import type { HistoryChannel } from '../../../shared/contract/history.ts';
import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { ToolButton } from '../../kit/controls/ToolButton.tsx';
import { withUnitsJoined } from '../../kit/format.ts';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import {
  chartedChannel,
  isModelChannel,
  MODEL_DEFINITIONS,
  readModelChannel,
} from '../../mission/link/model-channels.ts';
import { isSpacecraftStaleAtom, isTelemetryStaleAtom } from '../../mission/link/staleness.ts';
import { offText } from '../../mission/look-ahead/partings.ts';
import { comparedNameAtom } from '../../mission/time/comparison.ts';
import { ChannelRow, PlainChannelRow } from '../telemetry/ChannelRow.tsx';
import { summariseChannel } from '../telemetry/summary.ts';
import {
  addedChannelsAtom,
  comparedSeriesAtoms,
  isRecentAtom,
  partedAtoms,
  predictionAtoms,
  seriesAtoms,
} from './atoms.ts';
import { HistoryChart } from './HistoryChart.tsx';
import styles from './history.module.css';
import { nextCrossingText, predictionText } from './prediction.ts';
import { extremesOf, type TimedExtremes } from './series.ts';
import { summariseBranch, summariseSpan } from './summary.ts';

interface HistoryRowProps {
  readonly channel: HistoryChannel;
  readonly span: TimeRange;
  /** At least one sample. */
  readonly samples: readonly TelemetrySample[];
  readonly onColumns: (count: number) => void;
}

/** A channel with its current value, its extremes over the shown span, and its chart. */
export function HistoryRow({ channel, span, samples, onColumns }: HistoryRowProps) {
  const series = useAtomValue(seriesAtoms[channel]);
  const isRecent = useAtomValue(isRecentAtom);
  const isStale = useAtomValue(isTelemetryStaleAtom);
  const isViewStale = useAtomValue(isSpacecraftStaleAtom);
  const view = useAtomValue(sliceAtoms.spacecraft);
  const remove = useSetAtom(addedChannelsAtom);
  const extremes = useMemo(() => extremesOf(series, span), [series, span]);
  const compared = useAtomValue(comparedSeriesAtoms[channel]);
  const comparedName = useAtomValue(comparedNameAtom) ?? '';
  const comparedExtremes = useMemo(() => compared && extremesOf(compared, span), [compared, span]);
  const summary =
    isRecent && !isModelChannel(channel)
      ? summariseChannel(channel, samples, isStale)
      : summariseSpan(channel, span, extremes, span.to);
  const prediction = useAtomValue(predictionAtoms[channel]);
  const parting = useAtomValue(partedAtoms[channel])?.parting;
  const label = [
    summary,
    ...(compared ? [summariseBranch(channel, comparedName, comparedExtremes)] : []),
    ...(parting ? [offText(parting)] : []),
    ...(prediction ? [predictionText(channel, prediction, span.to)] : []),
  ].join('; ');
  const crossing = prediction && nextCrossingText(prediction, span.to);
  const chart = <HistoryChart channel={channel} span={span} label={label} onColumns={onColumns} />;
  const note = (
    <>
      <ExtremesNote channel={channel} extremes={extremes} />
      {crossing !== undefined && <p className={styles.crossing}>{withUnitsJoined(crossing)}</p>}
    </>
  );
  if (!isModelChannel(channel)) {
    return <ChannelRow channel={channel} history={samples} isStale={isStale} note={note} chart={chart} />;
  }
  const { title } = MODEL_DEFINITIONS[channel];
  return (
    <PlainChannelRow
      channel={channel}
      definition={MODEL_DEFINITIONS[channel]}
      value={view && readModelChannel(channel, view)}
      isStale={isViewStale}
      note={note}
      chart={chart}
      action={
        <ToolButton
          isIcon
          aria-label={`Remove ${title}`}
          onClick={() => remove((added) => added.filter((other) => other !== channel))}
        >
          <X aria-hidden="true" />
        </ToolButton>
      }
    />
  );
}

interface ExtremesNoteProps {
  readonly channel: HistoryChannel;
  readonly extremes: TimedExtremes | undefined;
}

function ExtremesNote({ channel, extremes }: ExtremesNoteProps) {
  const { decimals } = chartedChannel(channel);
  const text = (value: number | undefined): string =>
    value === undefined ? '–' : formatNumber(value, decimals);
  return (
    <p className={styles.extremes}>
      <span>
        min <span className={styles.extreme}>{text(extremes?.low)}</span>
      </span>
      <span>
        max <span className={styles.extreme}>{text(extremes?.high)}</span>
      </span>
    </p>
  );
}
