import { type TransferHandler, transfer } from 'comlink';
import type { FleetHost } from '../../shared/contract/fleet.ts';
import { readElements } from '../../shared/orbit/elements-text.ts';
import { createFleet, type PropagatedFleet } from './propagate-fleet.ts';
import { searchPasses } from './search-passes.ts';

interface SliceEffects {
  /** Monotonic milliseconds. */
  now(): number;
  /** Calls back once, after other waiting work. */
  later(callback: () => void): void;
}

/** Longest time without handling new calls, ms. */
const SLICE_MS = 8;

type Kind = 'search' | 'map' | 'list';

/** Runs the next step of a task. @returns true if more remains */
type Task = () => boolean;

/**
 * Runs a task in slices, so that others can arrive or be aborted in between: first a user's `search`, then the `map`,
 * then a `list`; tasks of one kind in turn. Rejects when the signal is aborted, and with any error of a step.
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

/** Receives the abort signals of a page; sends none. */
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

/** Serves a page's added satellites. An aborted task costs at most one more slice. */
export function serveFleet({ fetchElements, ...effects }: FleetHostEffects): FleetHost<AbortSignal> {
  const doInSlices = createSlices(effects);
  /** Pending before the first list. */
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
