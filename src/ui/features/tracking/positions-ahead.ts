import { atom } from 'jotai';
import {
  POSITION_PERIOD_MS,
  POSITION_SAMPLE_COUNT,
  POSITION_SAMPLE_STEP_MS,
} from '../../../shared/entities/constants.ts';
import { mapSatellites, type SatelliteId } from '../../../shared/entities/satellites.ts';
import { addMs, type EpochMs, epochMs } from '../../../shared/kit/units.ts';
import { siteOf } from '../../../shared/orbit/observer.ts';
import { type Observation, observe } from '../../mission/contacts/observation.ts';
import { observerAtoms } from '../../mission/contacts/places.ts';
import { missionSecondAtom, sliceAtoms } from '../../mission/link/atoms.ts';

/** Observation of a satellite in the next minutes. */
export interface PositionAhead extends Observation {
  readonly time: EpochMs;
}

const updateTimeAtom = atom((get) => {
  const now = get(missionSecondAtom);
  return now === undefined ? undefined : epochMs(Math.floor(now / POSITION_PERIOD_MS) * POSITION_PERIOD_MS);
});

const positionsAheadAtomOf = (id: SatelliteId) =>
  atom((get): readonly PositionAhead[] => {
    const ephemeris = get(sliceAtoms.ephemerides)?.[id];
    const from = get(updateTimeAtom);
    const site = siteOf(get(observerAtoms[id]));
    if (ephemeris?.status !== 'available' || from === undefined) return [];
    return Array.from({ length: POSITION_SAMPLE_COUNT }, (_, index) => {
      const time = addMs(from, index * POSITION_SAMPLE_STEP_MS);
      const observed = observe(ephemeris.window, site, time);
      return observed ? [{ ...observed, time }] : [];
    }).flat();
  });

/**
 * Samples of spec §9: 50 from the last update on, 6 s apart, seen from the satellite's observer; none without
 * an orbit. The page computes them from its windows, so they need not be sent.
 */
export const positionsAheadAtoms = mapSatellites(positionsAheadAtomOf);
