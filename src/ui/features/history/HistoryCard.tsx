import { useAtomValue } from 'jotai';
import { type ReactNode, type RefObject, useImperativeHandle, useRef, useState } from 'react';
import type { HistoryChannel } from '../../../shared/contract/history.ts';
import { Card } from '../../kit/card/Card.tsx';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { useMediaQuery } from '../../kit/page/use-media-query.ts';
import { sliceAtoms, subjectAtom } from '../../mission/link/atoms.ts';
import { LoadingState } from '../../mission/link/LoadingState.tsx';
import { cardViewAtom, comparedIdAtom, shownIdAtom } from '../../mission/time/comparison.ts';
import { ChannelList } from '../telemetry/ChannelList.tsx';
import { SampleTime } from '../telemetry/TelemetryCard.tsx';
import { AddChannel } from './AddChannel.tsx';
import { aheadMsAtom, isRecentAtom, queriedChannelsAtom, shownChannelsAtom, spanAtom } from './atoms.ts';
import { Caption } from './Caption.tsx';
import { DifferenceLoader } from './DifferenceLoader.tsx';
import { ExportTools } from './ExportTools.tsx';
import { HistoryData } from './HistoryData.tsx';
import { HistoryLoader } from './HistoryLoader.tsx';
import { HistoryRow } from './HistoryRow.tsx';
import styles from './history.module.css';
import { LookAheadLoader } from './LookAheadLoader.tsx';
import { RangeButtons } from './RangeButtons.tsx';
import { ViewButtons } from './ViewButtons.tsx';
import { WantedSpan } from './WantedSpan.tsx';

/** Width from which charts and diagram fit side by side. */
const FITS_BOTH = '(min-width: 137.5rem)';

interface HistoryCardProps {
  readonly className?: string | undefined;
  /** Diagram of the spacecraft. */
  readonly diagram: ReactNode;
  /** Time of the diagram. */
  readonly diagramTime: ReactNode;
}

/** The telemetry card of its own tab (spec §2): charts of the whole session, and the spacecraft diagram. */
export function HistoryCard({ className, diagram, diagramTime }: HistoryCardProps) {
  const fitsBoth = useMediaQuery(FITS_BOTH);
  const view = useAtomValue(cardViewAtom);
  const chartsRef = useRef<HTMLElement>(null);
  const hasCharts = fitsBoth || view === 'charts';
  const hasDiagram = fitsBoth || view === 'diagram';
  return (
    <Card
      title="Telemetry"
      className={className}
      aside={
        <div className={styles.controls}>
          {hasCharts && <ChartControls chartsRef={chartsRef} />}
          {hasCharts ? <SampleTime /> : diagramTime}
        </div>
      }
      data={!fitsBoth && <ViewButtons />}
    >
      <div className={styles.views} data-both={hasCharts && hasDiagram}>
        {hasCharts && <Charts ref={chartsRef} />}
        {hasDiagram && (
          <section className={styles.diagram} aria-label="Spacecraft">
            {diagram}
          </section>
        )}
      </div>
    </Card>
  );
}

function ChartControls({ chartsRef }: { readonly chartsRef: RefObject<HTMLElement | null> }) {
  const hasSamples = useAtomValue(spanAtom) !== undefined;
  return (
    hasSamples && (
      <>
        <RangeButtons />
        <AddChannel />
        <span className={styles.tools}>
          <ExportTools chartsRef={chartsRef} />
          <HistoryData />
        </span>
      </>
    )
  );
}

/** Channels that are predicted while the charts do not look ahead. */
const NONE: readonly HistoryChannel[] = [];

/** Used until a chart reports its width. */
const FALLBACK_COLUMNS = 800;

/** The charts with their caption; they take the focus of a control that is removed, such as *End comparison*. */
function Charts({ ref }: { readonly ref: RefObject<HTMLElement | null> }) {
  const samples = useAtomValue(sliceAtoms.telemetry);
  const span = useAtomValue(spanAtom);
  const channels = useAtomValue(shownChannelsAtom);
  const aheadMs = useAtomValue(aheadMsAtom);
  const isRecent = useAtomValue(isRecentAtom);
  const subject = useAtomValue(subjectAtom);
  const shown = useAtomValue(shownIdAtom);
  const compared = useAtomValue(comparedIdAtom);
  const isCompared = shown !== undefined && compared !== undefined;
  const isAsking = useAtomValue(queriedChannelsAtom).length > 0 || isCompared;
  const [columns, setColumns] = useState(FALLBACK_COLUMNS);
  const kept = useKeptFocus<HTMLDivElement>();
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => kept.ref.current);
  return (
    <div {...kept} tabIndex={-1} className={styles.charts}>
      {samples && span ? (
        <>
          {isAsking && <HistoryLoader key={subject} columns={columns} />}
          <LookAheadLoader channels={aheadMs > 0 ? channels : NONE} aheadMs={aheadMs} />
          <WantedSpan />
          {isCompared && <DifferenceLoader shown={shown} other={compared} />}
          {(!isRecent || isCompared) && <Caption span={span} />}
          <ChannelList isWide>
            {channels.map((channel) => (
              <HistoryRow
                key={channel}
                channel={channel}
                span={span}
                samples={samples}
                onColumns={setColumns}
              />
            ))}
          </ChannelList>
        </>
      ) : (
        <LoadingState headline="Loading telemetry..." />
      )}
    </div>
  );
}
