import type { OperationName, RemoteOperations } from '../../src/shared/contract/operations.ts';
import { type Outcome, refused } from '../../src/shared/contract/outcome.ts';
import type { TimelineEvent } from '../../src/shared/entities/entities.ts';
import { type EpochMs, epochMs } from '../../src/shared/kit/units.ts';
import { missionSecondAtom, type Store, sliceAtoms } from '../../src/ui/mission/link/atoms.ts';
import type { OperationStep } from '../../src/worker/kit/steps.ts';
import * as rules from '../../src/worker/mission/operations/timeline.ts';

type TimelineRule = (
  state: rules.TimelineState,
  input: unknown,
  time: EpochMs,
) => OperationStep<rules.TimelineState, TimelineEvent>;

/** A requested operation. */
export interface Call {
  readonly name: string;
  readonly input: unknown;
}

export interface TimelineOperations {
  readonly operations: RemoteOperations;
  readonly calls: readonly Call[];
  /** Keeps every call pending until it is released. */
  hold(): void;
  release(): void;
  /** Refuses the next call with this message. */
  refuseNext(message: string): void;
}

/** Runs the timeline's operations on a store, by the mission's own rules. */
export function timelineOperations(store: Store): TimelineOperations {
  const calls: Call[] = [];
  let gate = Promise.resolve();
  let open = () => {};
  let refusal: string | undefined;
  let state: rules.TimelineState = { events: [], cancelled: [], nextId: 1 };

  async function answer<T>(name: string, input: unknown, effect: () => Outcome<T>): Promise<Outcome<T>> {
    calls.push({ name, input });
    await gate;
    if (refusal === undefined) return effect();
    const message = refusal;
    refusal = undefined;
    return refused(message);
  }

  /** Applies a rule of the mission to the events of the store. */
  function apply(rule: (state: rules.TimelineState, time: EpochMs) => ReturnType<TimelineRule>) {
    const events = store.get(sliceAtoms.timeline) ?? [];
    const step = rule({ ...state, events }, store.get(missionSecondAtom) ?? epochMs(0));
    state = step.state;
    // Copied as over the channel: every event is a new object.
    if (step.outcome.ok) store.set(sliceAtoms.timeline, structuredClone(step.state.events));
    return step.outcome;
  }

  return {
    calls,
    operations: new Proxy({} as RemoteOperations, {
      // An operation that a test has assigned comes first.
      get: (assigned, name: OperationName) =>
        assigned[name] ??
        ((input: unknown) => {
          const rule = (rules as Partial<Record<string, unknown>>)[name] as TimelineRule | undefined;
          if (!rule) return Promise.reject(new Error(`${name} is no operation of the timeline`));
          return answer(name, input, () => apply((state, time) => rule(state, input, time)));
        }),
    }),
    hold() {
      gate = new Promise((resolve) => {
        open = resolve;
      });
    },
    release: () => open(),
    refuseNext(message) {
      refusal = message;
    },
  };
}
