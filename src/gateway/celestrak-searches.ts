import * as v from 'valibot';
import type { Clock } from '../shared/kit/clock.ts';
import { type EpochMs, epochMs } from '../shared/kit/units.ts';
import { searchKey } from './celestrak-elements.ts';
import type { TextStore } from './effects.ts';

/** Identification of a stored search; its source reads the rest. */
const keptSchema = v.object({ url: v.string(), calledAt: v.number() });

interface Slot {
  readonly store: TextStore;
  /** Search that it holds, as returned by `searchKey`; absent if the slot is free. */
  key?: string | undefined;
  /** Time of its call, or of its use by this process. */
  usedAt: EpochMs;
}

/** Files of the last searches: each of a fixed number of slots holds one. */
export interface SearchSlots {
  /** Resolves when the files of an earlier process have been read. Never rejects. */
  readonly ready: Promise<void>;
  /** True if a search of this or an earlier process is kept. */
  has(key: string): boolean;
  /**
   * Returns the slot of a search: its own, a free one, or that of the least recently used search. `undefined` without
   * storage.
   */
  slotFor(key: string): TextStore | undefined;
}

/**
 * @param count number of slots
 * @param longestMs age from which a search is no longer kept
 */
export function createSearchSlots(
  store: ((name: string) => TextStore) | undefined,
  clock: Clock,
  count: number,
  longestMs: number,
): SearchSlots {
  const slots: readonly Slot[] = store
    ? Array.from({ length: count }, (_, index) => ({
        store: store(`celestrak-search-${index}.json`),
        usedAt: epochMs(0),
      }))
    : [];

  const restore = async (slot: Slot): Promise<void> => {
    const kept = v.safeParse(keptSchema, JSON.parse((await slot.store.read()) ?? 'null'));
    // After the clock has moved back, a call may lie in the future.
    if (!kept.success || Math.abs(clock.now() - kept.output.calledAt) >= longestMs) return;
    slot.key = searchKey(kept.output.url);
    slot.usedAt = epochMs(kept.output.calledAt);
  };

  const find = (key: string): Slot | undefined => slots.find((slot) => slot.key === key);
  return {
    ready: Promise.allSettled(slots.map(restore)).then(() => undefined),
    has: (key) => find(key) !== undefined,
    slotFor(key) {
      const oldest = (): Slot | undefined =>
        slots.reduce<Slot | undefined>((a, b) => (a === undefined || b.usedAt < a.usedAt ? b : a), undefined);
      const slot = find(key) ?? slots.find((one) => one.key === undefined) ?? oldest();
      if (!slot) return undefined;
      slot.key = key;
      slot.usedAt = clock.now();
      return slot.store;
    },
  };
}
