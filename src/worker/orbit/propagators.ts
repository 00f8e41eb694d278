import { mapSatellites, ORBITAL_ELEMENTS, type SatelliteId } from '../../shared/entities/satellites.ts';
import type { Result } from '../../shared/kit/result.ts';
import type { OrbitalElements } from '../../shared/orbit/elements.ts';
import { createPropagator, type Propagator } from '../../shared/orbit/propagator.ts';

/** Propagator of each satellite, or the reason why there is none. */
export type Propagators = Readonly<Record<SatelliteId, Result<Propagator>>>;

export const createPropagators = (
  elements: Readonly<Record<SatelliteId, OrbitalElements>> = ORBITAL_ELEMENTS,
): Propagators => mapSatellites((id) => createPropagator(elements[id]));

/** Propagators of the built-in elements, shared by all missions together with their cached results. */
export const BUILT_IN_PROPAGATORS = createPropagators();
