import { atom, useAtomValue } from 'jotai';
import { Eye, EyeOff, Moon, Sun } from 'lucide-react';
import { LIVE_SATELLITE, SATELLITES, type SatelliteId } from '../../../shared/entities/satellites.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { Card } from '../../kit/card/Card.tsx';
import { EmptyState } from '../../kit/card/EmptyState.tsx';
import { formatTimeLeft } from '../../kit/format.ts';
import { LookFigures } from '../../kit/tables/LookFigures.tsx';
import { observationAtoms } from '../../mission/contacts/observation.ts';
import { formatMask, observerAtoms } from '../../mission/contacts/places.ts';
import { missionSecondAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { LoadingState } from '../../mission/link/LoadingState.tsx';
import { LoadFailure } from '../../mission/real-data/LoadFailure.tsx';
import { ProvenanceChip } from '../../mission/real-data/ProvenanceChip.tsx';
import { IssAccuracy } from './IssAccuracy.tsx';
import { ReportedFix } from './ReportedFix.tsx';
import { OrbitFigures, PositionFigures } from './TrackingFigures.tsx';
import styles from './tracking.module.css';
import { visibilityAtoms } from './visibility.ts';

interface TrackingProps {
  readonly id: SatelliteId;
}

/** Position of the satellite and its look angles; the fixed values of spec §9 beside the computed ones. */
export function TrackingCard({ id, className }: TrackingProps & { readonly className?: string | undefined }) {
  return (
    <Card title={`${SATELLITES[id].name} Tracking`} className={className} aside={<ProvenanceChip id={id} />}>
      <Tracking id={id} />
    </Card>
  );
}

function Tracking({ id }: TrackingProps) {
  const tracked = useAtomValue(observationAtoms[id]);
  const observer = useAtomValue(observerAtoms[id]);
  if (tracked.status === 'loading') return <LoadingState headline="Loading tracking data..." />;
  if (tracked.status === 'unavailable') {
    return <EmptyState headline="Error loading tracking data" detail={tracked.reason} level="caution" />;
  }
  return (
    <div className={styles.groups}>
      {id === LIVE_SATELLITE && <PositionsFailure />}
      <VisibilityDisplay id={id} />
      {id === LIVE_SATELLITE && <IssAccuracy />}
      <PositionFigures id={id} observation={tracked.value} />
      <LookFigures from={observer.name} look={tracked.value} />
      <OrbitFigures id={id} />
      {id === LIVE_SATELLITE && <ReportedFix />}
    </div>
  );
}

const positionsCallAtom = atom((get) => get(sliceAtoms.realData)?.calls.satellitePositions);

/** Shown above the computed figures, which remain valid. */
function PositionsFailure() {
  const call = useAtomValue(positionsCallAtom);
  if (call?.status !== 'failed') return null;
  return (
    <LoadFailure
      className={styles.wide}
      text="Error loading tracking data"
      reason={call.error ?? 'Unknown error occurred'}
    />
  );
}

/** Spec §4: elevation above 0 shows VISIBLE, otherwise BELOW HORIZON; eclipsed shows ECLIPSED, otherwise SUNLIT. */
function VisibilityDisplay({ id }: TrackingProps) {
  const visibility = useAtomValue(visibilityAtoms[id]);
  const { mask } = useAtomValue(observerAtoms[id]);
  const now = useAtomValue(missionSecondAtom);
  if (!visibility || now === undefined) return null;
  const { isVisible, isInPass, isAcquiring, nextVisibilityChange, isEclipsed, nextEclipseTransition } =
    visibility;
  const [rises, sets] =
    mask > 0 ? [`above ${formatMask(mask)} in`, `below ${formatMask(mask)} in`] : ['rises in', 'sets in'];
  return (
    <div className={styles.displays}>
      <p className={styles.display}>
        <span className={styles.word}>
          {isVisible ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
          {isVisible ? 'VISIBLE' : 'BELOW HORIZON'}
        </span>
        {isAcquiring ? (
          <span className={styles.countdown}>acquiring live data</span>
        ) : (
          <Countdown verb={isInPass ? sets : rises} time={nextVisibilityChange} now={now} />
        )}
      </p>
      <p className={styles.display}>
        <span className={styles.word}>
          {isEclipsed ? <Moon aria-hidden="true" /> : <Sun aria-hidden="true" />}
          {isEclipsed ? 'ECLIPSED' : 'SUNLIT'}
        </span>
        <Countdown verb={isEclipsed ? 'sunlit in' : 'eclipsed in'} time={nextEclipseTransition} now={now} />
      </p>
    </div>
  );
}

interface ContactCountdownProps {
  readonly verb: string;
  /** `undefined` if the plan has no further change. */
  readonly time: EpochMs | undefined;
  readonly now: EpochMs;
}

function Countdown({ verb, time, now }: ContactCountdownProps) {
  return (
    <span className={styles.countdown}>
      {time === undefined ? 'no change within 24 h' : `${verb} ${formatTimeLeft(time - now)}`}
    </span>
  );
}
