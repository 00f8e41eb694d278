import { useAtomValue } from 'jotai';
import { type ReactNode, Suspense } from 'react';
import { SPACECRAFT } from '../../shared/entities/satellites.ts';
import { AnomalyDetectionCard } from '../features/anomalies/AnomalyDetectionCard.tsx';
import { OrbitalPositionCard } from '../features/orbital/OrbitalPositionCard.tsx';
import { MissionPerformanceCard } from '../features/performance/MissionPerformanceCard.tsx';
import { StateHeadline } from '../features/synoptic/StateHeadline.tsx';
import { TelemetryCard } from '../features/telemetry/TelemetryCard.tsx';
import { CardBoundary } from '../kit/card/CardBoundary.tsx';
import { isSettledAtom } from '../kit/page/settled.ts';
import { IS_LARGE, useMediaQuery } from '../kit/page/use-media-query.ts';
import { observerAtoms } from '../mission/contacts/places.ts';
import { LoadingState } from '../mission/link/LoadingState.tsx';
import styles from './dashboard.module.css';
import { EventLogCard, MissionTimelineCard, ShiftLine, SkyCard } from './deferred-parts.ts';
import { WhenSettled } from './WhenSettled.tsx';

/**
 * The Overview of spec §2: the spacecraft's state first, then what needs attention, then the map and the
 * channels. Large screens show more cards.
 */
export function Overview() {
  const isLarge = useMediaQuery(IS_LARGE);
  return (
    <div className={styles.overview}>
      <StateHeadline className={styles.state} />
      <AnomalyDetectionCard className={styles.anomalies} />
      <OrbitalPositionCard className={styles.orbital} />
      <TelemetryCard className={styles.telemetry} />
      <MissionPerformanceCard className={styles.performance}>
        <WhenSettled>
          <ShiftLine />
        </WhenSettled>
      </MissionPerformanceCard>
      {isLarge && <MoreCards />}
    </div>
  );
}

/** Cards of other tabs, shown after the first view. */
function MoreCards() {
  const { name } = useAtomValue(observerAtoms[SPACECRAFT]);
  if (!useAtomValue(isSettledAtom)) return null;
  return (
    <>
      <Deferred title={`Sky over ${name}`}>
        <SkyCard className={styles.sky} id={SPACECRAFT} />
      </Deferred>
      <Deferred title="Mission Timeline">
        <MissionTimelineCard className={styles.timeline} />
      </Deferred>
      <Deferred title="Event Log">
        <EventLogCard className={styles.log} />
      </Deferred>
    </>
  );
}

function Deferred({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <CardBoundary title={title}>
      <Suspense fallback={<LoadingState headline={`Loading ${title}…`} />}>{children}</Suspense>
    </CardBoundary>
  );
}
