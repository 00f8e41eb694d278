import * as v from 'valibot';
import type { WebSocket } from 'ws';
import { readBy } from '../../shared/kit/read-by.ts';
import { failed, type Result, succeeded } from '../../shared/kit/result.ts';
import { readField } from '../../shared/packets/fields.ts';
import { decodeTelemetry, type ReadTelemetry } from '../../shared/packets/telemetry.ts';
import { PACKET_PARAMETERS, type PacketParameter } from '../describe/catalogue.ts';
import { createReaders } from './readers.ts';

/** Samples as they come, in JSON, and mission time. */

/** Mission time, and how it goes on: a message by itself. */
export interface MissionClock {
  /** Milliseconds of UTC. */
  readonly time: number;
  readonly rate: number;
  readonly isPaused: boolean;
}

/**
 * Each message of a client is answered by the number of its parameters, `{ "subscribed": 5 }`. What the history has at
 * that instant and what comes after the answer leave no gap.
 */
export interface Realtime {
  add(socket: WebSocket): void;
  /** Sends the samples in packets to those who have subscribed to them, and mission time to all. */
  send(packets: readonly Uint8Array[]): void;
}

export interface RealtimeOptions {
  readonly clock: () => MissionClock;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  readonly log: (line: string) => void;
}

interface DecodedPacket {
  readonly octets: Uint8Array;
  readonly read: ReadTelemetry;
}

/** Wall-clock time between two messages of mission time, unless its rate changes. */
const CLOCK_MS = 250;
/** Status by which a WebSocket ends that has sent what it may not. */
const UNACCEPTABLE = 1008;

const PARAMETERS: ReadonlyMap<string, PacketParameter> = new Map(
  PACKET_PARAMETERS.map((parameter) => [parameter.key, parameter]),
);
const KEYS = v.optional(v.pipe(v.array(v.string('is not a text'), 'is not a list'), v.maxLength(1000)), []);
const REQUEST = v.strictObject({ subscribe: KEYS, unsubscribe: KEYS });

/** Applies a message of a client to the parameters that it receives. */
function subscribed(
  parameters: ReadonlySet<PacketParameter>,
  message: string,
): Result<ReadonlySet<PacketParameter>> {
  let body: unknown;
  try {
    body = JSON.parse(message);
  } catch {
    return failed('The message is not JSON.');
  }
  const read = readBy(REQUEST, body);
  if (!read.ok) return failed(`The message is refused: ${read.message}.`.slice(0, 120));
  const changed = new Set(parameters);
  for (const key of [...read.value.subscribe, ...read.value.unsubscribe]) {
    const parameter = PARAMETERS.get(key);
    if (!parameter) return failed('There is no such parameter.');
    if (read.value.subscribe.includes(key)) changed.add(parameter);
    else changed.delete(parameter);
  }
  return succeeded(changed);
}

/** Returns the samples of some parameters in packets, as one message; none if there is none. */
function samplesIn(
  packets: readonly DecodedPacket[],
  parameters: ReadonlySet<PacketParameter>,
): readonly string[] {
  const samples = packets.flatMap(({ octets, read: { type, time } }) =>
    [...parameters]
      .filter(({ packet }) => packet === type)
      .map(({ key, field, bit }) => ({ key, utc: time, value: readField(octets, bit, field) }))
      .filter(({ value }) => Number.isFinite(value)),
  );
  return samples.length === 0 ? [] : [JSON.stringify({ samples })];
}

const textOf = ({ time, rate, isPaused }: MissionClock): string => JSON.stringify({ time, rate, isPaused });

export function createRealtime({ clock, now, log }: RealtimeOptions): Realtime {
  const readers = createReaders<{ parameters: ReadonlySet<PacketParameter> }>(log);
  let last: MissionClock | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;

  /** Returns mission time as a message, if it is due. */
  function time(): readonly string[] {
    const next = clock();
    const isChange = next.rate !== last?.rate || next.isPaused !== last.isPaused || next.time < last.time;
    last = next;
    if (!isChange && now() - toldAt < CLOCK_MS) return [];
    toldAt = now();
    return [textOf(next)];
  }

  return {
    add(socket) {
      const subscription = { parameters: new Set<PacketParameter>() as ReadonlySet<PacketParameter> };
      readers.add(socket, subscription);
      socket.on('message', (data) => {
        const read = subscribed(subscription.parameters, String(data));
        if (!read.ok) {
          socket.close(UNACCEPTABLE, read.message);
          return;
        }
        subscription.parameters = read.value;
        readers.answer(socket, JSON.stringify({ subscribed: read.value.size }));
      });
      readers.answer(socket, textOf(clock()));
    },
    send(packets) {
      if (readers.isEmpty()) return;
      const decoded = packets.flatMap((octets) => {
        const read = decodeTelemetry(octets);
        return read ? [{ octets, read }] : [];
      });
      const clockTime = time();
      readers.send(({ parameters }) => [...samplesIn(decoded, parameters), ...clockTime]);
    },
  };
}
