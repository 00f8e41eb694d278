import { createServer, type Server, type Socket } from 'node:net';
import { createSplitter } from '../../shared/packets/splitter.ts';
import { KEEP_ALIVE, limitConnections } from './listen.ts';
import { createSenderQueue, type Receiver } from './sender-queue.ts';

/** Senders at once; others are refused. */
const MOST_SENDERS = 8;

/** Receives telecommands, back to back, from every connected sender. */
export interface TelecommandServer {
  readonly server: Server;
  /** Reads on from the senders that were stopped. */
  resume(): void;
  close(): void;
}

/**
 * Creates a server for telecommands. While the spacecraft has no room for more, the senders are not read, and TCP makes
 * them wait. What a sender has sent before it ends its connection is received. A sender that announces a packet of more
 * than 256 octets is disconnected after the packets before it: what follows cannot be split.
 */
export function createTelecommandServer(receiver: Receiver, log: (line: string) => void): TelecommandServer {
  const senders = new Map<Socket, () => void>();

  // Half open, so that a connection that its sender has ended lasts while packets wait.
  const server = createServer({ ...KEEP_ALIVE, allowHalfOpen: true }, (socket) => {
    const split = createSplitter();
    /** It holds the packets of one chunk at most. */
    const queue = createSenderQueue(receiver);
    /** Ends the connection, once nothing waits. */
    let finish: (() => void) | undefined;
    const pass = (): void => {
      if (!queue.pass()) {
        socket.pause();
      } else if (finish) {
        senders.delete(socket);
        finish();
      } else socket.resume();
    };
    senders.set(socket, pass);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => senders.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      const { packets, isLost } = split(chunk);
      queue.push(packets);
      if (isLost) {
        finish = () => {
          log('A sender of telecommands announced a packet of more than 256 octets and was disconnected.');
          socket.destroy();
        };
      }
      pass();
    });
    socket.on('end', () => {
      finish ??= () => socket.end();
      pass();
    });
  });
  limitConnections(server, MOST_SENDERS, 'senders of telecommands', log);

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
