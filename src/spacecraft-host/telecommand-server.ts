import { createServer, type Server, type Socket } from 'node:net';
import { createSplitter } from './splitter.ts';

/** Senders at once; others are refused. */
const MOST_SENDERS = 8;

/** Receives telecommands, back to back, from every connected sender. */
export interface TelecommandServer {
  readonly server: Server;
  /** Reads on from the senders that were stopped. */
  resume(): void;
  close(): void;
}

interface Receiver {
  /** Takes received octets. */
  receive(octets: Uint8Array): boolean;
  hasRoom(): boolean;
}

/**
 * Creates a server for telecommands. While the spacecraft has no room for more, the senders are not read, and TCP makes
 * them wait. A sender that announces a packet of more than 256 octets is disconnected: what follows cannot be split.
 */
export function createTelecommandServer(
  { receive, hasRoom }: Receiver,
  log: (line: string) => void,
): TelecommandServer {
  const senders = new Map<Socket, () => void>();

  const server = createServer((socket) => {
    const split = createSplitter();
    /** Packets that wait for room: those of one chunk at most. */
    let pending: Uint8Array[] = [];
    const pass = (): void => {
      while (pending.length > 0 && hasRoom()) receive(pending.shift() as Uint8Array);
      if (pending.length > 0) socket.pause();
      else socket.resume();
    };
    senders.set(socket, pass);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => senders.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      const { packets, isLost } = split(chunk);
      pending = [...pending, ...packets];
      pass();
      if (!isLost) return;
      log('A sender of telecommands announced a packet of more than 256 octets and was disconnected.');
      socket.destroy();
    });
  });
  server.maxConnections = MOST_SENDERS;

  return {
    server,
    resume() {
      for (const pass of senders.values()) pass();
    },
    close() {
      for (const socket of senders.keys()) socket.destroy();
      server.close();
    },
  };
}
