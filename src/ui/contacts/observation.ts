import { atom } from 'jotai';
import type { SatelliteContacts } from '../../shared/contact-plan.ts';
import { type EphemerisWindow, stateAt } from '../../shared/ephemeris.ts';
import { OBSERVER_SITES } from '../../shared/observers.ts';
import { topocentricJ2000 } from '../../shared/orbit/celestial.ts';
import {
  ecefToGeodetic,
  ecefToTeme,
  type Geodetic,
  greenwichSiderealTime,
  inertialSpeedKmPerS,
} from '../../shared/orbit/frames.ts';
import { type LookAngles, lookAngles, type Site } from '../../shared/orbit/observer.ts';
import { transitionEnd } from '../../shared/orbit-transition.ts';
import { mapSatellites, type SatelliteId } from '../../shared/satellites.ts';
import type { Degrees, EpochMs } from '../../shared/units.ts';
import { missionSecondAtom, sliceAtoms } from '../mission/atoms.ts';

/** A satellite at one instant, seen by its observer. */
export interface Observation extends LookAngles {
  readonly place: Geodetic;
  /** Topocentric, J2000. */
  readonly ra: Degrees;
  readonly dec: Degrees;
  /** Inertial, km/s. */
  readonly inertialSpeedKmPerS: number;
}

/** Data of a card's satellite. */
export type Tracked<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'unavailable'; readonly reason: string }
  | { readonly status: 'available'; readonly value: T };

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
    const value = observe(ephemeris.window, OBSERVER_SITES[id], now);
    return value
      ? { status: 'available', value }
      : { status: 'unavailable', reason: 'No position for this time.' };
  });

/** Each satellite at the last whole second of mission time. */
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
 * Each satellite during an orbit transition: until its end the contact plan does not match the shown
 * position.
 */
export const glidingObservationAtoms = mapSatellites(glidingObservationAtomOf);

const contactsAtomOf = (id: SatelliteId) =>
  atom((get): Tracked<SatelliteContacts> => {
    const contacts = get(sliceAtoms.contacts)?.satellites[id];
    if (!contacts) return { status: 'loading' };
    return contacts.ok
      ? { status: 'available', value: contacts.value }
      : { status: 'unavailable', reason: contacts.message };
  });

/** Passes and eclipse transitions of each satellite. */
export const satelliteContactsAtoms = mapSatellites(contactsAtomOf);
