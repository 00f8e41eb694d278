import type { ElementsAnswer } from '../../shared/celestrak.ts';
import type { FleetAnswer, FleetRequest } from '../../shared/fleet-messages.ts';
import type { ElementsText } from '../../shared/orbit/elements-text.ts';
import { failed, type Result } from '../../shared/result.ts';
import { keptAtom } from '../kit/page/kept-atom.ts';
import { type Store, sliceAtoms } from '../mission/atoms.ts';
import {
  addedSatellitesAtom,
  epochsAtom,
  type FleetControl,
  fleetAtom,
  fleetControlAtom,
  fleetFailureAtom,
  groupColoursAtom,
  keepFailureAtom,
  knotCountAtom,
  type PassListSearch,
  recordedSatellitesAtom,
  SATELLITES_KEY,
  selectedSatelliteAtom,
} from './atoms.ts';
import type { AddedSatellite } from './fleet.ts';
import { coloursOf, groupColours } from './groups.ts';
import { type AddedList, asAdded, epochOf, joinSatellites, readKept, toKept } from './kept-satellites.ts';
import { createKnots, type Knots } from './knots.ts';
import { createTracks, type Tracks } from './tracks.ts';

/** The worker that propagates. */
export interface FleetWorker {
  send(request: FleetRequest): void;
  close(): void;
}

export interface FleetEffects {
  readonly store: Store;
  /** Starts a worker. `onFailure` gets the message of an uncaught error, and none when its script cannot be loaded. */
  connect(onAnswer: (answer: FleetAnswer) => void, onFailure: (message?: string) => void): FleetWorker;
}

/** What the browser keeps; shown unless a recording has a list of its own. */
const ownListAtom = keptAtom(SATELLITES_KEY, {
  read: readKept,
  write: toKept,
  failureAtom: keepFailureAtom,
});

/** Whether two lists move alike: the same elements in the same order. */
const areAlike = (a: readonly AddedSatellite[], b: readonly AddedSatellite[]): boolean =>
  a.length === b.length && a.every(({ elements }, index) => elements === b[index]?.elements);

/** Keeps the list of added satellites in this browser, and has a worker propagate them while there are any. */
export function startFleet({ store, connect }: FleetEffects): void {
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
  let requests = 0;

  /** Elements that are being fetched. */
  const fetching = new Map<number, (answer: Result<ElementsAnswer>) => void>();

  /** Nothing runs while there are no satellites. */
  const closeIdle = (): void => {
    if (moving || passList || reading.size > 0 || fetching.size > 0) return;
    worker?.close();
    worker = undefined;
  };
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
    if (answer.type === 'fetched') {
      fetching.get(answer.id)?.(answer.answer);
      fetching.delete(answer.id);
      closeIdle();
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
    moving = undefined;
    store.set(epochsAtom, []);
    store.set(fleetAtom, undefined);
    closeIdle();
  };
  const takeListed = ({ satellite, passes }: Extract<FleetAnswer, { type: 'listed-passes' }>): void => {
    if (!passList) return;
    const { take } = passList;
    passList.waiting -= 1;
    const isLast = passList.waiting === 0;
    if (isLast) passList = undefined;
    take(satellite, passes);
    if (isLast) closeIdle();
  };
  const handleFailure = (message = 'its code failed to load'): void => {
    if (moving) store.set(fleetFailureAtom, message);
    for (const { reject } of reading.values()) reject(new Error(message));
    reading.clear();
    const lost = passList;
    passList = undefined;
    for (const resolve of fetching.values()) resolve(failed(`The worker stopped: ${message}.`));
    fetching.clear();
    stop();
    lost?.fail(message);
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

  const show = ({ satellites, colours }: AddedList): void => {
    store.set(groupColoursAtom, colours);
    store.set(addedSatellitesAtom, satellites);
    const selected = store.get(selectedSatelliteAtom);
    if (!satellites.some(({ id, isShown }) => id === selected && isShown))
      store.set(selectedSatelliteAtom, undefined);
    if (satellites.length === 0) {
      moving = undefined;
      revision += 1;
      store.set(epochsAtom, []);
      store.set(fleetAtom, undefined);
      closeIdle();
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
      colours: coloursOf(satellites, colours),
      groups: satellites.map(({ groups }) => groups.join(', ')),
      positionsAt,
      stateAt,
      trackAt,
    });
  };

  const change = (satellites: readonly AddedSatellite[]): void => {
    const list = { satellites, colours: groupColours(satellites, store.get(groupColoursAtom)) };
    if (store.get(recordedSatellitesAtom)) store.set(recordedSatellitesAtom, list);
    else store.set(ownListAtom, list);
  };
  const showCurrent = (): void => {
    const recorded = store.get(recordedSatellitesAtom);
    show(recorded ? asAdded(recorded) : store.get(ownListAtom));
  };
  for (const shown of [recordedSatellitesAtom, ownListAtom]) store.sub(shown, showCurrent);

  const list = (): readonly AddedSatellite[] => store.get(addedSatellitesAtom);
  store.set(fleetControlAtom, {
    async read(text) {
      worker ??= connect(handleAnswer, handleFailure);
      requests += 1;
      const id = requests;
      const { send } = worker;
      const read = await new Promise<ElementsText>((resolve, reject) => {
        reading.set(id, { resolve, reject });
        send({ type: 'text', id, text });
      });
      if (read.elements.length === 0) closeIdle();
      return read;
    },
    fetchElements: (query, signal) =>
      new Promise((resolve) => {
        worker ??= connect(handleAnswer, handleFailure);
        requests += 1;
        const id = requests;
        fetching.set(id, resolve);
        const cancel = (): void => {
          if (!fetching.delete(id)) return;
          worker?.send({ type: 'cancel', id });
          closeIdle();
          resolve(failed('Cancelled.'));
        };
        signal.addEventListener('abort', cancel, { once: true });
        worker.send({ type: 'fetch', id, query });
      }),
    add(added) {
      const joined = joinSatellites(list(), added);
      change(joined.satellites);
      return joined.left;
    },
    renew(elements) {
      const newer = new Map(elements.map((one) => [Number(one.NORAD_CAT_ID), one]));
      let renewed = 0;
      const satellites = list().map((one) => {
        const offered = newer.get(one.id);
        if (!offered || epochOf(offered) <= epochOf(one.elements)) return one;
        renewed += 1;
        return { ...one, elements: offered, name: offered.OBJECT_NAME, isFromCelestrak: true };
      });
      if (renewed > 0) change(satellites);
      return renewed;
    },
    setGroups: (id, groups) => change(list().map((one) => (one.id === id ? { ...one, groups } : one))),
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
        closeIdle();
      };
    },
    ownCount: () => store.get(ownListAtom).satellites.length,
    useOwn: () => store.set(recordedSatellitesAtom, undefined),
    keepRecorded() {
      const own = store.get(ownListAtom);
      const { satellites, left } = joinSatellites(own.satellites, list());
      const others = [...store.get(groupColoursAtom)].filter(([name]) => !own.colours.has(name));
      const colours = groupColours(satellites, new Map([...own.colours, ...others]));
      store.set(ownListAtom, { satellites, colours });
      store.set(recordedSatellitesAtom, undefined);
      return left;
    },
    restart: showCurrent,
  });

  showCurrent();
}
