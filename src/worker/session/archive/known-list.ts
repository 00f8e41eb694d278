import { type EpochMs, epochMs, MS_PER_S } from '../../../shared/kit/units.ts';

/**
 * Returns the time since when a new item of a snapshot has been known; the previous snapshot is from `since`. Steps
 * of the mission lie on whole seconds; a snapshot may be taken later.
 */
export const knownFrom = (happenedAt: EpochMs, since: EpochMs | undefined, time: EpochMs): EpochMs =>
  since !== undefined && happenedAt > since && happenedAt <= time
    ? epochMs(Math.min(time, Math.ceil(happenedAt / MS_PER_S) * MS_PER_S))
    : time;

/** A list in the order in which its items became known. */
export interface KnownList<Item> {
  /** Returns the items known at an instant. */
  at(time: EpochMs): readonly Item[];
  all(): readonly Item[];
  /** Adds an item; it counts as known no earlier than those before it. */
  add(item: Item, knownAt: EpochMs): void;
  /** Drops what became known after an instant. */
  dropAfter(time: EpochMs): void;
  /** Drops what became known before an instant. */
  dropBefore(time: EpochMs): void;
  /** Returns a list of the items known at an instant, which continues independently. */
  fork(time: EpochMs): KnownList<Item>;
}

export function createKnownList<Item>(items: Item[] = [], knownAt: EpochMs[] = []): KnownList<Item> {
  const countAt = (time: EpochMs): number => knownAt.findLastIndex((known) => known <= time) + 1;
  return {
    at: (time) => items.slice(0, countAt(time)),
    all: () => items,
    add(item, time) {
      items.push(item);
      knownAt.push(Math.max(time, knownAt.at(-1) ?? time) as EpochMs);
    },
    dropAfter(time) {
      items.length = countAt(time);
      knownAt.length = items.length;
    },
    dropBefore(time) {
      const first = knownAt.findIndex((known) => known >= time);
      const dropped = first < 0 ? items.length : first;
      items.splice(0, dropped);
      knownAt.splice(0, dropped);
    },
    fork(time) {
      const count = countAt(time);
      return createKnownList(items.slice(0, count), knownAt.slice(0, count));
    },
  };
}

/** Items with an id, each as it was known at an instant. */
export interface KnownVersions<Thing> {
  /** Returns the items known at an instant, in the order in which they became known. */
  at(time: EpochMs): readonly Thing[];
  newest(id: string): Thing | undefined;
  /** Adds an item, or a new version of it if it has changed. */
  put(thing: Thing, knownAt: EpochMs): void;
  dropAfter(time: EpochMs): void;
  /**
   * Drops versions before an instant. An item without any other version counts as new afterwards, unless its id is listed.
   * @param listed ids of what may be put again unchanged
   */
  dropBefore(time: EpochMs, listed: ReadonlySet<string>): void;
  fork(time: EpochMs): KnownVersions<Thing>;
}

/**
 * @param isSame true if two versions of an item are equal
 * @param dropped newest dropped version of items that may be put again unchanged
 */
export function createKnownVersions<Thing extends { readonly id: string }>(
  isSame: (one: Thing, other: Thing) => boolean,
  versions: KnownList<Thing> = createKnownList(),
  dropped: readonly Thing[] = [],
): KnownVersions<Thing> {
  const newestOf = (list: readonly Thing[]): Map<string, Thing> =>
    new Map(list.map((thing) => [thing.id, thing]));
  const everything = (): readonly Thing[] => [...dropped, ...versions.all()];
  let newest = newestOf(everything());
  return {
    at: (time) => [...newestOf(versions.at(time)).values()],
    newest: (id) => newest.get(id),
    put(thing, knownAt) {
      const known = newest.get(thing.id);
      if (known && isSame(known, thing)) return;
      newest.set(thing.id, thing);
      versions.add(thing, knownAt);
    },
    dropAfter(time) {
      versions.dropAfter(time);
      newest = newestOf(everything());
    },
    dropBefore(time, listed) {
      const before = everything();
      versions.dropBefore(time);
      const left = before.slice(0, before.length - versions.all().length);
      dropped = [...newestOf(left.filter(({ id }) => listed.has(id))).values()];
      newest = newestOf(everything());
    },
    fork: (time) => createKnownVersions(isSame, versions.fork(time), dropped),
  };
}
