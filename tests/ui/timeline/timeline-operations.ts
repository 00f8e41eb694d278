import type { TimelineEvent, TimelineEventStatus } from '../../../src/shared/entities.ts';
import {
  type Outcome,
  type RemoteOperations,
  refused,
  type TimelineEventDraft,
} from '../../../src/shared/operations.ts';
import { parseUtc } from '../../../src/shared/utc-text.ts';
import type { Store } from '../../../src/ui/mission/atoms.ts';
import { sliceAtoms } from '../../../src/ui/mission/atoms.ts';

/** An operation that has been asked for. */
export interface Call {
  readonly name: string;
  readonly input: unknown;
}

export interface TimelineOperations {
  readonly operations: RemoteOperations;
  readonly calls: readonly Call[];
  /** Until it is released, every call is under way. */
  hold(): void;
  release(): void;
  /** The next call is refused with this. */
  refuseNext(message: string): void;
}

const notHere = () => Promise.reject(new Error('not an operation of the timeline'));

/** The timeline's operations on a store, by the rules of spec §4 and §5. */
export function timelineOperations(store: Store): TimelineOperations {
  const calls: Call[] = [];
  let gate = Promise.resolve();
  let open = () => {};
  let refusal: string | undefined;
  let added = 0;

  async function answer<T>(name: string, input: unknown, effect: () => Outcome<T>): Promise<Outcome<T>> {
    calls.push({ name, input });
    await gate;
    if (refusal === undefined) return effect();
    const message = refusal;
    refusal = undefined;
    return refused(message);
  }

  function add({ title, startTime, endTime, description, type, priority }: TimelineEventDraft) {
    const start = parseUtc(startTime);
    const end = parseUtc(endTime);
    if (title.trim() === '' || start === undefined || end === undefined) {
      const missing = {
        title: title.trim() === '',
        startTime: start === undefined,
        endTime: end === undefined,
      };
      const fields = (['title', 'startTime', 'endTime'] as const).filter((field) => missing[field]);
      return refused('Please fill in all required fields', fields);
    }
    const value: TimelineEvent = {
      id: `added-${++added}`,
      title,
      startTime: start,
      endTime: end,
      description: description ?? '',
      type: (type ?? 'Experiment') as TimelineEvent['type'],
      status: 'Scheduled',
      priority: (priority ?? 'Medium') as TimelineEvent['priority'],
    };
    const events = [...(store.get(sliceAtoms.timeline) ?? []), value];
    store.set(
      sliceAtoms.timeline,
      events.sort((a, b) => a.startTime - b.startTime),
    );
    return { ok: true, value } as const;
  }

  function move(id: string, from: TimelineEventStatus, to: TimelineEventStatus): Outcome<TimelineEvent> {
    const events = store.get(sliceAtoms.timeline) ?? [];
    const event = events.find((candidate) => candidate.id === id);
    if (event?.status !== from) return refused(`The event is not ${from}.`);
    const value = { ...event, status: to };
    // As over the channel: every event is a new object.
    store.set(
      sliceAtoms.timeline,
      events.map((old) => (old === event ? value : { ...old })),
    );
    return { ok: true, value };
  }

  return {
    calls,
    operations: {
      queueCommand: notHere,
      executeCommand: notHere,
      cancelCommand: notHere,
      restoreCommand: notHere,
      acknowledgeAnomaly: notHere,
      resolveAnomaly: notHere,
      handOverConsole: notHere,
      demonstrateFault: notHere,
      addEvent: (draft) => answer('addEvent', draft, () => add(draft)),
      startEvent: (id) => answer('startEvent', id, () => move(id, 'Scheduled', 'In Progress')),
      cancelEvent: (id) => answer('cancelEvent', id, () => move(id, 'Scheduled', 'Cancelled')),
      completeEvent: (id) => answer('completeEvent', id, () => move(id, 'In Progress', 'Completed')),
      restoreEvent: (id) => answer('restoreEvent', id, () => move(id, 'Cancelled', 'Scheduled')),
    },
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
