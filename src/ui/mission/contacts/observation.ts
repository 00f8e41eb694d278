import { atom } from 'jotai';
import { mapSatellites, type SatelliteId } from '../../../shared/entities/satellites.ts';
import type { Degrees, EpochMs } from '../../../shared/kit/units.ts';
import { topocentricJ2000 } from '../../../shared/orbit/celestial.ts';
import { type EphemerisWindow, stateAt } from '../../../shared/orbit/ephemeris.ts';
import {
  ecefToGeodetic,
  ecefToTeme,
  type Geodetic,
  greenwichSiderealTime,
  inertialSpeedKmPerS,
} from '../../../shared/orbit/frames.ts';
import { type LookAngles, lookAngles, type Site, siteOf } from '../../../shared/orbit/observer.ts';
import { transitionEnd } from '../../../shared/orbit/orbit-transition.ts';
import { missionSecondAtom, sliceAtoms } from '../link/atoms.ts';
import { observerAtoms } from './places.ts';
import { type Tracked, tracked } from './tracked.ts';

/** A satellite at one instant, as its observer sees it. */
export interface Observation extends LookAngles {
  readonly place: Geodetic;
  /** Topocentric, J2000. */
  readonly ra: Degrees;
  readonly dec: Degrees;
  /** Inertial, km/s. */
  readonly inertialSpeedKmPerS: number;
}

export function observe(window: EphemerisWindow, site: Site, time: EpochMs): Observation | undefined {
  const state = stateAt(window, time);
  if (!state) return undefined;
  const positionTeme = ecefToTeme(state.positionEcef, greenwichSiderealTime(time));
  return {
    ...lookAngles(site, state),
    ...topocentricJ2000(site, positionTeme, time),
    place: ecefToGeodetic(state.positionEcef),
    inertialSpeedKmPerS: inertialSpeedKmPerS(state),
  };
}

const observationAtomOf = (id: SatelliteId) =>
  atom((get): Tracked<Observation> => {
    const ephemeris = get(sliceAtoms.ephemerides)?.[id];
    const now = get(missionSecondAtom);
    if (!ephemeris || now === undefined) return { status: 'loading' };
    if (ephemeris.status === 'unavailable') return ephemeris;
    const value = observe(ephemeris.window, siteOf(get(observerAtoms[id])), now);
    return value
      ? { status: 'available', value }
      : { status: 'unavailable', reason: 'No position for this time.' };
  });

/** Observation of each satellite at the last whole second of mission time. */
export const observationAtoms = mapSatellites(observationAtomOf);

const glidingObservationAtomOf = (id: SatelliteId) =>
  atom((get): Observation | undefined => {
    const ephemeris = get(sliceAtoms.ephemerides)?.[id];
    const now = get(missionSecondAtom);
    const transition = ephemeris?.status === 'available' ? ephemeris.window.transition : undefined;
    if (!transition || now === undefined || now >= transitionEnd(transition)) return undefined;
    const observed = get(observationAtoms[id]);
    return observed.status === 'available' ? observed.value : undefined;
  });

/**
 * Observation of each satellite during an orbit transition, in which the contact plan does not match the shown
 * position.
 */
export const glidingObservationAtoms = mapSatellites(glidingObservationAtomOf);

/** Passes over the ground network, and eclipse transitions, of each satellite. */
export const satelliteContactsAtoms = mapSatellites((id) =>
  atom((get) => tracked(get(sliceAtoms.contacts)?.satellites[id])),
);
