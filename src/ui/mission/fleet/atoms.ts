import { atom } from 'jotai';
import type { ElementsAnswer, ElementsQuery } from '../../../shared/contract/celestrak.ts';
import type { PlacePassSearch } from '../../../shared/contract/fleet.ts';
import type { GroupColours, SatelliteList } from '../../../shared/contract/satellite-list.ts';
import type { Result } from '../../../shared/kit/result.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { OrbitalElements } from '../../../shared/orbit/elements.ts';
import type { ElementsText } from '../../../shared/orbit/elements-text.ts';
import type { VisualPass } from '../../../shared/orbit/visual-passes.ts';
import type { CatalogueNumber, Fleet, Satellite, SatelliteKey } from './fleet.ts';

/** Key of the list of added satellites in the browser's storage. */
export const SATELLITES_KEY = 'orbita.satellites';

/** True while the dialog *Satellites* is open. */
export const isSatellitesOpenAtom = atom(false);

/** True if something other than the dialog needs `fleetControlAtom`. */
export const isFleetWantedAtom = atom(false);

/** Satellites in the order in which they were added. */
export const addedSatellitesAtom = atom<readonly Satellite[]>([]);

/** Colours of the satellites' groups. */
export const groupColoursAtom = atom<GroupColours>(new Map());

/**
 * Satellites of an opened recording: shown in this window instead of the browser's list, which stays unchanged.
 * Changes to them are not stored.
 */
export const recordedSatellitesAtom = atom<SatelliteList | undefined>(undefined);

/** Motion of the satellites; `undefined` while there are none. */
export const fleetAtom = atom<Fleet | undefined>(undefined);

/** Epoch of each satellite's elements, or why it has no orbit; empty until known. */
export const epochsAtom = atom<readonly Result<EpochMs>[]>([]);

/** Number of knots received so far; a new one may bring awaited positions. */
export const knotCountAtom = atom(0);

export const selectedSatelliteAtom = atom<CatalogueNumber | undefined>(undefined);

/** The satellite whose details the dialog shows instead of the list. */
export const detailedSatelliteAtom = atom<SatelliteKey | undefined>(undefined);

/** Satellite that the map should follow from now on; the map takes the request. */
export const wantedFollowAtom = atom<SatelliteKey | undefined>(undefined);

/** Reason why this browser does not store the list: a clause without a full stop. */
export const keepFailureAtom = atom<string | undefined>(undefined);

/** Reason why the satellites do not move, or are not on the map: a clause without a full stop. */
export const fleetFailureAtom = atom<string | undefined>(undefined);

export interface FleetControl {
  /** Reads a text of orbital elements. @throws Error with a readable message if that fails as a whole */
  read(text: string): Promise<ElementsText>;
  /**
   * Fetches elements through the gateway, or returns the reason for a failure. Aborting the signal ends it at once.
   */
  fetchElements(query: ElementsQuery, signal: AbortSignal): Promise<Result<ElementsAnswer>>;
  /**
   * Adds satellites that are not of the mission; known ones get new elements, unless CelesTrak's are older, and the
   * groups in addition to theirs. Returns the number that did not fit.
   */
  add(satellites: readonly Satellite[]): number;
  /** Updates satellites of the list that are from CelesTrak with newer elements of it. Returns the number of updated ones. */
  renew(elements: readonly OrbitalElements[]): number;
  /** Changes the user's data about one satellite of the list or of the mission. */
  describe(satellite: Satellite, said: Partial<Pick<Satellite, 'groups' | 'frequencyMhz'>>): void;
  remove(ids: readonly CatalogueNumber[]): void;
  setShown(ids: readonly CatalogueNumber[], isShown: boolean): void;
  /**
   * Searches for the passes of satellites, which need not be in the list. Rejects when the signal is aborted, and
   * with a clause without a full stop when the worker fails.
   * @param take receives the whole passes of the next satellites, in order, or the reason why there are none
   */
  searchPasses(
    satellites: readonly OrbitalElements[],
    search: PlacePassSearch,
    take: (found: readonly Result<readonly VisualPass[]>[]) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** Returns the number of satellites in the browser's own list. */
  ownCount(): number;
  /** Shows the browser's own list again instead of a recording's. */
  useOwn(): void;
  /** Adds the shown satellites of a recording to the browser's own list. Returns the number that did not fit. */
  keepRecorded(): number;
  /** Propagates again after a failure. */
  restart(): void;
}

/** `undefined` until its code is loaded. */
export const fleetControlAtom = atom<FleetControl | undefined>(undefined);
