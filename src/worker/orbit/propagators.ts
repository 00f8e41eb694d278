import { createPropagator, type OrbitalElements, type Propagator } from '../../shared/orbit/propagator.ts';
import type { Result } from '../../shared/result.ts';
import { mapSatellites, ORBITAL_ELEMENTS, type SatelliteId } from '../../shared/satellites.ts';

/** Propagator of each satellite, or why there is none. */
export type Propagators = Readonly<Record<SatelliteId, Result<Propagator>>>;

export const createPropagators = (
  elements: Readonly<Record<SatelliteId, OrbitalElements>> = ORBITAL_ELEMENTS,
): Propagators => mapSatellites((id) => createPropagator(elements[id]));
