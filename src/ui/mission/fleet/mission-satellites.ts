import {
  isOfMission,
  LIVE_SATELLITE,
  mapSatellites,
  ORBITAL_ELEMENTS,
  SATELLITE_IDS,
  SATELLITES,
  type SatelliteId,
} from '../../../shared/entities/satellites.ts';
import type { OrbitalElements } from '../../../shared/orbit/elements.ts';
import { keptAtom } from '../../kit/page/kept-atom.ts';
import type { Satellite } from './fleet.ts';
import { isFrequency } from './frequency.ts';

/** Returns true if a satellite is not of the mission, which has better data than elements for its own. */
export const isAdded = ({ elements }: Pick<Satellite, 'elements'>): boolean => !isOfMission(elements);

/** Frequencies on which the user listens to the satellites of the mission; absent if not set. */
export type MissionFrequencies = Readonly<Partial<Record<SatelliteId, number | undefined>>>;

function readFrequencies(stored: unknown): MissionFrequencies {
  const kept = (stored ?? {}) as Readonly<Record<string, unknown>>;
  return mapSatellites((id) => {
    const frequency = kept[id];
    return isFrequency(frequency) ? frequency : undefined;
  });
}

export const missionFrequenciesAtom = keptAtom<MissionFrequencies>('orbita.frequencies', {
  read: readFrequencies,
  write: (kept) => (Object.values(kept).some((one) => one !== undefined) ? kept : undefined),
});

/**
 * Returns the satellites of the mission as list entries.
 * @param issElements elements that the mission follows
 */
export const missionSatellites = (
  issElements: OrbitalElements,
  frequencies: MissionFrequencies,
): readonly Satellite[] =>
  SATELLITE_IDS.map((mission) => {
    const elements = mission === LIVE_SATELLITE ? issElements : ORBITAL_ELEMENTS[mission];
    return {
      id: Number(elements.NORAD_CAT_ID),
      name: SATELLITES[mission].name,
      mission,
      elements,
      isShown: true,
      groups: [],
      isFromCelestrak: false,
      frequencyMhz: frequencies[mission],
    };
  });
