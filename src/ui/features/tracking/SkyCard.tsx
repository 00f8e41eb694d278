import { atom, useAtomValue } from 'jotai';
import { EyeOff } from 'lucide-react';
import { currentOrNextPass } from '../../../shared/contract/contact-plan.ts';
import { mapSatellites, SATELLITES, type SatelliteId } from '../../../shared/entities/satellites.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { Pass, PassPath } from '../../../shared/orbit/passes.ts';
import { Card } from '../../kit/card/Card.tsx';
import { EmptyState } from '../../kit/card/EmptyState.tsx';
import { formatBearing, formatTimeLeft, formatUtcTime, formatUtcTimeFrom } from '../../kit/format.ts';
import { lightChanges, passLight } from '../../kit/sky/pass-light.ts';
import { SkyPlot } from '../../kit/sky/SkyPlot.tsx';
import { compassPoint } from '../../kit/sky/sky-geometry.ts';
import { glidingObservationAtoms } from '../../mission/contacts/observation.ts';
import { formatMask, observerAtoms, placeContactsAtoms } from '../../mission/contacts/places.ts';
import { missionSecondAtom } from '../../mission/link/atoms.ts';
import { LoadingState } from '../../mission/link/LoadingState.tsx';
import { timeCursorAtom } from '../../mission/link/time-cursor.ts';
import { LocalClock } from '../../mission/places/LocalClock.tsx';
import { ElevationChart } from './ElevationChart.tsx';
import { PassData } from './PassData.tsx';
import { positionsAheadAtoms } from './positions-ahead.ts';
import styles from './sky.module.css';
import { visibilityAtoms } from './visibility.ts';

interface SkyProps {
  readonly id: SatelliteId;
}

/** The observer's sky with the current or next pass: as a polar plot, as elevation over time, and as text. */
export function SkyCard({ id, className }: SkyProps & { readonly className?: string | undefined }) {
  const { name } = useAtomValue(observerAtoms[id]);
  return (
    <Card title={`Sky over ${name}`} className={className} aside={<Aside id={id} />}>
      <Sky id={id} />
    </Card>
  );
}

/** Keeps its identity during the same pass. */
const passAtomOf = (id: SatelliteId) =>
  atom((get): Pass | undefined => {
    const contacts = get(placeContactsAtoms[id]);
    const now = get(missionSecondAtom);
    if (contacts.status !== 'available' || now === undefined) return undefined;
    return currentOrNextPass(contacts.value.observer, now);
  });

const passAtoms = mapSatellites(passAtomOf);

function Aside({ id }: SkyProps) {
  const pass = useAtomValue(passAtoms[id]);
  const { mask } = useAtomValue(observerAtoms[id]);
  return (
    <>
      <p className={styles.aside}>
        {SATELLITES[id].name} above {formatMask(mask)}, times UTC
      </p>
      <LocalClock className={styles.aside} />
      {pass?.path && <PassData id={id} arc={pass.path.arc} tca={pass.tca} />}
    </>
  );
}

function Sky({ id }: SkyProps) {
  const pass = useAtomValue(passAtoms[id]);
  const contacts = useAtomValue(placeContactsAtoms[id]);
  const { name, mask } = useAtomValue(observerAtoms[id]);
  const now = useAtomValue(missionSecondAtom);
  const cursor = useAtomValue(timeCursorAtom);
  const gliding = useAtomValue(glidingObservationAtoms[id]);
  const visibility = useAtomValue(visibilityAtoms[id]);
  const ahead = useAtomValue(positionsAheadAtoms[id]);
  if (contacts.status === 'unavailable')
    return <EmptyState headline="Error loading tracking data" detail={contacts.reason} level="caution" />;
  if (contacts.status === 'loading' || now === undefined)
    return <LoadingState headline="Loading tracking data..." />;
  const limit = formatMask(mask);
  const above = mask > 0 ? `above ${limit} ` : '';
  const below = mask > 0 ? `below ${limit} ` : '';
  if (!pass?.path)
    return (
      <EmptyState
        headline="No pass within 24 h"
        detail={`${SATELLITES[id].name} does not rise ${above}over ${name} in that time. The next pass appears here when known.`}
        icon={EyeOff}
      />
    );
  const { path } = pass;
  const shadow = shadowText(pass, path);
  const maximum = `${formatNumber(pass.maxElevation, 0)}°`;
  const end = (word: string, time: EpochMs, azimuth: number) =>
    `${word}at ${formatUtcTime(time)} in the ${compassPoint(azimuth)}, azimuth ${formatBearing(azimuth, 0)}`;
  const rise = end(`rises ${above}`, pass.aos, pass.aosAzimuth);
  const set = end(`sets ${below}`, pass.los, pass.losAzimuth);
  const label = `Sky over ${name}: ${SATELLITES[id].name} ${rise}, peaks at ${maximum}, ${set}. ${shadow ?? 'Sunlit'}`;
  return (
    <div className={styles.layout} data-satellite={id}>
      <PassFacts pass={pass} shadow={shadow} now={now} isAcquiring={visibility?.isAcquiring ?? false} />
      <div className={styles.plotFrame}>
        <SkyPlot
          arc={path.arc}
          sunlit={path.sunlit}
          mask={mask}
          ahead={ahead}
          now={now}
          position={gliding}
          cursor={cursor}
          label={label}
        />
      </div>
      <ElevationChart
        pass={pass}
        arc={path.arc}
        now={now}
        mask={mask}
        label={`Elevation over the pass: from ${limit} at ${formatUtcTime(pass.aos)} up to ${maximum} at ${formatUtcTime(pass.tca)} and down to ${limit} at ${formatUtcTime(pass.los)} UTC`}
      />
    </div>
  );
}

/** `Enters the shadow at 21:31:07 (dashed)`; nothing if the satellite is sunlit all the time. */
function shadowText(pass: Pass, path: PassPath): string | undefined {
  const light = passLight(pass, path);
  if (light === 'sunlit') return undefined;
  if (light === 'shadow') return "In the Earth's shadow (dashed)";
  const changes = lightChanges(pass, path, formatUtcTime).join(', ');
  return `${changes[0]?.toUpperCase()}${changes.slice(1)} (dashed)`;
}

interface PassFactsProps {
  readonly pass: Pass;
  /** Illumination shown by its line; absent if the satellite is sunlit all the time. */
  readonly shadow: string | undefined;
  readonly now: EpochMs;
  /** True while the shown position does not match the pass yet. */
  readonly isAcquiring: boolean;
}

function PassFacts({ pass, shadow, now, isAcquiring }: PassFactsProps) {
  const isInProgress = pass.aos <= now;
  const lead = isInProgress ? 'Pass in progress, LOS in ' : 'Next pass in ';
  return (
    <p className={styles.facts}>
      {isAcquiring ? (
        'Acquiring live data'
      ) : (
        <>
          {lead}
          <strong>{formatTimeLeft((isInProgress ? pass.los : pass.aos) - now)}</strong>
        </>
      )}
      {`: AOS ${formatUtcTimeFrom(pass.aos, now)}, TCA ${formatUtcTime(pass.tca)}, LOS ${formatUtcTime(pass.los)} UTC, max elevation `}
      <strong>{formatNumber(pass.maxElevation, 1)}°</strong>
      {shadow && `. ${shadow}.`}
    </p>
  );
}
