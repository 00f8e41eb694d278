import type { ListedSatellite } from '../../../shared/contract/satellite-list.ts';
import type { SatelliteId } from '../../../shared/entities/satellites.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { StateEcef } from '../../../shared/orbit/frames.ts';
import type { SatelliteTrack } from './tracks.ts';

/** NORAD catalogue number: the identity of a satellite. */
export type CatalogueNumber = number;

/** Number of group colours: the tokens `--group-1` and so on. */
export const GROUP_COLOURS = 6;

/** A satellite of the mission, or an added one. */
export interface Satellite extends ListedSatellite {
  readonly id: CatalogueNumber;
  readonly name: string;
  /** Frequency on which the user listens to it. Stored in this browser only: a recording has none. */
  readonly frequencyMhz?: number | undefined;
  /** Set for a satellite of the mission, which provides its motion. Absent for an added one. */
  readonly mission?: SatelliteId | undefined;
}

/** Unique key: an added satellite may have the spacecraft's fictitious number. */
export type SatelliteKey = SatelliteId | CatalogueNumber;
export const keyOf = ({ id, mission }: Pick<Satellite, 'id' | 'mission'>): SatelliteKey => mission ?? id;

/** The added satellites in motion. A new object whenever the list or its visible part changes. */
export interface Fleet {
  readonly satellites: readonly Pick<Satellite, 'id' | 'name'>[];
  /** 1 for each satellite, or 0 if the user has hidden it. */
  readonly isShown: Uint8Array;
  /** Group colour of each satellite: 1 to `GROUP_COLOURS`, or 0 without one. */
  readonly colours: Uint8Array;
  /** Group names of each satellite, separated by commas. */
  readonly groups: readonly string[];
  /**
   * Positions at an instant: x, y, z of each satellite in km (ECEF), NaN without a position; the same array at
   * every call. `undefined` until the states around that instant, which the call requests, have arrived.
   */
  positionsAt(time: EpochMs): Float32Array | undefined;
  /** State of one satellite at an instant, by index; `undefined` until it has arrived, or without a position. */
  stateAt(time: EpochMs, index: number): StateEcef | undefined;
  /**
   * Ground track of one satellite around an instant, by index: the same object until it is renewed. Only the last
   * requested one is available; `undefined` until it, which the call requests, has arrived, or without an orbit.
   */
  trackAt(time: EpochMs, index: number): SatelliteTrack | undefined;
}

/** Positions of the fleet on a map's picture: see `placeFleet`. Written on every frame. */
export interface FleetPlaces {
  current: Float32Array | undefined;
}
