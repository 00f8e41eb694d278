import * as v from 'valibot';
import type { Clock } from '../shared/kit/clock.ts';
import { addMs, type EpochMs, epochMs, MS_PER_H } from '../shared/kit/units.ts';
import type { TextStore } from './effects.ts';

/**
 * CelesTrak blocks an address after fifty errors in two hours, and a search that finds nothing counts as one. With the
 * groups, thirty searches in two hours stay below that.
 */
export const LOOKUPS_PER_H = 15;

/** Time without any call after CelesTrak has refused this address. */
export const BLOCKED_MS = 2 * MS_PER_H;

/** Calls that count towards CelesTrak's limits, including those before a restart. */
export interface Ledger {
  /** Resolves when the ledger of an earlier process has been read. Never rejects. */
  readonly ready: Promise<void>;
  /** Time until the next search is allowed, in ms; 0 if it is allowed now. */
  lookupWaitMs(): number;
  /** Records a search. Resolves once it is stored, or storing has failed. */
  addLookup(): Promise<void>;
  /** Time until any call is allowed again, in ms; 0 if it is allowed now. */
  blockedMs(): number;
  /** Records that CelesTrak refuses this address. */
  block(): Promise<void>;
}

const keptSchema = v.object({ lookups: v.array(v.number()), blockedAt: v.optional(v.number()) });

export function createLedger(store: TextStore | undefined, clock: Clock): Ledger {
  let lookups: readonly EpochMs[] = [];
  let blockedAt: EpochMs | undefined;
  let writing: Promise<void> = Promise.resolve();

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
    const kept = v.safeParse(keptSchema, JSON.parse((await store?.read()) ?? 'null'));
    if (!kept.success) return;
    lookups = kept.output.lookups.slice(-LOOKUPS_PER_H).map(epochMs);
    if (kept.output.blockedAt !== undefined) blockedAt = epochMs(kept.output.blockedAt);
  };

  return {
    ready: restore().catch(() => undefined),
    lookupWaitMs() {
      const recent = since(MS_PER_H);
      const [oldest] = recent;
      if (recent.length < LOOKUPS_PER_H || oldest === undefined) return 0;
      return Math.max(1, addMs(oldest, MS_PER_H) - clock.now());
    },
    addLookup() {
      lookups = [...since(MS_PER_H), clock.now()];
      return save();
    },
    blockedMs() {
      if (blockedAt === undefined) return 0;
      const sinceMs = Math.abs(clock.now() - blockedAt);
      return sinceMs < BLOCKED_MS ? BLOCKED_MS - sinceMs : 0;
    },
    block() {
      blockedAt = clock.now();
      return save();
    },
  };
}
