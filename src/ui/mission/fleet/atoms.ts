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

/** The dialog *Satellites* is open. */
export const isSatellitesOpenAtom = atom(false);

/** Something other than the dialog needs what can be done with satellites: see `fleetControlAtom`. */
export const isFleetWantedAtom = atom(false);

/** In the order in which they were added. */
export const addedSatellitesAtom = atom<readonly Satellite[]>([]);

/** The colours of their groups. */
export const groupColoursAtom = atom<GroupColours>(new Map());

/**
 * The satellites of an opened recording: shown in this window instead of the browser's list, which stays as it is. Changes of
 * them are not kept.
 */
export const recordedSatellitesAtom = atom<SatelliteList | undefined>(undefined);

/** Their motion; `undefined` while there are none. */
export const fleetAtom = atom<Fleet | undefined>(undefined);

/** For each satellite of the fleet the epoch of its elements, or why it has no orbit; empty until that is known. */
export const epochsAtom = atom<readonly Result<EpochMs>[]>([]);

/** Knots that have come so far: positions that were awaited may be there. */
export const knotCountAtom = atom(0);

/** The satellite that is selected on the map. */
export const selectedSatelliteAtom = atom<CatalogueNumber | undefined>(undefined);

/** The satellite whose details the dialog shows instead of the list. */
export const detailedSatelliteAtom = atom<SatelliteKey | undefined>(undefined);

/** A satellite that the map is to follow from now on; the map takes it. */
export const wantedFollowAtom = atom<SatelliteKey | undefined>(undefined);

/** Why the list is not kept in this browser: a clause without a full stop. */
export const keepFailureAtom = atom<string | undefined>(undefined);

/** Why the satellites do not move: a clause without a full stop. */
export const fleetFailureAtom = atom<string | undefined>(undefined);

/** What can be done with the list. */
export interface FleetControl {
  /** Reads a text of orbital elements. @throws Error if that fails as a whole, in words */
  read(text: string): Promise<ElementsText>;
  /**
   * Fetches elements through the gateway, or says in words why that failed. What is aborted by the signal ends at once.
   */
  fetchElements(query: ElementsQuery, signal: AbortSignal): Promise<Result<ElementsAnswer>>;
  /**
   * Adds satellites that are not of the mission; those that are in the list get new elements, and the groups in addition to theirs. Returns the number
   * that found no room.
   */
  add(satellites: readonly Satellite[]): number;
  /** Gives satellites of the list newer elements from CelesTrak. Returns the number of those whose elements were older. */
  renew(elements: readonly OrbitalElements[]): number;
  /** Changes what the user says of one satellite of the list or of the mission. */
  describe(satellite: Satellite, said: Partial<Pick<Satellite, 'groups' | 'frequencyMhz'>>): void;
  remove(ids: readonly CatalogueNumber[]): void;
  setShown(ids: readonly CatalogueNumber[], isShown: boolean): void;
  /**
   * Searches for the passes of satellites, which need not be in the list. Rejects when the signal is aborted, and with a clause without
   * a full stop when the worker fails.
   * @param take gets the whole passes of the next satellites, in order, or in words why there are none
   */
  searchPasses(
    satellites: readonly OrbitalElements[],
    search: PlacePassSearch,
    take: (found: readonly Result<readonly VisualPass[]>[]) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** How many satellites the browser's own list has. */
  ownCount(): number;
  /** Shows the browser's own list again instead of that of a recording. */
  useOwn(): void;
  /** Adds what is shown of a recording to the browser's own list. Returns the number that found no room. */
  keepRecorded(): number;
  /** Propagates again after a failure. */
  restart(): void;
}

/** `undefined` until its code is loaded. */
export const fleetControlAtom = atom<FleetControl | undefined>(undefined);
