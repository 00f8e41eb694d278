import { addMs, type EpochMs, epochMs } from '../shared/kit/units.ts';

/** What is on its way over a link, in its order. */
export interface DelayLine<Item> {
  /**
   * Adds an item, which arrives after all that have left before it.
   * @param delayMs light time of the link then, ms
   */
  add(item: Item, leaves: EpochMs, delayMs: number): void;
  /** Takes the items that have arrived by an instant, `most` of them at most. */
  take(time: EpochMs, most?: number): readonly Item[];
  count(): number;
  clear(): void;
}

export function createDelayLine<Item>(): DelayLine<Item> {
  let underWay: { readonly item: Item; readonly arrives: EpochMs }[] = [];
  return {
    add(item, leaves, delayMs) {
      const last = underWay.at(-1)?.arrives ?? Number.NEGATIVE_INFINITY;
      underWay.push({ item, arrives: epochMs(Math.max(last, addMs(leaves, delayMs))) });
    },
    take(time, most = Number.POSITIVE_INFINITY) {
      const next = underWay.findIndex(({ arrives }) => arrives > time);
      const arrived = next < 0 ? underWay.length : next;
      return underWay.splice(0, Math.min(arrived, most)).map(({ item }) => item);
    },
    count: () => underWay.length,
    clear() {
      underWay = [];
    },
  };
}
