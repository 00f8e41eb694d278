import type {
  MissionUpdate,
  Notice,
  Snapshot,
  SubscriptionId,
  UpdateListener,
} from '../shared/mission-control.ts';
import type { RequestId } from '../shared/operations.ts';
import { changedSlices } from './slices.ts';

/** The most notices that wait for a listener that does not answer, the newest ones: hours of them. */
const WAITING_NOTICES_CAP = 100;

/** What a mission has to say: all that it shows now, and what has happened. */
export interface UpdateDraft extends Omit<MissionUpdate, 'slices'> {
  readonly slices: Snapshot;
}

interface Subscriber {
  readonly listener: UpdateListener;
  /** What it is known to show; `undefined` before it has taken anything, and after it has failed. */
  acknowledged: Snapshot | undefined;
  /** Handled requests that it may not know of: those of the update in flight, and of updates over which it has failed. */
  unconfirmed: readonly RequestId[];
  isBusy: boolean;
  waiting: UpdateDraft | undefined;
}

/**
 * Delivers to every listener, at the listener's own pace, what it does not show yet: one update in flight, what follows
 * in one.
 */
export interface Broadcast {
  /** Delivers the whole of it to the new listener at once, with the notices that nobody was there to hear. */
  subscribe(listener: UpdateListener, draft: UpdateDraft): SubscriptionId;
  unsubscribe(id: SubscriptionId): void;
  publish(draft: UpdateDraft): void;
}

const keepNewest = (notices: readonly Notice[]): readonly Notice[] => notices.slice(-WAITING_NOTICES_CAP);

/** The newest state wins; every notice survives, up to the cap. */
function mergeDrafts(waiting: UpdateDraft | undefined, next: UpdateDraft): UpdateDraft {
  if (!waiting) return next;
  return {
    ...next,
    notices: keepNewest([...waiting.notices, ...next.notices]),
    handled: [...waiting.handled, ...next.handled],
  };
}

function deliver(subscriber: Subscriber, draft: UpdateDraft): void {
  if (subscriber.isBusy) {
    subscriber.waiting = mergeDrafts(subscriber.waiting, draft);
    return;
  }
  const slices = changedSlices(subscriber.acknowledged, draft.slices);
  const handled = [...subscriber.unconfirmed, ...draft.handled];
  subscriber.acknowledged = undefined;
  subscriber.unconfirmed = handled;
  subscriber.isBusy = true;
  const hold = () => {
    subscriber.acknowledged = draft.slices;
    subscriber.unconfirmed = [];
  };
  let answer: Promise<void> | undefined;
  try {
    answer = subscriber.listener({ ...draft, slices, handled }) ?? undefined;
    if (!answer) hold();
  } finally {
    // A listener that fails has answered; its error stays unhandled here, where its owner can see it.
    if (answer) void answer.then(hold).finally(() => goOn(subscriber));
    else goOn(subscriber);
  }
}

/** The listener has answered: it gets what has happened meanwhile. */
function goOn(subscriber: Subscriber): void {
  const { waiting } = subscriber;
  subscriber.isBusy = false;
  subscriber.waiting = undefined;
  if (waiting) deliver(subscriber, waiting);
}

export function createBroadcast(): Broadcast {
  const subscribers = new Map<SubscriptionId, Subscriber>();
  let unheard: readonly Notice[] = [];
  let lastId: SubscriptionId = 0;

  return {
    subscribe(listener, draft) {
      const id = ++lastId;
      const subscriber: Subscriber = {
        listener,
        acknowledged: undefined,
        unconfirmed: [],
        isBusy: false,
        waiting: undefined,
      };
      subscribers.set(id, subscriber);
      const notices = unheard;
      unheard = [];
      deliver(subscriber, { ...draft, notices: [...notices, ...draft.notices] });
      return id;
    },
    unsubscribe(id) {
      const subscriber = subscribers.get(id);
      subscribers.delete(id);
      if (subscriber) subscriber.waiting = undefined;
    },
    publish(draft) {
      if (subscribers.size === 0) unheard = keepNewest([...unheard, ...draft.notices]);
      for (const subscriber of subscribers.values()) deliver(subscriber, draft);
    },
  };
}
