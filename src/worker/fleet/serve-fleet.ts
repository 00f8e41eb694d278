import type { FleetKnot } from '../../shared/fleet.ts';
import type { FleetAnswer, FleetRequest } from '../../shared/fleet-messages.ts';
import { readElements } from '../../shared/orbit/elements-text.ts';
import type { FetchElements } from './fetch-elements.ts';
import { createFleet, type Fleet } from './propagate-fleet.ts';
import { searchPassList } from './search-pass-list.ts';

interface Effects {
  /** Monotonic milliseconds. */
  now(): number;
  /** Calls back once, after what else is waiting. */
  later(callback: () => void): void;
  readonly fetchElements: FetchElements;
  /** A knot's states are handed over, not copied. */
  send(answer: FleetAnswer): void;
}

/** Something that is wanted of one satellite, under way once the fleet is there. */
interface Search {
  /** Its steps end with the answer. */
  readonly begin: (fleet: Fleet) => Generator<void, FleetAnswer>;
  steps?: Generator<void, FleetAnswer>;
}

type SearchRequest = Extract<FleetRequest, { type: 'passes' | 'track' }>;

const searchFor = (request: SearchRequest): Search => ({
  *begin(fleet) {
    const { revision, id } = request;
    return request.type === 'passes'
      ? { type: 'passes', revision, id, passes: yield* fleet.passes(request.search) }
      : { type: 'track', revision, id, track: yield* fleet.track(request.search) };
  },
});

/** Longest time without looking at new requests. */
const SLICE_MS = 8;

/** Answers the requests of a page, in slices: a list or an instant that is not wanted any more costs one slice. */
export function serveFleet({ now, later, fetchElements, send }: Effects): (request: FleetRequest) => void {
  let revision = 0;
  let starting: Generator<void, Fleet> | undefined;
  let fleet: Fleet | undefined;
  let wanted: readonly number[] = [];
  let current: { readonly index: number; readonly steps: Generator<void, FleetKnot> } | undefined;
  /** One of each kind. What a user waits for comes first. */
  const searches = new Map<SearchRequest['type'], Search>();
  let list: Iterator<FleetAnswer | undefined, void> | undefined;
  let isScheduled = false;

  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    later(run);
  };

  /** One pass, or one sample of a track. */
  function stepSearch(type: SearchRequest['type'], search: Search, of: Fleet): void {
    search.steps ??= search.begin(of);
    const { done, value } = search.steps.next();
    if (!done) return;
    searches.delete(type);
    send(value);
  }

  /** One satellite of a knot. @returns whether there was one */
  function stepKnot(): boolean {
    if (!current) {
      const [index, ...rest] = wanted;
      if (index === undefined || !fleet) return false;
      wanted = rest;
      current = { index, steps: fleet.knot(index) };
    }
    const { done, value } = current.steps.next();
    if (done) {
      current = undefined;
      send({ type: 'knot', revision, knot: value });
    }
    return true;
  }

  /** A part of one satellite's passes. @returns whether there was a list */
  function stepList(): boolean {
    const step = list?.next();
    if (!step || step.done) list = undefined;
    else if (step.value) send(step.value);
    return step !== undefined;
  }

  /** One satellite, or one pass; the map does not wait for a list. @returns whether there is more to do */
  function step(): boolean {
    if (starting) {
      const { done, value } = starting.next();
      if (done) {
        fleet = value;
        starting = undefined;
        send({ type: 'epochs', revision, epochs: value.epochs });
      }
      return true;
    }
    const [search] = searches;
    if (search && fleet) {
      stepSearch(...search, fleet);
      return true;
    }
    return stepKnot() || stepList();
  }

  function run(): void {
    isScheduled = false;
    const end = now() + SLICE_MS;
    while (step()) {
      if (now() < end) continue;
      schedule();
      return;
    }
  }

  const fetches = new Map<number, AbortController>();
  const startFetch = async ({ id, query }: Extract<FleetRequest, { type: 'fetch' }>): Promise<void> => {
    const cancelling = new AbortController();
    fetches.set(id, cancelling);
    const answer = await fetchElements(query, cancelling.signal);
    if (fetches.delete(id)) send({ type: 'fetched', id, answer });
  };
  const cancelFetch = (id: number): void => {
    fetches.get(id)?.abort();
    fetches.delete(id);
  };

  return (request) => {
    if (request.type === 'fetch') {
      void startFetch(request);
      return;
    }
    if (request.type === 'cancel') {
      cancelFetch(request.id);
      return;
    }
    if (request.type === 'text') {
      send({ type: 'read', id: request.id, read: readElements(request.text) });
      return;
    }
    if (request.type === 'pass-list') {
      list = searchPassList(request);
    } else if (request.type === 'satellites') {
      revision = request.revision;
      starting = createFleet(request.elements);
      fleet = undefined;
      wanted = [];
      current = undefined;
      searches.clear();
    } else if (request.revision !== revision) {
      return;
    } else if (request.type === 'passes' || request.type === 'track') {
      searches.set(request.type, searchFor(request));
    } else {
      wanted = request.indexes;
      const underWay = current?.index;
      if (underWay !== undefined && wanted.includes(underWay))
        wanted = wanted.filter((one) => one !== underWay);
      else current = undefined;
    }
    schedule();
  };
}
