import type { OrbitalElements } from '../../shared/orbit/propagator.ts';
import {
  LIVE_SATELLITE,
  ORBITAL_ELEMENTS,
  SATELLITE_IDS,
  SATELLITES,
  type SatelliteId,
} from '../../shared/satellites.ts';
import type { CatalogueNumber, Satellite } from './fleet.ts';

const numberOf = (id: SatelliteId): CatalogueNumber => Number(ORBITAL_ELEMENTS[id].NORAD_CAT_ID);

/** The satellite of the mission with a catalogue number, if it is one. */
export const missionSatelliteOf = (id: CatalogueNumber): SatelliteId | undefined =>
  SATELLITE_IDS.find((one) => numberOf(one) === id);

/** Whether a satellite is not of the mission, which moves its own by better data than the elements of a list. */
export const isAdded = ({ id }: Pick<Satellite, 'id'>): boolean => missionSatelliteOf(id) === undefined;

/**
 * The satellites of the mission as those of a list.
 * @param issElements that the mission follows
 * @param listed what the user says of them
 */
export const missionSatellites = (
  issElements: OrbitalElements,
  listed: readonly Satellite[],
): readonly Satellite[] =>
  SATELLITE_IDS.map((mission) => {
    const id = numberOf(mission);
    return {
      id,
      name: SATELLITES[mission].name,
      mission,
      elements: mission === LIVE_SATELLITE ? issElements : ORBITAL_ELEMENTS[mission],
      isShown: true,
      groups: [],
      isFromCelestrak: false,
      frequencyMhz: listed.find((one) => one.id === id)?.frequencyMhz,
    };
  });
