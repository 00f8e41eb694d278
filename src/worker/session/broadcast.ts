import type { Keyframe, MissionHeader } from '../../shared/contract/journal.ts';
import { diffLists } from '../../shared/contract/list-patch.ts';
import type {
  BranchRecord,
  LiveResume,
  MissionUpdate,
  Notice,
  Recorded,
  SessionRecorded,
  Snapshot,
  SubscriptionId,
  UpdateListener,
} from '../../shared/contract/mission-control.ts';
import type { RequestId } from '../../shared/contract/outcome.ts';
import type { BranchView } from '../../shared/contract/transport.ts';
import type { EpochMs } from '../../shared/kit/units.ts';
import { changedSlices } from '../mission/state/slices.ts';

/** Cap on notices queued for a listener that does not respond; the newest are kept. */
const WAITING_NOTICES_CAP = 100;

/** All slices of the mission, its notices since the last update, and the whole record of the session. */
export interface UpdateDraft extends Omit<MissionUpdate, 'slices' | 'recorded'> {
  readonly slices: Snapshot;
  /** Its lists only grow. The mission itself comes first, followed by the branches. */
  readonly record: { readonly branches: readonly BranchRecord[]; readonly live: LiveResume };
}

/** Part of a branch's record that a subscriber has. */
interface HeldBranch {
  readonly view: BranchView;
  readonly header: MissionHeader;
  readonly time: EpochMs;
  readonly entries: number;
  readonly marks: number;
  readonly keyframe: Keyframe | undefined;
}

/** Part of the record that a subscriber has. */
interface DeliveredRecord {
  readonly branches: readonly HeldBranch[];
  readonly live: LiveResume;
}

const heldOf = ({ branches, live }: UpdateDraft['record']): DeliveredRecord => ({
  branches: branches.map(({ entries, marks, ...rest }) => ({
    ...rest,
    keyframe: rest.keyframe,
    entries: entries.length,
    marks: marks.length,
  })),
  live,
});

/** Returns the part of a branch that a subscriber lacks; all of it, with the header, if it has nothing. */
const branchSince = (
  held: HeldBranch | undefined,
  { header, entries, marks, keyframe, time }: BranchRecord,
): Recorded => ({
  time,
  ...(!held && { header }),
  entries: entries.slice(held?.entries ?? 0),
  marks: marks.slice(held?.marks ?? 0),
  ...(keyframe &&
    keyframe !== held?.keyframe && {
      keyframe: { ...keyframe, log: diffLists(held?.keyframe?.log ?? [], keyframe.log) },
    }),
});

/** True if a subscriber lacks any part of a branch. An input to a paused one does not change its time. */
const hasNews = (held: HeldBranch | undefined, { view, time, entries, marks, keyframe }: BranchRecord) =>
  held?.view !== view ||
  held.time !== time ||
  held.entries !== entries.length ||
  held.marks !== marks.length ||
  held.keyframe !== keyframe;

/** Returns the part of the record that a subscriber lacks. */
function recordedSince(
  held: DeliveredRecord | undefined,
  { branches, live }: UpdateDraft['record'],
): SessionRecorded {
  // The mission itself may have replaced one that ran ahead: it then counts as another one, from the start.
  const heldBranch = ({ view, header }: BranchRecord): HeldBranch | undefined =>
    held?.branches.find((known) => known.view.id === view.id && known.header === header);
  const [main, ...others] = branches;
  if (!main) throw new Error('A session has a mission.');
  const news = others.filter((record) => hasNews(heldBranch(record), record));
  return {
    ...branchSince(heldBranch(main), main),
    ...(live !== held?.live && { live }),
    ...(news.length > 0 && {
      branches: news.map((record) => ({ view: record.view, ...branchSince(heldBranch(record), record) })),
    }),
  };
}

interface Subscriber {
  readonly listener: UpdateListener;
  /** Last acknowledged state; `undefined` before the first acknowledgement and after a failure. */
  acknowledged: { readonly slices: Snapshot; readonly held: DeliveredRecord } | undefined;
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
  const { record, ...rest } = draft;
  const slices = changedSlices(subscriber.acknowledged?.slices, draft.slices);
  const recorded = recordedSince(subscriber.acknowledged?.held, record);
  const held = heldOf(record);
  const handled = [...subscriber.unconfirmed, ...draft.handled];
  subscriber.acknowledged = undefined;
  subscriber.unconfirmed = handled;
  subscriber.isBusy = true;
  const hold = () => {
    subscriber.acknowledged = { slices: draft.slices, held };
    subscriber.unconfirmed = [];
  };
  let answer: Promise<void> | undefined;
  try {
    answer = subscriber.listener({ ...rest, slices, handled, recorded }) ?? undefined;
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
