import { atom } from 'jotai';
import { networkOf } from '../../../shared/contract/contact-plan.ts';
import { ownStationId } from '../../../shared/contract/network.ts';
import type { RemoteSessionControl } from '../../../shared/contract/session-control.ts';
import type { Place, PlaceId } from '../../../shared/entities/place.ts';
import type { ChosenPlaces } from '../../../shared/entities/places.ts';
import type { StationId } from '../../../shared/entities/stations.ts';
import type { Result } from '../../../shared/kit/result.ts';
import type { Degrees } from '../../../shared/kit/units.ts';
import { sliceAtoms } from '../link/atoms.ts';
import { whyReadOnlyAtom } from '../link/read-only.ts';
import type { PlaceKind, PlaceList } from './place-list.ts';

/** Key of the user's own places in the browser's storage. */
export const PLACES_KEY = 'orbita.places';

/** True while the dialog *Places* is open. */
export const isPlacesOpenAtom = atom(false);

/** True while the next press or Enter on the map sets the position of the form's place. */
export const isPickingAtom = atom(false);

/** The user's stored places. */
export const placeListAtom = atom<PlaceList>({ places: [] });

const NONE_HIDDEN: readonly StationId[] = [];

/** Stations of the ground network that the map does not show, by their network ids. */
export const hiddenStationsAtom = atom((get): readonly string[] => {
  const { places, hidden = NONE_HIDDEN } = get(placeListAtom);
  const own = places.filter(({ isShown }) => !isShown).map(({ id }) => ownStationId(id));
  return own.length === 0 ? hidden : [...hidden, ...own];
});

/** Reason why the stations of the radio cannot be changed now, as a sentence. */
export const whyNoRadioAtom = atom((get): string | undefined =>
  get(sliceAtoms.transport)?.mode === 'replay'
    ? 'A past instant is shown. Return to live, or take over from here, to change the stations of the radio.'
    : get(whyReadOnlyAtom),
);

/** The ground stations that the radio of the mission shown uses. */
export const networkAtom = atom((get) => networkOf(get(sliceAtoms.contacts)));

/** Observer from the page's address, used for this visit while `isVisitorUsedAtom` is true. */
export const visitorAtom = atom<Place | undefined>(undefined);
export const isVisitorUsedAtom = atom(false);

/** Places of an opened recording: used in this window instead of the list, until that is changed. */
export const recordedPlacesAtom = atom<ChosenPlaces | undefined>(undefined);

/** The form as typed; the dialog shows it instead of the list. */
export interface PlaceForm {
  /** Edited place, own or a specified observer; absent for a new one. */
  readonly id?: PlaceId | undefined;
  readonly kind: PlaceKind;
  readonly name: string;
  readonly latitude: string;
  readonly longitude: string;
  /** In metres. */
  readonly height: string;
  /** In degrees. */
  readonly mask: string;
}

/** Outlives the dialog, which closes while a place is picked on the map. */
export const placeFormAtom = atom<PlaceForm | undefined>(undefined);

/** Reason why this browser does not store the places: a clause without a full stop. */
export const keepFailureAtom = atom<string | undefined>(undefined);

/** Reason why the places are not in use, as a sentence. */
export const refusalAtom = atom<string | undefined>(undefined);

/** Location that the browser reports. */
export interface Located {
  readonly latitude: Degrees;
  readonly longitude: Degrees;
  /** Height above the ellipsoid; unknown to most devices. */
  readonly heightM?: number | undefined;
}

/** State in use and stored; `undo` restores it. */
export interface PlacesState {
  readonly list: PlaceList;
  readonly isVisitorUsed: boolean;
}

/** Operations on the places, and on the stations of the radio. */
export interface PlacesOwner extends Pick<RemoteSessionControl, 'setNetwork'> {
  newId(): PlaceId;
  state(): PlacesState;
  /** Uses and stores a list; a changed observer replaces the one from the address. */
  change(list: PlaceList): void;
  /** Returns to an earlier state. */
  restore(state: PlacesState): void;
  /** Chooses the observer of both satellites; `LINK_ID` is the one from the address. */
  chooseObserver(id: PlaceId | undefined): void;
  /** Adds the observer from the address to the list, and uses it. */
  keepVisitor(): void;
  /** Copies a link that sees satellites from a place. */
  copyLink(place: Place): Promise<Result<undefined>>;
  /** Asks the browser for its location. A refusal is a sentence. */
  locate(): Promise<Result<Located>>;
}

/** `undefined` until its code is loaded. */
export const placesOwnerAtom = atom<PlacesOwner | undefined>(undefined);
