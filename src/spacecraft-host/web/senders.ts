import type { RawData, WebSocket } from 'ws';
import { createSenderQueue, type Receiver } from '../sockets/sender-queue.ts';

/** WebSockets that send telecommands, one in a binary message. */
export interface Senders {
  add(socket: WebSocket): void;
  /** Reads on from the senders that were stopped. */
  resume(): void;
}

/** Status by which a WebSocket ends that has sent what it may not. */
const UNACCEPTABLE = 1003;

/** While the spacecraft has no room for more, the senders are not read, and TCP makes them wait. */
export function createSenders(receiver: Receiver): Senders {
  const senders = new Map<WebSocket, () => void>();
  return {
    add(socket) {
      /** It holds what one read from the connection holds, at most. */
      const queue = createSenderQueue(receiver);
      let isClosed = false;
      const pass = (): void => {
        const isEmpty = queue.pass();
        if (isEmpty && isClosed) senders.delete(socket);
        else if (!isEmpty) socket.pause();
        else if (socket.isPaused) socket.resume();
      };
      senders.set(socket, pass);
      socket.on('error', () => socket.terminate());
      socket.on('close', () => {
        isClosed = true;
        pass();
      });
      socket.on('message', (data: RawData, isBinary) => {
        if (!isBinary) {
          socket.close(UNACCEPTABLE, 'A telecommand is a binary message.');
          return;
        }
        queue.push([Uint8Array.from(data as Buffer)]);
        pass();
      });
    },
    resume() {
      for (const pass of senders.values()) pass();
    },
  };
}
