import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';
import { isIdle } from '../../../shared/packets/frames.ts';
import { createSplitter } from '../../../shared/packets/splitter.ts';
import type { GroundListener, GroundPort } from './ground-port.ts';

/** Octets that may wait for the server: minutes of telemetry at the highest rate. */
const MOST_WAITING = 1_000_000;
const ENDED = 'The server has ended the connection.';

/** Paths of the server's ground link. */
const TELECOMMANDS = '/ground-link/telecommands';
const TELEMETRY = '/ground-link/telemetry';
/** Pages of other origins cannot send it. */
const HEADERS = { 'ground-link': '1' };

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** Returns why the server refuses, in its own words. */
async function refusalOf(response: Response): Promise<string> {
  if (response.status === 404) return 'This server has no ground link. Start it with GROUND_LINK=1.';
  const text = await response.text().catch(() => '');
  return text.trim() || `The server answered with status ${response.status}.`;
}

function joined(packets: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const octets = new Uint8Array(packets.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const packet of packets) {
    octets.set(packet, at);
    at += packet.length;
  }
  return octets;
}

/** The ground link of the server that has served this page: telecommands as a stream, telemetry by requests. */
export function createHttpGroundPort(fetch: Fetch): GroundPort {
  let connection: AbortController | undefined;
  let waiting: Uint8Array[] = [];
  let waitingOctets = 0;
  let isSending = false;
  let listener: GroundListener | undefined;

  function close(): void {
    connection?.abort();
    connection = undefined;
    waiting = [];
    waitingOctets = 0;
  }
  /** Ends a connection that has failed, unless it has been closed. */
  function fail(own: AbortController, reason: string): void {
    if (own !== connection) return;
    close();
    listener?.closed(reason);
  }

  async function receiveFrom(body: ReadableStream<Uint8Array>, own: AbortController): Promise<void> {
    const split = createSplitter();
    for (const reader = body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      const { packets, isLost } = split(value);
      for (const packet of packets) {
        if (own !== connection) return;
        if (!isIdle(packet)) await listener?.receive(packet);
      }
      if (isLost) return;
    }
  }

  async function sendWaiting(own: AbortController): Promise<void> {
    isSending = true;
    while (own === connection && waiting.length > 0) {
      const body = joined(waiting);
      waiting = [];
      waitingOctets = 0;
      try {
        const { signal } = own;
        const response = await fetch(TELEMETRY, { method: 'POST', headers: HEADERS, body, signal });
        if (!response.ok) fail(own, await refusalOf(response));
      } catch {
        fail(own, ENDED);
      }
    }
    isSending = false;
    if (connection && connection !== own && waiting.length > 0) void sendWaiting(connection);
  }

  return {
    async open(given): Promise<Result<void>> {
      close();
      const own = new AbortController();
      connection = own;
      listener = given;
      try {
        const { signal } = own;
        const response = await fetch(TELECOMMANDS, { headers: HEADERS, signal, cache: 'no-store' });
        if (!response.ok || !response.body) return failed(await refusalOf(response));
        receiveFrom(response.body, own).then(
          () => fail(own, ENDED),
          () => fail(own, ENDED),
        );
        return succeeded(undefined);
      } catch {
        return failed('The server cannot be reached.');
      }
    },
    send(packets) {
      const own = connection;
      if (!own) return;
      waiting.push(...packets);
      waitingOctets += packets.reduce((sum, { length }) => sum + length, 0);
      if (waitingOctets > MOST_WAITING) fail(own, 'The server does not take the telemetry.');
      else if (!isSending) void sendWaiting(own);
    },
    close,
  };
}
