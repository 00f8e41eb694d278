import { createServer, type Server, type Socket } from 'node:net';
import { KEEP_ALIVE, limitConnections } from './listen.ts';
import { MOST_KEPT, MOST_UNREAD, UNREAD_TEXT } from './unread.ts';

/** Readers at once; others are refused. */
const MOST_READERS = 8;

/** Sends telemetry packets, back to back, to every connected reader. */
export interface TelemetryServer {
  readonly server: Server;
  send(packets: readonly Uint8Array[]): void;
  close(): void;
}

/**
 * Creates a server of telemetry. A reader that does not read is disconnected, and delays nobody.
 * @param keepsForFirst true if the first reader receives all packets since the start, up to the newest `MOST_KEPT`
 * octets; every other one receives those from then on
 */
export function createTelemetryServer(log: (line: string) => void, keepsForFirst: boolean): TelemetryServer {
  const readers = new Set<Socket>();
  let kept: Uint8Array[] | undefined = keepsForFirst ? [] : undefined;
  let keptOctets = 0;

  const server = createServer(KEEP_ALIVE, (socket) => {
    readers.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => readers.delete(socket));
    socket.resume(); // What a reader sends means nothing, and must not accumulate.
    if (kept && kept.length > 0) socket.write(Buffer.concat(kept));
    kept = undefined;
  });
  limitConnections(server, MOST_READERS, 'readers of telemetry', log);

  function keep(packets: readonly Uint8Array[]): void {
    if (!kept) return;
    kept.push(...packets);
    for (const packet of packets) keptOctets += packet.length;
    while (keptOctets > MOST_KEPT) keptOctets -= kept.shift()?.length ?? 0;
  }

  return {
    server,
    send(packets) {
      if (packets.length === 0) return;
      keep(packets);
      if (readers.size === 0) return;
      const octets = Buffer.concat(packets);
      for (const socket of readers) {
        if (socket.writableLength > MOST_UNREAD) {
          log(`A reader of telemetry ${UNREAD_TEXT}`);
          socket.destroy();
        } else socket.write(octets);
      }
    },
    close() {
      for (const socket of readers) socket.destroy();
      server.close();
    },
  };
}
