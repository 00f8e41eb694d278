import type { WebSocket } from 'ws';
import { MOST_UNREAD, UNREAD_TEXT } from '../sockets/unread.ts';

/** WebSockets that receive what the spacecraft sends. */
export interface Readers<Subscription> {
  add(socket: WebSocket, subscription: Subscription): void;
  isEmpty(): boolean;
  /** Answers one reader. */
  answer(socket: WebSocket, message: string): void;
  /** Sends each reader the messages of its subscription. One that does not read is disconnected, and delays nobody. */
  send(messagesFor: (subscription: Subscription) => readonly (string | Uint8Array)[]): void;
}

export function createReaders<Subscription>(log: (line: string) => void): Readers<Subscription> {
  const readers = new Map<WebSocket, Subscription>();

  function sendTo(socket: WebSocket, messages: readonly (string | Uint8Array)[]): void {
    if (socket.bufferedAmount > MOST_UNREAD) {
      log(`A reader of telemetry over WebSocket ${UNREAD_TEXT}`);
      readers.delete(socket);
      socket.terminate();
    } else for (const message of messages) socket.send(message);
  }

  return {
    add(socket, subscription) {
      readers.set(socket, subscription);
      socket.on('error', () => socket.terminate());
      socket.on('close', () => readers.delete(socket));
    },
    isEmpty: () => readers.size === 0,
    answer(socket, message) {
      if (readers.has(socket)) sendTo(socket, [message]);
    },
    send(messagesFor) {
      for (const [socket, subscription] of readers) sendTo(socket, messagesFor(subscription));
    },
  };
}
