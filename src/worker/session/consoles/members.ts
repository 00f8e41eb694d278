import type { ConsoleId } from '../../../shared/contract/consoles.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { rememberLast } from '../../kit/remember.ts';
import type { Heartbeat } from './messages.ts';

/** Period of the signs of life while there are several consoles. */
export const BEAT_MS = 500;
/** A console is silent after a longer time without one, and another one leads. */
export const SILENT_MS = 1500;
/** A console that is late again within this is no sleeper, but slow. */
const SLOW_MS = 10_000;
/** Where this console is slow, the others are: one of them is given this much time. */
const PATIENT_MS = 4 * SILENT_MS;
/** A console that has been silent for longer is gone. */
const GONE_MS = 60_000;
/** More consoles are not known; a new one takes the place of a silent one. */
export const MOST_MEMBERS = 64;

interface Member<B> {
  readonly beat: B;
  readonly heardAt: EpochMs;
}

/** The other consoles of a mission, as heard of. */
export interface Members<B> {
  /** Returns whether there is room for it. */
  hear(beat: B, now: EpochMs): boolean;
  leave(id: ConsoleId): void;
  /** Forgets who has been silent for long. This console itself may have slept: then nobody is silent yet. */
  follow(now: EpochMs): void;
  /** The longest member first. */
  all(): readonly B[];
  isSilent(id: ConsoleId, now: EpochMs): boolean;
  /** For how long a console may be silent before another one takes its place, milliseconds. */
  patienceMs(now: EpochMs): number;
  /** Whether this console has just slept: the others may have gone on without it. */
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
      // The first is the one that has not been heard for longest.
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
      // On a machine that is this slow again and again, nobody would ever be silent, and nobody awake.
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
