import type { AddressInfo, Server } from 'node:net';

export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

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
