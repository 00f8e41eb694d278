import { useAtomValue } from 'jotai';
import { currentOrNextPass, type ObservedPass } from '../../shared/contact-plan.ts';
import { SATELLITE_NAMES, type SatelliteId } from '../../shared/elements.ts';
import { OBSERVERS } from '../../shared/observers.ts';
import type { EpochMs } from '../../shared/units.ts';
import { formatNumber, formatUtcTime, formatUtcTimeFrom } from '../format.ts';
import { missionSecondAtom, positionsAtom } from '../mission/atoms.ts';
import { Card, QuietLine } from '../shell/Card.tsx';
import { formatCountdown } from './countdown.ts';
import { ElevationChart } from './ElevationChart.tsx';
import { satelliteContactsAtoms } from './observation.ts';
import { passCursorAtom } from './pass-cursor.ts';
import { SkyPlot } from './SkyPlot.tsx';
import styles from './sky.module.css';

interface SkyProps {
  readonly id: SatelliteId;
}

/** The observer's sky with the pass that is under way or comes next: as a polar plot, as elevation over time, in words. */
export function SkyCard({ id, className }: SkyProps & { readonly className?: string | undefined }) {
  return (
    <Card
      title={`Sky over ${OBSERVERS[id].name}`}
      className={className}
      aside={<p className={styles.aside}>above 0°, times UTC</p>}
    >
      <Sky id={id} />
    </Card>
  );
}

function Sky({ id }: SkyProps) {
  const contacts = useAtomValue(satelliteContactsAtoms[id]);
  const now = useAtomValue(missionSecondAtom);
  const cursor = useAtomValue(passCursorAtom);
  const ahead = useAtomValue(positionsAtom)?.[id] ?? [];
  if (contacts.status === 'unavailable') return <QuietLine>{contacts.reason}</QuietLine>;
  if (contacts.status === 'loading' || now === undefined)
    return <QuietLine>Loading tracking data...</QuietLine>;
  const pass = currentOrNextPass(contacts.value.observer, now);
  if (!pass) return <QuietLine>{SATELLITE_NAMES[id]} does not rise here within 24 h.</QuietLine>;
  const maximum = `${formatNumber(pass.maxElevation, 0)}°`;
  const label = `Pass of ${SATELLITE_NAMES[id]}: rises at azimuth ${formatNumber(pass.aosAzimuth, 0)}°, stands highest at ${maximum}, sets at azimuth ${formatNumber(pass.losAzimuth, 0)}°`;
  return (
    <div className={styles.layout} data-satellite={id}>
      <PassFacts pass={pass} now={now} />
      <div className={styles.plotFrame}>
        <SkyPlot pass={pass} ahead={ahead} now={now} cursor={cursor} label={label} />
      </div>
      <ElevationChart
        pass={pass}
        now={now}
        label={`Elevation from ${formatUtcTime(pass.aos)} to ${formatUtcTime(pass.los)} UTC, ${maximum} at ${formatUtcTime(pass.tca)}`}
      />
    </div>
  );
}

function PassFacts({ pass, now }: { readonly pass: ObservedPass; readonly now: EpochMs }) {
  const isUnderWay = pass.aos <= now;
  return (
    <p className={styles.facts}>
      {isUnderWay ? 'Pass under way, LOS in ' : 'Next pass in '}
      <strong>{formatCountdown((isUnderWay ? pass.los : pass.aos) - now)}</strong>
      {`: AOS ${formatUtcTimeFrom(pass.aos, now)}, TCA ${formatUtcTime(pass.tca)}, LOS ${formatUtcTime(pass.los)} UTC, up to `}
      <strong>{formatNumber(pass.maxElevation, 1)}°</strong>
    </p>
  );
}
