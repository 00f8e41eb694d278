import type { Place } from '../../../shared/entities/place.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import { type EpochMs, toRadians } from '../../../shared/kit/units.ts';
import { MEAN_EARTH_RADIUS_KM } from '../../../shared/orbit/constants.ts';
import {
  ecefToGeodetic,
  ecefToTeme,
  greenwichSiderealTime,
  inertialSpeedKmPerS,
  type StateEcef,
} from '../../../shared/orbit/frames.ts';
import { dopplerShift } from '../../../shared/orbit/observed-satellite.ts';
import type { LookAngles } from '../../../shared/orbit/observer.ts';
import { ECLIPSED_SHARE, eclipseFraction, sunPositionAu } from '../../../shared/orbit/sun.ts';
import { formatLatitude, formatLongitude } from '../../kit/format.ts';
import { Figure, Figures } from '../../kit/tables/Figures.tsx';
import { LookFigures } from '../../kit/tables/LookFigures.tsx';
import { horizonRadius } from './footprint.ts';
import styles from './satellites.module.css';

interface Props {
  readonly state: StateEcef;
  readonly time: EpochMs;
  readonly place: Place;
  /** Look angles from the place. */
  readonly look: LookAngles;
  readonly frequencyMhz: number | undefined;
}

const KHZ_PER_MHZ = 1000;

const formatSigned = (value: number, decimals: number): string => {
  const text = formatNumber(value, decimals);
  return Number(value.toFixed(decimals)) > 0 ? `+${text}` : text;
};

/** Position and light of a satellite, its look angles and Doppler shift. */
export function SatelliteFigures({ state, time, place, look, frequencyMhz }: Props) {
  const { latitude, longitude, altitudeKm } = ecefToGeodetic(state.positionEcef);
  const positionTeme = ecefToTeme(state.positionEcef, greenwichSiderealTime(time));
  const isEclipsed = eclipseFraction(sunPositionAu(time), positionTeme) >= ECLIPSED_SHARE;
  const footprintKm = toRadians(horizonRadius(Math.max(0, altitudeKm))) * MEAN_EARTH_RADIUS_KM;
  const shiftMhz = frequencyMhz === undefined ? undefined : dopplerShift(frequencyMhz, look.rangeRateKmPerS);
  return (
    <div className={styles.figures}>
      <Figures title="Position">
        <Figure name="Latitude">{formatLatitude(latitude)}</Figure>
        <Figure name="Longitude">{formatLongitude(longitude)}</Figure>
        <Figure name="Altitude" unit="km">
          {formatNumber(altitudeKm, 1)}
        </Figure>
        <Figure name="Speed" unit="km/s">
          {formatNumber(inertialSpeedKmPerS(state), 3)}
        </Figure>
        <Figure name="Footprint radius" unit="km">
          {formatNumber(footprintKm, 0)}
        </Figure>
        <Figure name="Light">{isEclipsed ? 'Eclipsed' : 'Sunlit'}</Figure>
      </Figures>
      <LookFigures from={place.name} look={look}>
        <Figure name="Inside the footprint">{look.elevation > 0 ? 'Yes' : 'No'}</Figure>
        {frequencyMhz !== undefined && shiftMhz !== undefined && (
          <>
            <Figure name="Doppler shift" unit="kHz">
              {formatSigned(shiftMhz * KHZ_PER_MHZ, 2)}
            </Figure>
            <Figure name="Received at" unit="MHz">
              {formatNumber(frequencyMhz + shiftMhz, 5)}
            </Figure>
          </>
        )}
      </LookFigures>
    </div>
  );
}
