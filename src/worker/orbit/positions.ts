import { POSITION_SAMPLE_COUNT, POSITION_SAMPLE_STEP_MS } from '../../shared/constants.ts';
import type { SatellitePosition } from '../../shared/entities.ts';
import { OBSERVER_SITES } from '../../shared/observers.ts';
import type { Propagator } from '../../shared/orbit/propagator.ts';
import { satellitePosition } from '../../shared/orbit/satellite-position.ts';
import { mapSatellites, type SatelliteId } from '../../shared/satellites.ts';
import { addMs, type EpochMs } from '../../shared/units.ts';
import type { Propagators } from './propagators.ts';

export type Positions = Readonly<Record<SatelliteId, readonly SatellitePosition[]>>;

type Samples = ReadonlyMap<EpochMs, SatellitePosition | undefined>;

/**
 * Last samples on each orbit. Every third step of 10 s falls on the same grid of 6 s, so that nine samples of
 * ten exist already; a sample depends on orbit, observer and instant alone.
 */
const sampled = new WeakMap<Propagator, Partial<Record<SatelliteId, Samples>>>();

/**
 * Samples of spec §9 from an instant on: 50, 6 s apart, seen from the satellite's observer; none without an
 * orbit.
 */
function samplePositions(
  id: SatelliteId,
  propagators: Propagators,
  time: EpochMs,
): readonly SatellitePosition[] {
  const propagator = propagators[id];
  if (!propagator.ok) return [];
  const ofOrbit = sampled.get(propagator.value) ?? {};
  const held: Samples = ofOrbit[id] ?? new Map();
  const instants = Array.from({ length: POSITION_SAMPLE_COUNT }, (_, index) =>
    addMs(time, index * POSITION_SAMPLE_STEP_MS),
  );
  const positions = instants.map((instant) =>
    held.has(instant) ? held.get(instant) : satellitePosition(propagator.value, OBSERVER_SITES[id], instant),
  );
  const until = addMs(time, POSITION_SAMPLE_COUNT * POSITION_SAMPLE_STEP_MS);
  const ahead = [...held].filter(([instant]) => instant > time && instant < until);
  const now = instants.map((instant, index) => [instant, positions[index]] as const);
  sampled.set(propagator.value, { ...ofOrbit, [id]: new Map([...ahead, ...now]) });
  return positions.filter((position) => position !== undefined);
}

export const generatePositions = (propagators: Propagators, time: EpochMs): Positions =>
  mapSatellites((id) => samplePositions(id, propagators, time));
