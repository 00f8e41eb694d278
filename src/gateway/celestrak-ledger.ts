import * as v from 'valibot';
import type { Clock } from '../shared/kit/clock.ts';
import { addMs, type EpochMs, epochMs, MS_PER_H } from '../shared/kit/units.ts';
import type { SharedText, TextStore } from './effects.ts';

/**
 * CelesTrak blocks an address after fifty errors in two hours, and a search that finds nothing counts as one. With the
 * groups, thirty searches in two hours stay below that.
 */
export const LOOKUPS_PER_H = 15;

/** Time without any call after CelesTrak has refused this address. */
export const BLOCKED_MS = 2 * MS_PER_H;

/** Calls that count towards CelesTrak's limits, including those before a restart and those of other processes. */
export interface Ledger {
  /** Resolves when the ledger of an earlier process has been read. Never rejects. */
  readonly ready: Promise<void>;
  /** Time until the next search is allowed, in ms; 0 if it is allowed now, as far as is known here. */
  lookupWaitMs(): number;
  /** Records a search, unless all are used up. Resolves to whether it is allowed, once it is stored or storing has failed. */
  addLookup(): Promise<boolean>;
  /** Time until any call is allowed again, in ms; 0 if it is allowed now, as far as is known here. */
  blockedMs(): number;
  /** Records that CelesTrak refuses this address. */
  block(): Promise<void>;
  /** Reads what other processes have recorded. Never rejects. */
  refresh(): Promise<void>;
}

const instant = v.pipe(v.number(), v.transform(epochMs));
const keptSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ lookups: v.array(instant), blockedAt: v.optional(instant) }),
);
type Kept = v.InferOutput<typeof keptSchema>;

function readKept(text: string | undefined): Kept {
  const kept = v.safeParse(keptSchema, text);
  return kept.success ? kept.output : { lookups: [] };
}

const later = (a: EpochMs | undefined, b: EpochMs | undefined): EpochMs | undefined =>
  a === undefined || (b !== undefined && b > a) ? b : a;

/** @param shared the ledger of all processes, if there are several */
export function createLedger(store: TextStore | undefined, clock: Clock, shared?: SharedText): Ledger {
  let lookups: readonly EpochMs[] = [];
  /** Those among them that the other processes do not know yet. */
  let untold: readonly EpochMs[] = [];
  let blockedAt: EpochMs | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isWaiting = false;

  const save = (): Promise<void> => {
    const text = JSON.stringify({ lookups, blockedAt });
    writing = writing.then(() => store?.write(text)).catch(() => undefined);
    return writing;
  };
  /** Returns the entries within a period of now, future ones included, as the clock may have moved back. */
  const since = (periodMs: number): readonly EpochMs[] => {
    const now = clock.now();
    return lookups.filter((at) => Math.abs(now - at) < periodMs);
  };
  const restore = async (): Promise<void> => {
    const kept = readKept(await store?.read());
    lookups = kept.lookups.slice(-LOOKUPS_PER_H);
    blockedAt = kept.blockedAt;
  };
  const isFull = (): boolean => since(MS_PER_H).length >= LOOKUPS_PER_H;

  /** Unites this ledger with that of the others, and adds a search if there is one. Rejects if the store is away. */
  async function unite(text: SharedText, lookup?: EpochMs): Promise<boolean> {
    for (;;) {
      const known = await text.read();
      if (!known) return true;
      const others = readKept(known.text);
      const told = untold;
      lookups = [...others.lookups, ...told];
      lookups = since(MS_PER_H);
      blockedAt = later(blockedAt, others.blockedAt);
      const isRefused = lookup !== undefined && isFull();
      const added = lookup !== undefined && !isRefused ? [lookup] : [];
      const isKnown = told.length + added.length === 0 && blockedAt === others.blockedAt;
      const next = [...lookups, ...added];
      if (isKnown) return !isRefused;
      const version = await text.replace(JSON.stringify({ lookups: next, blockedAt }), known.version);
      if (version === undefined) continue;
      lookups = next;
      untold = untold.filter((at) => !told.includes(at));
      return !isRefused;
    }
  }

  async function refresh(): Promise<void> {
    if (shared) await unite(shared).catch(() => tellLater(shared));
  }

  /** Tells the others what they do not know when their store is back. */
  function tellLater(text: SharedText): void {
    if (isWaiting) return;
    isWaiting = true;
    text.onReturn(() => {
      isWaiting = false;
      void refresh();
    });
  }

  function addAlone(): boolean {
    if (isFull()) return false;
    const now = clock.now();
    lookups = [...since(MS_PER_H), now];
    if (shared) {
      untold = [...untold, now].slice(-LOOKUPS_PER_H);
      tellLater(shared);
    }
    return true;
  }

  return {
    ready: restore().catch(() => undefined),
    lookupWaitMs() {
      const recent = since(MS_PER_H);
      const [oldest] = recent;
      if (recent.length < LOOKUPS_PER_H || oldest === undefined) return 0;
      return Math.max(1, addMs(oldest, MS_PER_H) - clock.now());
    },
    async addLookup() {
      const isAllowed = shared ? await unite(shared, clock.now()).catch(addAlone) : addAlone();
      if (isAllowed) await save();
      return isAllowed;
    },
    blockedMs() {
      if (blockedAt === undefined) return 0;
      const sinceMs = Math.abs(clock.now() - blockedAt);
      return sinceMs < BLOCKED_MS ? BLOCKED_MS - sinceMs : 0;
    },
    async block() {
      blockedAt = clock.now();
      await Promise.all([save(), refresh()]);
    },
    refresh,
  };
}
