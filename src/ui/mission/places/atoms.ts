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
import type { PlaceKind, PlaceList } from './place-list.ts';

/** Key of one's own places in the browser's storage. */
export const PLACES_KEY = 'orbita.places';

/** The dialog *Places* is open. */
export const isPlacesOpenAtom = atom(false);

/** The next press or Enter on the map says where the place of the form is. */
export const isPickingAtom = atom(false);

/** What the user keeps. */
export const placeListAtom = atom<PlaceList>({ places: [] });

const NONE_HIDDEN: readonly StationId[] = [];

/** Stations of the ground network that the map does not show, by their identities there. */
export const hiddenStationsAtom = atom((get): readonly string[] => {
  const { places, hidden = NONE_HIDDEN } = get(placeListAtom);
  const own = places.filter(({ isShown }) => !isShown).map(({ id }) => ownStationId(id));
  return own.length === 0 ? hidden : [...hidden, ...own];
});

/** Why the stations of the radio cannot be changed now: a sentence. */
export const whyNoRadioAtom = atom((get): string | undefined =>
  get(sliceAtoms.transport)?.mode === 'replay'
    ? 'A past instant is shown. Return to live, or take over from here, to change the stations of the radio.'
    : undefined,
);

/** The ground stations that the radio of the mission shown uses. */
export const networkAtom = atom((get) => networkOf(get(sliceAtoms.contacts)));

/** The observer of the page's address; it applies to this visit while `isVisitorUsedAtom` holds. */
export const visitorAtom = atom<Place | undefined>(undefined);
export const isVisitorUsedAtom = atom(false);

/** Places of an opened recording: used in this window instead of the list, until that is changed. */
export const recordedPlacesAtom = atom<ChosenPlaces | undefined>(undefined);

/** The form as typed: the dialog shows it instead of the list. */
export interface PlaceForm {
  /** The place that is edited, own or a specified observer; a new one otherwise. */
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

/** Outside of the dialog, which closes while a place is picked on the map. */
export const placeFormAtom = atom<PlaceForm | undefined>(undefined);

/** Why the places are not kept in this browser: a clause without a full stop. */
export const keepFailureAtom = atom<string | undefined>(undefined);

/** Why the places are not in use: a sentence. */
export const refusalAtom = atom<string | undefined>(undefined);

/** Where the browser says that it is. */
export interface Located {
  readonly latitude: Degrees;
  readonly longitude: Degrees;
  /** Above the ellipsoid; unknown to most devices. */
  readonly heightM?: number | undefined;
}

/** What is in use and what is kept; `undo` returns to it. */
export interface PlacesState {
  readonly list: PlaceList;
  readonly isVisitorUsed: boolean;
}

/** What can be done with the places, and with the stations of the radio. */
export interface PlacesOwner extends Pick<RemoteSessionControl, 'setNetwork'> {
  newId(): PlaceId;
  state(): PlacesState;
  /** Uses and keeps a list; another observer of the list takes the place of the one of the address. */
  change(list: PlaceList): void;
  /** Returns to an earlier state. */
  restore(state: PlacesState): void;
  /** Chooses the observer of both satellites; `LINK_ID` is the one of the address. */
  chooseObserver(id: PlaceId | undefined): void;
  /** Keeps the observer of the address in the list, and uses it. */
  keepVisitor(): void;
  /** Copies a link that sees satellites from a place. */
  copyLink(place: Place): Promise<Result<undefined>>;
  /** Asks the browser where it is. A refusal is a sentence. */
  locate(): Promise<Result<Located>>;
}

/** `undefined` until its code is loaded. */
export const placesOwnerAtom = atom<PlacesOwner | undefined>(undefined);
