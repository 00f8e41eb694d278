import { atom, useAtomValue } from 'jotai';
import { TELEMETRY_CHANNELS } from '../../../shared/entities/telemetry-channels.ts';
import { Card } from '../../kit/card/Card.tsx';
import { formatUtcTime } from '../../kit/format.ts';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { LoadingState } from '../../mission/link/LoadingState.tsx';
import { isTelemetryStaleAtom } from '../../mission/link/staleness.ts';
import { outlookAtom } from '../../mission/look-ahead/outlook.ts';
import { ChannelList } from './ChannelList.tsx';
import { ChannelRow } from './ChannelRow.tsx';
import { PastOrbit } from './PastOrbit.tsx';
import { chartAxisAtom, chartSpanAtom, usePastOrbit } from './past-orbit.ts';
import { spanText } from './sparkline.ts';
import { TelemetryData } from './TelemetryData.tsx';
import styles from './telemetry.module.css';

/** The Telemetry card of the Overview (spec §2): five channels with value, level, trend, past and next orbit. */
export function TelemetryCard({ className }: { readonly className?: string | undefined }) {
  return (
    <Card title="Telemetry" className={className} aside={<Aside />}>
      <Channels />
    </Card>
  );
}

/** Keeps the table, which may be open, from rendering with its card. */
const hasSamplesAtom = atom((get) => (get(sliceAtoms.telemetry)?.length ?? 0) > 0);

function Aside() {
  const hasSamples = useAtomValue(hasSamplesAtom);
  return (
    hasSamples && (
      <>
        <ChartedSpan />
        <SampleTime />
        <TelemetryData />
      </>
    )
  );
}

/** Time span of the charts. */
function ChartedSpan() {
  const span = useAtomValue(chartSpanAtom);
  const { to } = useAtomValue(chartAxisAtom);
  const isAhead = to > span.to;
  const leftOut = useAtomValue(outlookAtom)?.without.length ?? 0;
  return (
    <p className={styles.sampled}>
      past {spanText(span)}
      {isAhead && `, next ${spanText({ from: span.to, to })}`}
      {isAhead && leftOut > 0 && ` without ${leftOut} ${leftOut === 1 ? 'anomaly' : 'anomalies'}`}
    </p>
  );
}

/** Time of the newest sample. */
export function SampleTime() {
  const newest = useAtomValue(sliceAtoms.telemetry)?.at(-1);
  const isStale = useAtomValue(isTelemetryStaleAtom);
  if (!newest) return null;
  return (
    <p className={styles.sampled}>
      <span className={isStale ? undefined : styles.spare}>{isStale ? 'stale since ' : 'sampled '}</span>
      <time dateTime={new Date(newest.timestamp).toISOString()}>
        {formatUtcTime(newest.timestamp)}
        <span className={isStale ? styles.spare : undefined}> UTC</span>
      </time>
    </p>
  );
}

function Channels() {
  usePastOrbit();
  const history = useAtomValue(sliceAtoms.telemetry);
  const isStale = useAtomValue(isTelemetryStaleAtom);
  if (!history || history.length === 0) return <LoadingState headline="Loading telemetry..." />;
  return (
    <ChannelList isStrip>
      {TELEMETRY_CHANNELS.map((channel) => (
        <ChannelRow
          key={channel}
          channel={channel}
          history={history}
          isStale={isStale}
          chart={<PastOrbit channel={channel} history={history} isStale={isStale} />}
        />
      ))}
    </ChannelList>
  );
}
