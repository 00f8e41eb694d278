import type { ListedSatellite } from '../../../shared/contract/satellite-list.ts';
import type { SatelliteId } from '../../../shared/entities/satellites.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { StateEcef } from '../../../shared/orbit/frames.ts';
import type { SatelliteTrack } from './tracks.ts';

/** NORAD catalogue number: the identity of a satellite. */
export type CatalogueNumber = number;

/** Colours of groups: the tokens `--group-1` and so on. */
export const GROUP_COLOURS = 6;

/** A satellite that a user can look at: one of the mission, or an added one. */
export interface Satellite extends ListedSatellite {
  readonly id: CatalogueNumber;
  readonly name: string;
  /** On which the user listens to it. It belongs to this browser: a recording has none. */
  readonly frequencyMhz?: number | undefined;
  /** Which one of the mission it is: its motion comes from there. Absent of an added one. */
  readonly mission?: SatelliteId | undefined;
}

/** What tells satellites apart: an added one may have the invented number of the spacecraft. */
export type SatelliteKey = SatelliteId | CatalogueNumber;
export const keyOf = ({ id, mission }: Pick<Satellite, 'id' | 'mission'>): SatelliteKey => mission ?? id;

/** The added satellites in motion. Another object whenever the list or what is shown of it has changed. */
export interface Fleet {
  readonly satellites: readonly Pick<Satellite, 'id' | 'name'>[];
  /** For each satellite 1, or 0 if it is hidden by choice. */
  readonly isShown: Uint8Array;
  /** For each satellite the colour of its group: from 1 to `GROUP_COLOURS`, or 0 without one. */
  readonly colours: Uint8Array;
  /** For each satellite the names of its groups, with commas between them. */
  readonly groups: readonly string[];
  /**
   * Positions at an instant: x, y, z of each satellite in km (ECEF), NaN for one without a position; the same array
   * at every call. `undefined` until the states around that instant have come, which the call asks for.
   */
  positionsAt(time: EpochMs): Float32Array | undefined;
  /** State of one satellite at an instant, by its index; `undefined` until it has come, or without a position. */
  stateAt(time: EpochMs, index: number): StateEcef | undefined;
  /**
   * The ground track around an instant of one satellite, by its index: the same object until it is renewed. Only the one
   * asked for last is there; `undefined` until it has come, which the call asks for, or without an orbit.
   */
  trackAt(time: EpochMs, index: number): SatelliteTrack | undefined;
}

/** Where the satellites of the fleet are on a map's picture: see `placeFleet`. Written on every frame. */
export interface FleetPlaces {
  current: Float32Array | undefined;
}
