import { useAtomValue } from 'jotai';
import { FIXED_DISPLAY } from '../../../shared/entities/constants.ts';
import { SATELLITES, type SatelliteId } from '../../../shared/entities/satellites.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import { formatBearing, formatLatitude, formatLongitude } from '../../kit/format.ts';
import { Figure, Figures } from '../../kit/tables/Figures.tsx';
import type { Observation } from '../../mission/contacts/observation.ts';
import { dataQualityAtoms } from '../../mission/real-data/atoms.ts';
import type { DataQuality } from '../../mission/real-data/provenance.ts';

interface ObservationProps {
  readonly id: SatelliteId;
  readonly observation: Observation;
}

const POSITION_TITLES: Readonly<Record<DataQuality['kind'], string>> = {
  live: 'Position, from live data',
  transition: 'Position, acquiring live data',
  predicted: 'Position, predicted',
  simulated: 'Position', // shown in its card's heading
  unknown: 'Position, last known orbit',
};

/** Position of the satellite, and its data source. */
export function PositionFigures({ id, observation }: ObservationProps) {
  const kind = useAtomValue(dataQualityAtoms[id])?.kind;
  const { place, ra, dec, inertialSpeedKmPerS } = observation;
  return (
    <Figures title={kind ? POSITION_TITLES[kind] : 'Position, computed'}>
      <Figure name="Latitude">{formatLatitude(place.latitude)}</Figure>
      <Figure name="Longitude">{formatLongitude(place.longitude)}</Figure>
      <Figure name="Altitude" unit="km">
        {formatNumber(place.altitudeKm, 1)}
      </Figure>
      <Figure name="Speed" unit="km/s">
        {formatNumber(inertialSpeedKmPerS, 3)}
      </Figure>
      <Figure name="Right ascension" unit="J2000">
        {formatBearing(ra, 2)}
      </Figure>
      <Figure name="Declination" unit="J2000">
        {formatNumber(dec, 2)}°
      </Figure>
    </Figures>
  );
}

/** The fixed values of spec §9. */
export function OrbitFigures({ id }: { readonly id: SatelliteId }) {
  return (
    <Figures title="Nominal orbit, fixed">
      <Figure name="Velocity" unit="km/s">
        {SATELLITES[id].velocityKmPerS.toFixed(2)}
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
