import type { RemoteSessionControl } from '../../../shared/contract/session-control.ts';
import type { PlaceId } from '../../../shared/entities/place.ts';
import { isolated } from '../../../shared/kit/isolated-text.ts';
import { failed, succeeded } from '../../../shared/kit/result.ts';
import { keptAtom } from '../../kit/page/kept-atom.ts';
import type { Toast } from '../../kit/toasts/announce.ts';
import type { Store } from '../link/atoms.ts';
import {
  isVisitorUsedAtom,
  keepFailureAtom,
  PLACES_KEY,
  type PlacesOwner,
  type PlacesState,
  placeListAtom,
  placesOwnerAtom,
  recordedPlacesAtom,
  visitorAtom,
} from './atoms.ts';
import { handOver } from './hand-over.ts';
import { readKept, toKept } from './kept-places.ts';
import { locate } from './locate.ts';
import { LINK_ID, observerPath, readObserverLink, withoutObserver } from './place-link.ts';
import {
  addPlaces,
  asSpecified,
  chosenPlaces,
  isSamePlace,
  MOST_PLACES,
  type PlaceList,
} from './place-list.ts';

export interface PlacesEffects extends Pick<RemoteSessionControl, 'setPlaces' | 'setNetwork'> {
  readonly store: Store;
  /** Query of the page's address when it was opened. */
  readonly query: URLSearchParams;
  /** Origin of the page's address. */
  readonly origin: string;
  currentQuery(): URLSearchParams;
  replaceQuery(query: string): void;
  newId(): PlaceId;
  /** Rejects if the browser does not allow it. */
  copy(text: string): Promise<void>;
  /** Returns `undefined` in some browsers, and over plain HTTP. */
  geolocation(): Parameters<typeof locate>[0];
  announce(toast: Toast): void;
}

const keptListAtom = keptAtom(PLACES_KEY, { read: readKept, write: toKept, failureAtom: keepFailureAtom });

/** Manages the user's places: stores them in this browser, and sends the chosen ones to the mission. */
export function startPlaces(effects: PlacesEffects): void {
  const { store, announce } = effects;
  const use = handOver(store, effects.setPlaces);

  const show = (list: PlaceList): void => {
    store.set(placeListAtom, list);
    const visitor = store.get(isVisitorUsedAtom) ? store.get(visitorAtom) : undefined;
    use(store.get(recordedPlacesAtom) ?? chosenPlaces(list, visitor));
  };
  store.sub(recordedPlacesAtom, () => show(store.get(placeListAtom)));
  const keep = (list: PlaceList): void => {
    store.set(recordedPlacesAtom, undefined);
    show(list);
    store.set(keptListAtom, list);
  };
  const endVisit = (): void => {
    // A reload must not use it again.
    if (store.get(isVisitorUsedAtom))
      effects.replaceQuery(withoutObserver(effects.currentQuery()).toString());
    store.set(isVisitorUsedAtom, false);
  };

  const state = (): PlacesState => ({
    list: store.get(placeListAtom),
    isVisitorUsed: store.get(isVisitorUsedAtom),
  });
  const owner: PlacesOwner = {
    newId: effects.newId,
    state,
    change(list) {
      if (list.observer !== state().list.observer) endVisit();
      keep(list);
    },
    restore({ list, isVisitorUsed }) {
      store.set(isVisitorUsedAtom, isVisitorUsed);
      keep(list);
    },
    chooseObserver(id) {
      if (id === LINK_ID) {
        store.set(isVisitorUsedAtom, true);
        store.set(recordedPlacesAtom, undefined);
        show(state().list);
        return;
      }
      endVisit();
      const { list } = state();
      keep(id === undefined ? asSpecified(list) : { ...list, observer: id });
    },
    keepVisitor() {
      const visitor = store.get(visitorAtom);
      const { list } = state();
      if (!visitor || list.places.length >= MOST_PLACES) return;
      const same = list.places.find((place) => place.kind === 'observer' && isSamePlace(place, visitor));
      const place = same ?? { ...visitor, id: effects.newId(), kind: 'observer', isShown: true };
      const places = same
        ? list.places.map((one) => (one === same ? { ...one, isShown: true } : one))
        : undefined;
      endVisit();
      store.set(visitorAtom, undefined);
      keep({ ...(places ? { ...list, places } : addPlaces(list, [place])), observer: place.id });
    },
    async copyLink(place) {
      try {
        await effects.copy(`${effects.origin}${observerPath(place)}`);
        return succeeded(undefined);
      } catch (error) {
        return failed(`The link was not copied: ${(error as Error).message}.`);
      }
    },
    locate: () => locate(effects.geolocation()),
    setNetwork: effects.setNetwork,
  };
  store.set(placesOwnerAtom, owner);

  store.sub(keptListAtom, () => {
    const list = store.get(keptListAtom);
    if (list !== state().list) show(list);
  });
  const link = readObserverLink(effects.query);
  if (link?.ok) {
    store.set(visitorAtom, link.value);
    store.set(isVisitorUsedAtom, true);
    const text = `Seen from ${isolated(link.value.name)}, as the link says. To keep it, open Places.`;
    announce({ id: 'observer-link', level: 'info', text });
  } else if (link) {
    announce({
      id: 'observer-link',
      level: 'error',
      text: `The observer of the link is not used. ${link.message}`,
    });
  }
  show(store.get(keptListAtom));
}
