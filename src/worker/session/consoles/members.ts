import type { ConsoleId } from '../../../shared/contract/consoles.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { rememberLast } from '../../kit/remember.ts';
import type { Heartbeat } from './messages.ts';

/** Heartbeat period while there are several consoles. */
export const BEAT_MS = 500;
/** A console is silent after a longer time without a heartbeat, and another one leads. */
export const SILENT_MS = 1500;
/** A console that is late again within this time is slow: it has not slept. */
const SLOW_MS = 10_000;
/** A slow console assumes that the others are slow too, and waits this long for them. */
const PATIENT_MS = 4 * SILENT_MS;
/** A console that has been silent for longer is removed. */
const GONE_MS = 60_000;
/** Cap on known consoles; a new one replaces a silent one. */
export const MOST_MEMBERS = 64;

interface Member<B> {
  readonly beat: B;
  readonly heardAt: EpochMs;
}

/** The other known consoles of a mission. */
export interface Members<B> {
  /** Records a heartbeat. Returns false if there is no room for it. */
  hear(beat: B, now: EpochMs): boolean;
  leave(id: ConsoleId): void;
  /** Removes consoles that have been silent for long. If this console itself has slept, none is silent yet. */
  follow(now: EpochMs): void;
  /** Returns the consoles, longest member first. */
  all(): readonly B[];
  isSilent(id: ConsoleId, now: EpochMs): boolean;
  /** Returns how long a console may be silent before another one takes its place, milliseconds. */
  patienceMs(now: EpochMs): number;
  /** True if this console has just slept: the others may have continued without it. */
  hasJustWoken(now: EpochMs): boolean;
}

const byAge = (a: Pick<Heartbeat, 'since' | 'id'>, b: Pick<Heartbeat, 'since' | 'id'>): number =>
  a.since - b.since || (a.id < b.id ? -1 : 1);

export const longestFirst = <M extends Pick<Heartbeat, 'since' | 'id'>>(
  members: readonly M[],
): readonly M[] => [...members].sort(byAge);

export function createMembers<B extends Pick<Heartbeat, 'since' | 'id'>>(): Members<B> {
  let members: readonly Member<B>[] = [];
  const beatsOf = rememberLast((of: readonly Member<B>[]) => longestFirst(of.map(({ beat }) => beat)));
  let followedAt: EpochMs | undefined;
  let lateAt = Number.NEGATIVE_INFINITY;
  let wokeAt: EpochMs | undefined;
  const without = (id: ConsoleId) => members.filter(({ beat }) => beat.id !== id);

  return {
    hear(beat, now) {
      const others = without(beat.id);
      // The first is the one heard least recently.
      const [first] = others;
      const isFull = others.length >= MOST_MEMBERS;
      if (isFull && first && now - first.heardAt <= SILENT_MS) return false;
      members = [...(isFull ? others.slice(1) : others), { beat, heardAt: now }];
      return true;
    },
    leave(id) {
      members = without(id);
    },
    follow(now) {
      const isLate = followedAt !== undefined && Math.abs(now - followedAt) > SILENT_MS;
      // Otherwise, on a machine that is repeatedly this slow, no console would ever be silent, nor awake.
      const hasSlept = isLate && Math.abs(now - lateAt) > SLOW_MS;
      if (isLate) lateAt = now;
      followedAt = now;
      if (hasSlept) {
        wokeAt = now;
        members = members.map(({ beat }) => ({ beat, heardAt: now }));
      } else if (members.some(({ heardAt }) => now - heardAt > GONE_MS)) {
        members = members.filter(({ heardAt }) => now - heardAt <= GONE_MS);
      }
    },
    patienceMs: (now) => (Math.abs(now - lateAt) <= SLOW_MS ? PATIENT_MS : SILENT_MS),
    hasJustWoken: (now) => wokeAt !== undefined && Math.abs(now - wokeAt) <= SILENT_MS,
    all: () => beatsOf(members),
    isSilent(id, now) {
      const member = members.find(({ beat }) => beat.id === id);
      return member !== undefined && now - member.heardAt > SILENT_MS;
    },
  };
}
