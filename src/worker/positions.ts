import { SATELLITE_IDS, type SatelliteId } from '../shared/elements.ts';
import type { SatellitePosition } from '../shared/entities.ts';
import { ORBITA_SAMPLE_COUNT, ORBITA_SAMPLE_STEP_MS } from '../shared/limits.ts';
import { OBSERVER_SITES } from '../shared/observers.ts';
import { satellitePosition } from '../shared/orbit/satellite-position.ts';
import { addMs, type EpochMs } from '../shared/units.ts';
import type { Flight } from './flight.ts';

export type Positions = Readonly<Record<SatelliteId, readonly SatellitePosition[]>>;

/** The samples of spec §9 from an instant on: 50, 6 s apart, seen from the satellite's observer; none without an orbit. */
function samplePositions(id: SatelliteId, flight: Flight, time: EpochMs): readonly SatellitePosition[] {
  const propagator = flight[id];
  if (!propagator.ok) return [];
  return Array.from({ length: ORBITA_SAMPLE_COUNT }, (_, index) =>
    satellitePosition(propagator.value, OBSERVER_SITES[id], addMs(time, index * ORBITA_SAMPLE_STEP_MS)),
  ).filter((position) => position !== undefined);
}

export function generatePositions(flight: Flight, time: EpochMs): Positions {
  const [iss, orbita] = SATELLITE_IDS;
  return { iss: samplePositions(iss, flight, time), orbita: samplePositions(orbita, flight, time) };
}
