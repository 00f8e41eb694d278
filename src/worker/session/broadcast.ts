import type {
  MissionUpdate,
  Notice,
  Snapshot,
  SubscriptionId,
  UpdateListener,
} from '../../shared/contract/mission-control.ts';
import type { RequestId } from '../../shared/contract/outcome.ts';
import { changedSlices } from '../mission/state/slices.ts';

/** Cap on notices queued for a listener that does not respond; the newest are kept. */
const WAITING_NOTICES_CAP = 100;

/** All slices of the mission, and its notices since the last update. */
export interface UpdateDraft extends Omit<MissionUpdate, 'slices'> {
  readonly slices: Snapshot;
}

interface Subscriber {
  readonly listener: UpdateListener;
  /** Last acknowledged slices; `undefined` before the first acknowledgement and after a failure. */
  acknowledged: Snapshot | undefined;
  /**
   * Handled requests not confirmed yet: those of the update in flight, and of updates on which the listener
   * failed.
   */
  unconfirmed: readonly RequestId[];
  isBusy: boolean;
  waiting: UpdateDraft | undefined;
}

/**
 * Delivers to every listener, at its own pace, the slices that changed: one update in flight, later changes
 * merged into one.
 */
export interface Broadcast {
  /**
   * Delivers the whole draft to the new listener at once, with the notices from the time without listeners.
   */
  subscribe(listener: UpdateListener, draft: UpdateDraft): SubscriptionId;
  unsubscribe(id: SubscriptionId): void;
  publish(draft: UpdateDraft): void;
  /** Keeps notices for the next listener, while there is none. */
  keep(notices: readonly Notice[]): void;
  /** True while there is a listener. */
  isHeard(): boolean;
}

const keepNewest = (notices: readonly Notice[]): readonly Notice[] => notices.slice(-WAITING_NOTICES_CAP);

/** The newest state wins; all notices are kept, up to the cap. */
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
    // A failed call counts as an answer; its rejection stays unhandled here, so that the listener's owner sees it.
    if (answer) void answer.then(hold).finally(() => deliverNext(subscriber));
    else deliverNext(subscriber);
  }
}

/** Sends the merged changes once the listener has answered. */
function deliverNext(subscriber: Subscriber): void {
  const { waiting } = subscriber;
  subscriber.isBusy = false;
  subscriber.waiting = undefined;
  if (waiting) deliver(subscriber, waiting);
}

export function createBroadcast(): Broadcast {
  const subscribers = new Map<SubscriptionId, Subscriber>();
  let unheard: readonly Notice[] = [];
  let lastId: SubscriptionId = 0;

  function keep(notices: readonly Notice[]): void {
    if (notices.length > 0) unheard = keepNewest([...unheard, ...notices]);
  }

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
      if (subscribers.size === 0) keep(draft.notices);
      for (const subscriber of subscribers.values()) deliver(subscriber, draft);
    },
    keep,
    isHeard: () => subscribers.size > 0,
  };
}
