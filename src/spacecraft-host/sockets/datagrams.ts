import { createSocket } from 'node:dgram';

/** Telemetry and telecommands as datagrams, a packet or a frame each. */
export interface Datagrams {
  readonly port: number;
  send(contents: readonly Uint8Array[]): void;
  close(): void;
}

export interface DatagramOptions {
  /** Address and port to receive telecommands on. */
  readonly address: string;
  readonly port: number;
  /** Port of this machine that receives telemetry. */
  readonly telemetryPort: number;
  /** Octets of the longest datagram that may be received. */
  readonly longest: number;
  readonly receive: (octets: Uint8Array) => boolean;
}

/** Receiver of telemetry: this machine. */
const RECEIVER = '127.0.0.1';

/** Opens a socket for datagrams; fails if the port is in use. A datagram that finds no room is lost, as UDP allows. */
export function openDatagrams({
  address,
  port,
  telemetryPort,
  longest,
  receive,
}: DatagramOptions): Promise<Datagrams> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  const sender = createSocket('udp4');
  sender.on('error', () => undefined); // Nobody needs to listen.
  socket.on('message', (octets) => {
    if (octets.length <= longest) receive(Uint8Array.from(octets));
  });
  return new Promise((resolve, reject) => {
    // After it is bound, a failure costs the datagram that it is about.
    socket.on('error', (error) => {
      sender.close();
      reject(error);
    });
    socket.bind(port, address, () =>
      resolve({
        port: socket.address().port,
        send(contents) {
          for (const octets of contents) sender.send(octets, telemetryPort, RECEIVER);
        },
        close() {
          socket.close();
          sender.close();
        },
      }),
    );
  });
}
