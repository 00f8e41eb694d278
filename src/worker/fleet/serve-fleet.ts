import { type TransferHandler, transfer } from 'comlink';
import type { FleetHost } from '../../shared/contract/fleet.ts';
import { readElements } from '../../shared/orbit/elements-text.ts';
import { createFleet, type PropagatedFleet } from './propagate-fleet.ts';
import { searchPasses } from './search-passes.ts';

interface SliceEffects {
  /** Monotonic milliseconds. */
  now(): number;
  /** Calls back once, after what else is waiting. */
  later(callback: () => void): void;
}

/** Longest time without looking at new calls. */
const SLICE_MS = 8;

type Kind = 'search' | 'map' | 'list';

/** Goes on with a task. @returns whether there is more to do */
type Task = () => boolean;

/**
 * Does a task in slices, so that others can come or be dropped in between: first what a `search` of a user waits for, then what the
 * `map` does, then a `list`; of each kind one after another. Rejects when the signal is aborted, and with what a step throws.
 */
type DoInSlices = <T>(kind: Kind, steps: Generator<void, T>, signal: AbortSignal) => Promise<T>;

function createSlices({ now, later }: SliceEffects): DoInSlices {
  const tasks: Readonly<Record<Kind, Task[]>> = { search: [], map: [], list: [] };
  const inOrder = [tasks.search, tasks.map, tasks.list];
  const next = (): Task[] | undefined => inOrder.find(({ length }) => length > 0);
  let isScheduled = false;

  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    later(run);
  };

  function run(): void {
    isScheduled = false;
    const end = now() + SLICE_MS;
    for (let queue = next(); queue; queue = next()) {
      if (!queue[0]?.()) queue.shift();
      if (now() < end) continue;
      schedule();
      return;
    }
  }

  return (kind, steps, signal) =>
    new Promise((resolve, reject) => {
      tasks[kind].push(() => {
        try {
          signal.throwIfAborted();
          const { done, value } = steps.next();
          if (!done) return true;
          resolve(value);
        } catch (error) {
          reject(error);
        }
        return false;
      });
      schedule();
    });
}

/** How the signals of a page arrive; none leaves. */
export const arrivingSignals: Omit<TransferHandler<AbortSignal, MessagePort>, 'serialize'> = {
  canHandle: (_value): _value is AbortSignal => false,
  deserialize(port) {
    const controller = new AbortController();
    port.onmessage = () => {
      controller.abort();
      port.close();
    };
    return controller.signal;
  },
};

interface FleetHostEffects extends SliceEffects, Pick<FleetHost<AbortSignal>, 'fetchElements'> {}

/** The worker of a page's added satellites: what is not wanted any more costs one slice. */
export function serveFleet({ fetchElements, ...effects }: FleetHostEffects): FleetHost<AbortSignal> {
  const doInSlices = createSlices(effects);
  /** None before the first list. */
  let fleet = new Promise<PropagatedFleet>(() => {});
  return {
    readElements: async (text) => readElements(text),
    fetchElements,
    async propagate(elements, signal) {
      fleet = doInSlices('map', createFleet(elements), signal);
      return (await fleet).epochs;
    },
    async knot(index, signal) {
      const knot = await doInSlices('map', (await fleet).knot(index), signal);
      return transfer(knot, [knot.states.buffer]);
    },
    track: async (search, signal) => doInSlices('search', (await fleet).track(search), signal),
    passes: (satellites, search, signal) =>
      doInSlices(search.hasPath ? 'search' : 'list', searchPasses(satellites, search), signal),
  };
}
