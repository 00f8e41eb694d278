import { useAtomValue } from 'jotai';
import { Eye, EyeOff, Moon, Sun } from 'lucide-react';
import { SATELLITE_NAMES, type SatelliteId } from '../../shared/elements.ts';
import { FIXED_DISPLAY } from '../../shared/limits.ts';
import { OBSERVERS } from '../../shared/observers.ts';
import type { EpochMs } from '../../shared/units.ts';
import { formatLatitude, formatLongitude, formatNumber } from '../format.ts';
import { missionSecondAtom } from '../mission/atoms.ts';
import { Card, QuietLine } from '../shell/Card.tsx';
import { formatCountdown } from './countdown.ts';
import { Figure, Figures } from './Figures.tsx';
import { type Observation, observationAtoms } from './observation.ts';
import styles from './tracking.module.css';
import { visibilityAtoms } from './visibility.ts';

interface TrackingProps {
  readonly id: SatelliteId;
}

/** Where the satellite is and how its observer sees it; the fixed values of spec §9 beside the computed ones. */
export function TrackingCard({ id, className }: TrackingProps & { readonly className?: string | undefined }) {
  return (
    <Card title={`${SATELLITE_NAMES[id]} Tracking`} className={className}>
      <Tracking id={id} />
    </Card>
  );
}

function Tracking({ id }: TrackingProps) {
  const tracked = useAtomValue(observationAtoms[id]);
  if (tracked.status === 'loading') return <QuietLine>Loading tracking data...</QuietLine>;
  if (tracked.status === 'unavailable') {
    return (
      <QuietLine>
        Error loading tracking data
        <br />
        {tracked.reason}
      </QuietLine>
    );
  }
  return (
    <div className={styles.groups}>
      <VisibilityDisplay id={id} />
      <PositionFigures observation={tracked.value} />
      <LookFigures id={id} observation={tracked.value} />
      <OrbitFigures id={id} />
    </div>
  );
}

/** Spec §4: elevation above 0 shows VISIBLE, otherwise BELOW HORIZON; eclipsed shows ECLIPSED, otherwise SUNLIT. */
function VisibilityDisplay({ id }: TrackingProps) {
  const visibility = useAtomValue(visibilityAtoms[id]);
  const now = useAtomValue(missionSecondAtom);
  if (!visibility || now === undefined) return null;
  const { isVisible, nextVisibilityChange, isEclipsed, nextLightChange } = visibility;
  return (
    <div className={styles.displays}>
      <p className={styles.display}>
        <span className={styles.word}>
          {isVisible ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
          {isVisible ? 'VISIBLE' : 'BELOW HORIZON'}
        </span>
        <Countdown verb={isVisible ? 'sets in' : 'rises in'} time={nextVisibilityChange} now={now} />
      </p>
      <p className={styles.display}>
        <span className={styles.word}>
          {isEclipsed ? <Moon aria-hidden="true" /> : <Sun aria-hidden="true" />}
          {isEclipsed ? 'ECLIPSED' : 'SUNLIT'}
        </span>
        <Countdown verb={isEclipsed ? 'sunlit in' : 'eclipsed in'} time={nextLightChange} now={now} />
      </p>
    </div>
  );
}

interface CountdownProps {
  readonly verb: string;
  /** `undefined` where no change lies within the plan. */
  readonly time: EpochMs | undefined;
  readonly now: EpochMs;
}

function Countdown({ verb, time, now }: CountdownProps) {
  return (
    <span className={styles.countdown}>
      {time === undefined ? 'no change within 24 h' : `${verb} ${formatCountdown(time - now)}`}
    </span>
  );
}

function PositionFigures({ observation }: { readonly observation: Observation }) {
  const { place, ra, dec, inertialSpeedKmPerS } = observation;
  return (
    <Figures title="Position, computed">
      <Figure name="Latitude">{formatLatitude(place.latitude)}</Figure>
      <Figure name="Longitude">{formatLongitude(place.longitude)}</Figure>
      <Figure name="Altitude" unit="km">
        {formatNumber(place.altitudeKm, 1)}
      </Figure>
      <Figure name="Speed" unit="km/s">
        {formatNumber(inertialSpeedKmPerS, 3)}
      </Figure>
      <Figure name="Right ascension" unit="J2000">
        {formatNumber(ra, 2)}°
      </Figure>
      <Figure name="Declination" unit="J2000">
        {formatNumber(dec, 2)}°
      </Figure>
    </Figures>
  );
}

function LookFigures({ id, observation }: TrackingProps & { readonly observation: Observation }) {
  return (
    <Figures title={`Seen from ${OBSERVERS[id].name}`}>
      <Figure name="Azimuth">{formatNumber(observation.azimuth, 1)}°</Figure>
      <Figure name="Elevation">{formatNumber(observation.elevation, 1)}°</Figure>
      <Figure name="Range" unit="km">
        {formatNumber(observation.rangeKm, 0)}
      </Figure>
      <Figure name="Range rate" unit="km/s">
        {formatNumber(observation.rangeRateKmPerS, 2)}
      </Figure>
    </Figures>
  );
}

function OrbitFigures({ id }: TrackingProps) {
  const velocity = id === 'iss' ? FIXED_DISPLAY.issVelocityKmPerS : FIXED_DISPLAY.orbitaVelocityKmPerS;
  return (
    <Figures title="Nominal orbit (fixed)">
      <Figure name="Velocity" unit="km/s">
        {velocity.toFixed(2)}
      </Figure>
      <Figure name="Orbit period" unit="min">
        {FIXED_DISPLAY.orbitPeriodMin.toFixed(1)}
      </Figure>
      <Figure name="Apogee" unit="km">
        {FIXED_DISPLAY.apogeeKm}
      </Figure>
      <Figure name="Perigee" unit="km">
        {FIXED_DISPLAY.perigeeKm}
      </Figure>
      <Figure name="Inclination">{FIXED_DISPLAY.inclination.toFixed(1)}°</Figure>
    </Figures>
  );
}
