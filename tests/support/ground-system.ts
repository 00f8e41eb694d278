import { connect, type Socket } from 'node:net';
import { createSplitter } from '../../src/shared/packets/splitter.ts';
import { encodeTelecommand, telecommandNamed } from '../../src/shared/packets/telecommand.ts';
import type { ReadTelemetry } from '../../src/shared/packets/telemetry.ts';
import { read } from './packets.ts';

const sockets: Socket[] = [];

/** Ends the connections of all ground systems. */
export function leaveGround(): void {
  for (const socket of sockets.splice(0)) socket.destroy();
}

/** A ground system on this machine, which knows the ports alone. */
export interface GroundSystem {
  readonly received: readonly ReadTelemetry[];
  /** Sends a telecommand by its name, and returns its sequence count. */
  send(name: string): number;
  /** Returns the names of the packets that are about a telecommand. */
  answersTo(sequenceCount: number): readonly string[];
}

export function openGroundSystem(ports: {
  readonly telemetry: number;
  readonly telecommands: number;
}): GroundSystem {
  const received: ReadTelemetry[] = [];
  const split = createSplitter();
  const reader = connect(ports.telemetry, '127.0.0.1');
  const sender = connect(ports.telecommands, '127.0.0.1');
  sockets.push(reader, sender);
  reader.on('data', (chunk) => received.push(...split(chunk as Buffer).packets.map(read)));
  let count = 0;
  return {
    received,
    send(name) {
      count += 1;
      sender.write(encodeTelecommand(telecommandNamed(name), {}, count));
      return count;
    },
    answersTo: (sequenceCount) =>
      received
        .filter(({ values }) => values.requestSequenceCount === sequenceCount)
        .map(({ type }) => type.name),
  };
}
