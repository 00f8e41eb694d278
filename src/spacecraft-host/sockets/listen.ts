import type { AddressInfo, Server } from 'node:net';

export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/**
 * Options of a server whose connections last: one whose other end has vanished is found out and closed, so that it does
 * not take up a place for good.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelay: 30_000 } as const;

/** Refuses connections beyond `most` at once, and tells so once each time that all places are taken. */
export function limitConnections(
  server: Server,
  most: number,
  who: string,
  log: (line: string) => void,
): void {
  let hasTold = false;
  server.maxConnections = most;
  server.on('connection', () => {
    hasTold = false;
  });
  server.on('drop', () => {
    if (!hasTold) log(`A connection was refused: there are ${most} ${who} already.`);
    hasTold = true;
  });
}

/** Where a socket receives. */
export interface Endpoint {
  readonly address: string;
  readonly port: number;
  /** What chooses another port: an option, or a variable. */
  readonly choice: string;
  readonly isUdp?: true;
}

/** Returns why a port cannot be opened, and what to do about it. */
function portFailure(error: unknown, { address, port, choice, isUdp }: Endpoint): string {
  const { code } = error as NodeJS.ErrnoException;
  const name = `${isUdp ? 'UDP port' : 'Port'} ${port}`;
  if (code === 'EADDRINUSE') {
    return `${name} on ${address} is in use. Stop the other program, or choose another port with ${choice}.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `${address} is no address of this machine. Choose one of its addresses with --bind.`;
  }
  if (code === 'EACCES') return `${name} may not be opened. Choose one above 1023 with ${choice}.`;
  return `${name} on ${address} cannot be opened: ${code}.`;
}

/** Waits for a port to open; a failure has the text of `portFailure`. */
export async function opened<Value>(endpoint: Endpoint, opening: Promise<Value>): Promise<Value> {
  try {
    return await opening;
  } catch (error) {
    throw new Error(portFailure(error, endpoint));
  }
}

/** Listens on a port. A later failure, such as too many open files, costs the connection that it is about. */
export const listen = (server: Server, endpoint: Endpoint): Promise<void> =>
  opened(
    endpoint,
    new Promise((resolve, reject) => {
      server.on('error', reject);
      server.listen({ port: endpoint.port, host: endpoint.address }, resolve);
    }),
  );
