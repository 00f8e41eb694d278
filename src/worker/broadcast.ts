import type { MissionUpdate, Notice, SubscriptionId, UpdateListener } from '../shared/mission-control.ts';

/** The most notices that wait for a listener that does not answer, the newest ones: hours of them. */
const WAITING_NOTICES_CAP = 100;

interface Subscriber {
  readonly listener: UpdateListener;
  isBusy: boolean;
  waiting: MissionUpdate | undefined;
}

/** Delivers updates to every listener at the listener's own pace: one in flight, what follows merged into one. */
export interface Broadcast {
  /** Delivers `whole` to the new listener at once, with the notices that nobody was there to hear. */
  subscribe(listener: UpdateListener, whole: MissionUpdate): SubscriptionId;
  unsubscribe(id: SubscriptionId): void;
  publish(update: MissionUpdate): void;
}

const keepNewest = (notices: readonly Notice[]): readonly Notice[] => notices.slice(-WAITING_NOTICES_CAP);

/** The newest slice wins; every notice survives, up to the cap. */
function mergeUpdates(waiting: MissionUpdate | undefined, next: MissionUpdate): MissionUpdate {
  if (!waiting) return next;
  return {
    ...next,
    slices: { ...waiting.slices, ...next.slices },
    notices: keepNewest([...waiting.notices, ...next.notices]),
    handled: [...waiting.handled, ...next.handled],
  };
}

export function createBroadcast(): Broadcast {
  const subscribers = new Map<SubscriptionId, Subscriber>();
  let unheard: readonly Notice[] = [];
  let lastId: SubscriptionId = 0;

  function deliver(subscriber: Subscriber, update: MissionUpdate): void {
    if (subscriber.isBusy) {
      subscriber.waiting = mergeUpdates(subscriber.waiting, update);
      return;
    }
    const answer = subscriber.listener(update);
    if (!answer) return;
    subscriber.isBusy = true;
    // A listener that fails has answered; its error stays unhandled here, where its owner can see it.
    void answer.finally(() => {
      subscriber.isBusy = false;
      const { waiting } = subscriber;
      subscriber.waiting = undefined;
      if (waiting) deliver(subscriber, waiting);
    });
  }

  return {
    subscribe(listener, whole) {
      const id = ++lastId;
      const subscriber: Subscriber = { listener, isBusy: false, waiting: undefined };
      subscribers.set(id, subscriber);
      const notices = unheard;
      unheard = [];
      deliver(subscriber, { ...whole, notices: [...notices, ...whole.notices] });
      return id;
    },
    unsubscribe(id) {
      const subscriber = subscribers.get(id);
      subscribers.delete(id);
      if (subscriber) subscriber.waiting = undefined;
    },
    publish(update) {
      if (subscribers.size === 0) unheard = keepNewest([...unheard, ...update.notices]);
      for (const subscriber of subscribers.values()) deliver(subscriber, update);
    },
  };
}
