import type { FleetAnswer, FleetRequest } from '../../shared/fleet-messages.ts';
import { type ElementsText, MOST_SATELLITES } from '../../shared/orbit/elements-text.ts';
import { type Store, sliceAtoms } from '../mission/atoms.ts';
import {
  addedSatellitesAtom,
  epochsAtom,
  type FleetControl,
  fleetAtom,
  fleetControlAtom,
  fleetFailureAtom,
  keepFailureAtom,
  knotCountAtom,
  type PassListSearch,
  selectedSatelliteAtom,
} from './atoms.ts';
import type { AddedSatellite } from './fleet.ts';
import { SATELLITES_KEY } from './has-kept-satellites.ts';
import { keptText, readKept } from './kept-satellites.ts';
import { createKnots, type Knots } from './knots.ts';
import { createTracks, type Tracks } from './tracks.ts';

/** The worker that propagates. */
export interface FleetWorker {
  send(request: FleetRequest): void;
  close(): void;
}

export interface FleetEffects {
  readonly store: Store;
  /** The browser's storage. @throws DOMException where it is blocked */
  storage(): Storage;
  /** Calls back when another window has changed the storage. */
  onStorage(callback: (event: Pick<StorageEvent, 'key' | 'newValue'>) => void): void;
  /** Starts a worker. `onFailure` gets the message of an uncaught error, and none when its script cannot be loaded. */
  connect(onAnswer: (answer: FleetAnswer) => void, onFailure: (message?: string) => void): FleetWorker;
}

/** Whether two lists move alike: the same elements in the same order. */
const areAlike = (a: readonly AddedSatellite[], b: readonly AddedSatellite[]): boolean =>
  a.length === b.length && a.every(({ elements }, index) => elements === b[index]?.elements);

/** Keeps the list of added satellites in this browser, and has a worker propagate them while there are any. */
export function startFleet({ store, storage, onStorage, connect }: FleetEffects): void {
  let worker: FleetWorker | undefined;
  let revision = 0;
  let searchId = 0;
  let takePasses: Parameters<FleetControl['findPasses']>[2] | undefined;
  let listId = 0;
  /** The pass list that is being searched for, and how many satellites of it have no answer yet. */
  let passList: (Pick<PassListSearch, 'take' | 'fail'> & { waiting: number }) | undefined;
  let moving:
    | { readonly satellites: readonly AddedSatellite[]; readonly knots: Knots; readonly tracks: Tracks }
    | undefined;

  /** Texts that are being read. */
  const reading = new Map<
    number,
    { readonly resolve: (read: ElementsText) => void; readonly reject: (reason: Error) => void }
  >();
  let texts = 0;

  const handleAnswer = (answer: FleetAnswer): void => {
    if (answer.type === 'read') {
      reading.get(answer.id)?.resolve(answer.read);
      reading.delete(answer.id);
      return;
    }
    if (answer.type === 'listed-passes') {
      if (answer.id === listId) takeListed(answer);
      return;
    }
    if (answer.revision !== revision) return;
    if (answer.type === 'epochs') store.set(epochsAtom, answer.epochs);
    else if (answer.type === 'knot') {
      moving?.knots.take(answer.knot);
      store.set(knotCountAtom, (count) => count + 1);
    } else if (answer.type === 'track') moving?.tracks.take(answer.id, answer.track);
    else if (answer.id === searchId) takePasses?.(answer.passes);
  };
  const stop = (): void => {
    worker?.close();
    worker = undefined;
    moving = undefined;
    store.set(epochsAtom, []);
    store.set(fleetAtom, undefined);
  };
  /** Nothing runs while there are no satellites, and nothing is asked for. */
  const stopIfIdle = (): void => {
    if (!moving && reading.size === 0 && !passList) stop();
  };
  const takeListed = ({ satellite, passes }: Extract<FleetAnswer, { type: 'listed-passes' }>): void => {
    if (!passList) return;
    const { take } = passList;
    passList.waiting -= 1;
    const isLast = passList.waiting === 0;
    if (isLast) passList = undefined;
    take(satellite, passes);
    if (isLast) stopIfIdle();
  };
  const handleFailure = (message = 'its code failed to load'): void => {
    if (moving) store.set(fleetFailureAtom, message);
    stop();
    for (const { reject } of reading.values()) reject(new Error(message));
    reading.clear();
    const failed = passList;
    passList = undefined;
    failed?.fail(message);
  };

  /** Begins to propagate a list. */
  const propagate = (satellites: readonly AddedSatellite[]): void => {
    worker ??= connect(handleAnswer, handleFailure);
    revision += 1;
    const of = revision;
    store.set(epochsAtom, []);
    const elements = satellites.map((one) => one.elements);
    worker.send({ type: 'satellites', revision, elements });
    const rate = (): number => store.get(sliceAtoms.transport)?.rate ?? 1;
    const knots = createKnots(satellites.length, rate, (indexes) =>
      worker?.send({ type: 'knots', revision: of, indexes }),
    );
    const tracks = createTracks(elements, rate, (id, search) =>
      worker?.send({ type: 'track', revision: of, id, search }),
    );
    moving = { satellites, knots, tracks };
  };

  const show = (satellites: readonly AddedSatellite[]): void => {
    store.set(addedSatellitesAtom, satellites);
    const selected = store.get(selectedSatelliteAtom);
    if (!satellites.some(({ id, isShown }) => id === selected && isShown))
      store.set(selectedSatelliteAtom, undefined);
    if (satellites.length === 0) {
      moving = undefined;
      revision += 1;
      store.set(epochsAtom, []);
      store.set(fleetAtom, undefined);
      stopIfIdle();
      return;
    }
    if (!moving || !areAlike(moving.satellites, satellites)) propagate(satellites);
    if (!moving) return;
    const { positionsAt, stateAt } = moving.knots;
    const { trackAt } = moving.tracks;
    store.set(fleetFailureAtom, undefined);
    store.set(fleetAtom, {
      satellites: moving.satellites,
      isShown: Uint8Array.from(satellites, ({ isShown }) => (isShown ? 1 : 0)),
      positionsAt,
      stateAt,
      trackAt,
    });
  };

  const change = (satellites: readonly AddedSatellite[]): void => {
    try {
      if (satellites.length === 0) storage().removeItem(SATELLITES_KEY);
      else storage().setItem(SATELLITES_KEY, keptText(satellites));
      store.set(keepFailureAtom, undefined);
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
      store.set(keepFailureAtom, isFull ? 'its storage is full' : 'it blocks storage for this page');
    }
    show(satellites);
  };

  const list = (): readonly AddedSatellite[] => store.get(addedSatellitesAtom);
  store.set(fleetControlAtom, {
    async read(text) {
      worker ??= connect(handleAnswer, handleFailure);
      texts += 1;
      const id = texts;
      const { send } = worker;
      const read = await new Promise<ElementsText>((resolve, reject) => {
        reading.set(id, { resolve, reject });
        send({ type: 'text', id, text });
      });
      if (read.elements.length === 0) stopIfIdle();
      return read;
    },
    add(added) {
      const all = new Map(list().map((one) => [one.id, one]));
      let left = 0;
      for (const one of added) {
        if (all.has(one.id) || all.size < MOST_SATELLITES) all.set(one.id, one);
        else left += 1;
      }
      change([...all.values()]);
      return left;
    },
    remove: (ids) => change(list().filter(({ id }) => !ids.includes(id))),
    setShown: (ids, isShown) =>
      change(list().map((one) => (ids.includes(one.id) ? { ...one, isShown } : one))),
    findPasses(id, search, take) {
      const satellite = moving?.satellites.findIndex((one) => one.id === id) ?? -1;
      if (satellite < 0) return;
      searchId += 1;
      takePasses = take;
      worker?.send({ type: 'passes', revision, id: searchId, search: { ...search, satellite } });
    },
    searchPasses({ satellites, search, take, fail }) {
      listId += 1;
      const id = listId;
      worker ??= connect(handleAnswer, handleFailure);
      passList = { take, fail, waiting: satellites.length };
      worker.send({ type: 'pass-list', id, satellites, search });
      return () => {
        if (id !== listId || !passList) return;
        passList = undefined;
        worker?.send({ type: 'pass-list', id, satellites: [], search });
        stopIfIdle();
      };
    },
    restart: () => show(list()),
  });

  onStorage(({ key, newValue }) => {
    if (key === SATELLITES_KEY || key === null) show(readKept(newValue));
  });
  try {
    show(readKept(storage().getItem(SATELLITES_KEY)));
  } catch {
    store.set(keepFailureAtom, 'it blocks storage for this page');
  }
}
