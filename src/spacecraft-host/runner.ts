import { addMs, type EpochMs, MS_PER_MIN } from '../shared/kit/units.ts';
import { toHex } from '../shared/packets/octets.ts';
import type { Mission } from '../worker/mission/mission.ts';

/** A mission on a clock, between the sockets: telecommands in, packets out. */
export interface Runner {
  /** Advances to what the clock says, or as far as its share of time allows, and obeys waiting telecommands. */
  tick(): void;
  /** Queues received octets; returns false if the queue is full, and drops them. */
  receive(octets: Uint8Array): boolean;
  /** True if more telecommands can wait. */
  hasRoom(): boolean;
}

export interface RunnerOptions {
  readonly mission: Mission;
  /** Mission time per time of the clock. */
  readonly rate: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly send: (packets: readonly Uint8Array[]) => void;
}

/** Origin of the inputs in the journal. */
const ORIGIN = 'spacecraft';
/** At most 250 telecommands a second: each of them is kept in the journal. */
export const TICK_MS = 20;
const MOST_A_TICK = 5;
const MOST_WAITING = 100;
/** A mission that lags behind leaves the sockets their time. */
const LONGEST_TICK_MS = 100;
const SLICE_MS = MS_PER_MIN;

export function createRunner({ mission, rate, now, send }: RunnerOptions): Runner {
  const began = { at: now(), time: mission.time() };
  const waiting: Uint8Array[] = [];
  send(mission.apply({ kind: 'packets' }, ORIGIN).packets);

  function advance(to: EpochMs, until: number): void {
    while (mission.time() < to && now() < until) {
      const end = Math.min(to, addMs(mission.time(), SLICE_MS)) as EpochMs;
      mission.advanceTo(end, ({ packets }) => {
        if (packets) send(packets);
        return false;
      });
    }
  }

  return {
    tick() {
      const at = now();
      advance(addMs(began.time, (at - began.at) * rate), at + LONGEST_TICK_MS);
      for (const octets of waiting.splice(0, MOST_A_TICK)) {
        send(mission.apply({ kind: 'telecommand', bytes: toHex(octets) }, ORIGIN).packets);
      }
    },
    receive(octets) {
      if (waiting.length >= MOST_WAITING) return false;
      waiting.push(octets);
      return true;
    },
    hasRoom: () => waiting.length < MOST_WAITING,
  };
}
