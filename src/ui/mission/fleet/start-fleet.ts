import { LIVE_SATELLITE } from '../../../shared/entities/satellites.ts';
import { failed } from '../../../shared/kit/result.ts';
import { MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';
import type { After } from '../../kit/page/timers.ts';
import { type Store, shownRateAtom, wallSecondAtom } from '../link/atoms.ts';
import {
  addedSatellitesAtom,
  epochsAtom,
  type FleetControl,
  fleetAtom,
  fleetControlAtom,
  fleetFailureAtom,
  groupColoursAtom,
  knotCountAtom,
  recordedSatellitesAtom,
  selectedSatelliteAtom,
} from './atoms.ts';
import { colouredByAtom } from './colouring.ts';
import type { Satellite } from './fleet.ts';
import { type ConnectFleet, createFleetCalls } from './fleet-calls.ts';
import { coloursOf, groupColours } from './groups.ts';
import { type AddedList, asAdded, joinSatellites } from './kept-satellites.ts';
import { createKnots, type Knots } from './knots.ts';
import { isAdded, missionFrequenciesAtom } from './mission-satellites.ts';
import { regimeColours } from './orbit-filter.ts';
import { keepOwnList, ownListAtom, type SetOwnList } from './own-list.ts';
import { elementsEpoch } from './regime.ts';
import { createTracks, type Tracks } from './tracks.ts';

export interface FleetEffects {
  readonly store: Store;
  readonly connect: ConnectFleet;
  /** Returns a new random id. */
  newId(): string;
  readonly after: After;
}

/** The satellites that the worker propagates. */
interface Motion {
  readonly satellites: readonly Satellite[];
  readonly knots: Knots;
  readonly tracks: Tracks;
  /** Drops unanswered requests. */
  readonly ending: AbortController;
  /** True once its worker has read the elements. */
  isPropagated: boolean;
}

/** Satellites per call of a pass search. The first call has only one, so that a list begins at once. */
const BATCH = 20;

/**
 * Seconds without new states, on a page that is awake, after which a worker counts as lost: it takes 20 ms for
 * them.
 */
const PATIENCE_S = 10;

/** Shortest and longest delay until a lost worker is replaced; it doubles until one has answered. */
const RETRY_MS = 10 * MS_PER_S;
const LONGEST_RETRY_MS = 5 * MS_PER_MIN;

/** Returns true if two lists move alike: the same elements in the same order. */
const areAlike = (a: readonly Satellite[], b: readonly Satellite[]): boolean =>
  a.length === b.length && a.every(({ elements }, index) => elements === b[index]?.elements);

/** Stores the list of added satellites in this browser, and lets a worker propagate them while there are any. */
export function startFleet({ store, connect, newId, after }: FleetEffects): void {
  let moving: Motion | undefined;
  let retryMs: number = RETRY_MS;
  let cancelRetry = (): void => {};
  const stop = (): void => {
    moving?.ending.abort();
    moving = undefined;
    store.set(epochsAtom, []);
    store.set(fleetAtom, undefined);
  };
  const calls = createFleetCalls(connect, (reason) => {
    if (moving) {
      store.set(fleetFailureAtom, reason);
      // Nobody can ask for it on a wall.
      cancelRetry();
      cancelRetry = after(retryMs, showCurrent);
      retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
    }
    stop();
  });
  /** Ends the worker unless there are satellites to propagate. */
  const closeIdle = (): void => {
    if (!moving) calls.closeIdle();
  };

  /** A worker may end silently: its satellites would freeze while time continues. */
  let waitedS = 0;
  let knotsBefore = 0;
  store.sub(wallSecondAtom, () => {
    const came = store.get(knotCountAtom);
    const isOwed = moving?.isPropagated === true && moving.knots.isWaiting();
    waitedS = isOwed && came === knotsBefore ? waitedS + 1 : 0;
    knotsBefore = came;
    if (waitedS >= PATIENCE_S) calls.fail('their worker does not answer');
  });

  const propagate = (satellites: readonly Satellite[]): void => {
    moving?.ending.abort();
    const ending = new AbortController();
    const elements = satellites.map((one) => one.elements);
    const rate = (): number => store.get(shownRateAtom) ?? 1;
    store.set(epochsAtom, []);
    calls
      .call((host, signal) => host.propagate(elements, signal), ending.signal)
      .then(
        (epochs) => {
          motion.isPropagated = true;
          store.set(epochsAtom, epochs);
        },
        () => undefined,
      );
    const knots = createKnots(
      satellites.length,
      rate,
      (index, cancel) => calls.call((host, signal) => host.knot(index, signal), cancel, ending.signal),
      () => {
        retryMs = RETRY_MS;
        store.set(knotCountAtom, (count) => count + 1);
      },
    );
    const tracks = createTracks(elements, rate, (search, cancel) =>
      calls.call((host, signal) => host.track(search, signal), cancel, ending.signal),
    );
    const motion: Motion = { satellites, knots, tracks, ending, isPropagated: false };
    moving = motion;
    waitedS = 0;
  };

  const show = ({ satellites, colours }: AddedList): void => {
    cancelRetry();
    store.set(fleetFailureAtom, undefined);
    store.set(groupColoursAtom, colours);
    store.set(addedSatellitesAtom, satellites);
    const selected = store.get(selectedSatelliteAtom);
    if (!satellites.some(({ id, isShown }) => id === selected && isShown))
      store.set(selectedSatelliteAtom, undefined);
    if (satellites.length === 0) {
      stop();
      closeIdle();
      return;
    }
    if (!moving || !areAlike(moving.satellites, satellites)) propagate(satellites);
    if (!moving) return;
    const { positionsAt, stateAt } = moving.knots;
    const { trackAt } = moving.tracks;
    store.set(fleetAtom, {
      satellites: moving.satellites,
      isShown: Uint8Array.from(satellites, ({ isShown }) => (isShown ? 1 : 0)),
      colours:
        store.get(colouredByAtom) === 'orbit' ? regimeColours(satellites) : coloursOf(satellites, colours),
      groups: satellites.map(({ groups }) => groups.join(', ')),
      positionsAt,
      stateAt,
      trackAt,
    });
  };

  /** Does nothing until the list is known. */
  let setOwnList: SetOwnList = () => {};
  const change = (satellites: readonly Satellite[]): void => {
    const list = { satellites, colours: groupColours(satellites, store.get(groupColoursAtom)) };
    if (store.get(recordedSatellitesAtom)) store.set(recordedSatellitesAtom, list);
    else setOwnList(list);
  };
  const showCurrent = (): void => {
    const recorded = store.get(recordedSatellitesAtom);
    show(recorded ? asAdded(recorded) : store.get(ownListAtom));
  };

  const list = (): readonly Satellite[] => store.get(addedSatellitesAtom);
  const control: FleetControl = {
    async read(text) {
      const read = await calls.call((host) => host.readElements(text));
      if (read.elements.length === 0) closeIdle();
      return read;
    },
    async fetchElements(query, cancel) {
      try {
        return await calls.call((host, signal) => host.fetchElements(query, signal), cancel);
      } catch (error) {
        return failed(cancel.aborted ? 'Cancelled.' : `The worker stopped: ${(error as Error).message}.`);
      } finally {
        closeIdle();
      }
    },
    add(added) {
      const joined = joinSatellites(list(), added.filter(isAdded));
      change(joined.satellites);
      return joined.left;
    },
    renew(elements) {
      const newer = new Map(elements.map((one) => [Number(one.NORAD_CAT_ID), one]));
      let renewed = 0;
      const satellites = list().map((one) => {
        const offered = newer.get(one.id);
        if (!one.isFromCelestrak || !offered || elementsEpoch(offered) <= elementsEpoch(one.elements))
          return one;
        renewed += 1;
        return { ...one, elements: offered, name: offered.OBJECT_NAME };
      });
      if (renewed > 0) change(satellites);
      return renewed;
    },
    describe({ id, mission }, said) {
      if (mission) store.set(missionFrequenciesAtom, (kept) => ({ ...kept, [mission]: said.frequencyMhz }));
      else change(list().map((one) => (one.id === id ? { ...one, ...said } : one)));
    },
    remove(ids) {
      const removed = new Set(ids);
      change(list().filter(({ id }) => !removed.has(id)));
    },
    setShown(ids, isShown) {
      const changed = new Set(ids);
      change(list().map((one) => (changed.has(one.id) ? { ...one, isShown } : one)));
    },
    async searchPasses(satellites, search, take, cancel) {
      try {
        await calls.call(async (host, signal) => {
          for (let from = 0, to = 1; from < satellites.length; from = to, to += BATCH) {
            const found = await host.passes(satellites.slice(from, to), search, signal);
            signal.throwIfAborted();
            take(found);
          }
        }, cancel);
      } finally {
        closeIdle();
      }
    },
    ownCount: () => store.get(ownListAtom).satellites.length,
    useOwn: () => store.set(recordedSatellitesAtom, undefined),
    keepRecorded() {
      const own = store.get(ownListAtom);
      const { satellites, left } = joinSatellites(own.satellites, list());
      const others = [...store.get(groupColoursAtom)].filter(([name]) => !own.colours.has(name));
      const colours = groupColours(satellites, new Map([...own.colours, ...others]));
      setOwnList({ satellites, colours });
      store.set(recordedSatellitesAtom, undefined);
      return left;
    },
    restart: showCurrent,
  };

  /** A list of an earlier version may include the ISS, of which only the frequency is kept. */
  const dropMissionSatellites = (): void => {
    const { satellites, colours } = store.get(ownListAtom);
    const own = satellites.find((one) => !isAdded(one));
    if (!own) return;
    const { frequencyMhz } = own;
    store.set(missionFrequenciesAtom, (kept) => ({
      ...kept,
      [LIVE_SATELLITE]: kept[LIVE_SATELLITE] ?? frequencyMhz,
    }));
    setOwnList({ satellites: satellites.filter(isAdded), colours });
  };

  const readElements = (text: string) => calls.call((host) => host.readElements(text));
  keepOwnList({ store, newId }, readElements, (set) => {
    setOwnList = set;
    dropMissionSatellites();
    for (const shown of [recordedSatellitesAtom, ownListAtom, colouredByAtom]) store.sub(shown, showCurrent);
    store.set(fleetControlAtom, control);
    showCurrent();
  });
}
