import { ORBITAL_ELEMENTS, type SatelliteId } from '../../shared/elements.ts';
import { createPropagator, type OrbitalElements, type Propagator } from '../../shared/orbit/propagator.ts';
import type { Result } from '../../shared/result.ts';

/** Propagator of each satellite, or why there is none. */
export type Propagators = Readonly<Record<SatelliteId, Result<Propagator>>>;

export const createPropagators = (
  elements: Readonly<Record<SatelliteId, OrbitalElements>> = ORBITAL_ELEMENTS,
): Propagators => ({
  iss: createPropagator(elements.iss),
  orbita: createPropagator(elements.orbita),
});
