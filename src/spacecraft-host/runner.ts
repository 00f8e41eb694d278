import type { MissionInput } from '../shared/contract/journal.ts';
import { type Outcome, refused } from '../shared/contract/outcome.ts';
import { asMissionTime } from '../shared/kit/mission-years.ts';
import { toHex } from '../shared/kit/octets.ts';
import { addMs, type EpochMs, epochMs, MS_PER_S } from '../shared/kit/units.ts';
import type { LinkProfile } from '../shared/packets/link.ts';
import type { Instant } from '../worker/mission/instant.ts';
import { createMission, type Mission } from '../worker/mission/mission.ts';
import { createDelayLine } from './delay-line.ts';

/** How mission time goes on. */
export interface Pace {
  /** Mission seconds per second of wall-clock time while it is not paused. */
  readonly rate: number;
  readonly isPaused: boolean;
  /** Mission time at which it pauses. */
  readonly until?: EpochMs;
}

/** A mission on a clock, between the sockets: telecommands in, packets out. */
export interface Runner {
  /** The mission; another one after `restore`. */
  mission(): Mission;
  /** Advances to what the clock says, or as far as its share of time allows, and obeys waiting telecommands. */
  tick(): void;
  /** Queues received octets; returns false if the queue is full, and drops them. */
  receive(octets: Uint8Array): boolean;
  /** True if more telecommands can wait. */
  hasRoom(): boolean;

  pace(): Pace;
  setRate(rate: number): void;
  pause(): void;
  /** Goes on, up to an instant if there is one. */
  resume(until?: EpochMs): Outcome<void>;
  /** Advances a paused mission at once, by at most `LONGEST_STEP_S` seconds. */
  step(seconds: number): Outcome<void>;
  /** Enters an input at mission time. */
  apply(input: MissionInput): Outcome<unknown>;
  /** Keeps the mission as it is now under a name; the oldest of more than `MOST_SNAPSHOTS` is dropped. */
  keep(name: string): void;
  /** Goes back to a kept mission: a branch of it goes on from there, with its clock as it runs now. */
  restore(name: string): Outcome<void>;
  /** Names of kept missions, oldest first, and their instants. */
  kept(): readonly { readonly name: string; readonly time: EpochMs }[];
}

export interface RunnerOptions {
  readonly mission: Mission;
  /** Mission seconds per second of wall-clock time. */
  readonly rate: number;
  /** Spacecraft of this process, which share the time of a tick. */
  readonly count: number;
  /** Profile of the link; as it was, or `open`, if absent. */
  readonly link?: LinkProfile | undefined;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly send: (packets: readonly Uint8Array[]) => void;
  /** Told that mission time has gone back to an instant, before the packets from there on are sent. */
  readonly restored?: (time: EpochMs) => void;
}

/** Origin of the inputs in the journal. */
const ORIGIN = 'spacecraft';
/** At most 250 telecommands a second: each of them is kept in the journal. */
export const TICK_MS = 20;
const MOST_A_TICK = 5;
const MOST_WAITING = 100;
/** Missions that lag behind leave the sockets their time: a tick of all of them takes no longer. */
const LONGEST_TICK_MS = 100;
/** Mission time between two looks at the clock: a reading of the sensors. */
const SLICE_MS = 5 * MS_PER_S;
/** Computed in a fraction of a second. */
export const LONGEST_STEP_S = 3600;
export const MOST_SNAPSHOTS = 16;

const DONE: Outcome<void> = { ok: true, value: undefined };

export function createRunner(options: RunnerOptions): Runner {
  const { mission: first, rate: firstRate, count, link, now, send, restored } = options;
  let mission = first;
  let pace: Pace = { rate: firstRate, isPaused: false };
  /** Where the clock stood when it last began to run at this rate. */
  let began = { at: now(), time: mission.time() };
  /** Telecommands on their way, or waiting for their turn, and packets on theirs. */
  const uplink = createDelayLine<Uint8Array>();
  const downlink = createDelayLine<readonly Uint8Array[]>();
  const snapshots = new Map<string, { readonly instant: Instant; readonly mission: Mission }>();

  function transmit(packets: readonly Uint8Array[], time: EpochMs, lightTimeMs = 0): void {
    if (packets.length > 0) downlink.add(packets, time, lightTimeMs);
  }
  /** In a paused mission, in which time stands still, nothing stays under way. */
  const arrivedBy = (): EpochMs => (pace.isPaused ? epochMs(Number.MAX_SAFE_INTEGER) : mission.time());
  /** Sends the packets that have arrived on the ground. */
  function deliver(): void {
    for (const packets of downlink.take(arrivedBy())) send(packets);
  }

  function apply(input: MissionInput): Outcome<unknown> {
    const { outcome, packets } = mission.apply(input, ORIGIN);
    transmit(packets, mission.time(), mission.facts().lightTimeMs);
    deliver();
    return outcome;
  }
  apply({ kind: 'packets', profile: link });

  const restart = (next: Pace): void => {
    pace = next;
    began = { at: now(), time: mission.time() };
  };

  function advance(to: EpochMs, until = Number.POSITIVE_INFINITY): void {
    // Mission time ends there, and would never come to a later instant.
    const last = asMissionTime(to);
    while (mission.time() < last && now() < until) {
      const end = Math.min(last, addMs(mission.time(), SLICE_MS)) as EpochMs;
      mission.advanceTo(end, ({ packets = [], lightTimeMs }, time) => {
        transmit(packets, time, lightTimeMs);
        return false;
      });
      deliver();
    }
  }

  function follow(): void {
    if (pace.isPaused) return;
    const at = now();
    const due = addMs(began.time, (at - began.at) * pace.rate);
    const { until } = pace;
    advance(until === undefined ? due : epochMs(Math.min(due, until)), at + LONGEST_TICK_MS / count);
    if (until !== undefined && mission.time() >= until) restart({ rate: pace.rate, isPaused: true });
  }

  return {
    mission: () => mission,
    tick() {
      follow();
      deliver();
      for (const octets of uplink.take(arrivedBy(), MOST_A_TICK))
        apply({ kind: 'telecommand', bytes: toHex(octets) });
    },
    receive(octets) {
      if (uplink.count() >= MOST_WAITING) return false;
      uplink.add(octets, mission.time(), mission.facts().lightTimeMs ?? 0);
      return true;
    },
    hasRoom: () => uplink.count() < MOST_WAITING,

    pace: () => pace,
    setRate(rate) {
      follow();
      restart({ ...pace, rate });
    },
    pause() {
      follow();
      restart({ rate: pace.rate, isPaused: true });
    },
    resume(until) {
      follow();
      if (until !== undefined && until <= mission.time()) return refused('That instant has passed.');
      restart({ rate: pace.rate, isPaused: false, ...(until !== undefined && { until }) });
      return DONE;
    },
    step(seconds) {
      if (!pace.isPaused) return refused('The mission is running. Pause it first.');
      advance(addMs(mission.time(), seconds * MS_PER_S));
      return DONE;
    },
    apply,
    keep(name) {
      snapshots.delete(name);
      snapshots.set(name, { instant: mission.instant(), mission });
      const [oldest] = snapshots.keys();
      if (snapshots.size > MOST_SNAPSHOTS && oldest !== undefined) snapshots.delete(oldest);
    },
    restore(name) {
      const snapshot = snapshots.get(name);
      if (!snapshot) return refused(`There is no snapshot ${name}.`);
      const { header } = snapshot.mission;
      const journal = snapshot.mission.journal().slice(0, snapshot.instant.entryCount);
      mission = createMission({ ...header, instant: snapshot.instant, journal });
      uplink.clear();
      downlink.clear();
      restart({ rate: pace.rate, isPaused: pace.isPaused });
      restored?.(mission.time());
      apply({ kind: 'packets' });
      return DONE;
    },
    kept: () => [...snapshots].map(([name, { instant }]) => ({ name, time: instant.time })),
  };
}
