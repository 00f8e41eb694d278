import { joinOctets } from '../../../shared/kit/octets.ts';
import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';
import { isIdle } from '../../../shared/packets/frames.ts';
import { createSplitter } from '../../../shared/packets/splitter.ts';
import type { GroundListener, GroundPort } from './ground-port.ts';

/** Octets that may wait for the server: several whole packet stores. */
const MOST_WAITING = 4_000_000;
/** Octets in a request. */
const MOST_AT_ONCE = 500_000;
const ENDED = 'The server has ended the connection.';

/** Paths of the server's ground link. */
const TELECOMMANDS = '/ground-link/telecommands';
const TELEMETRY = '/ground-link/telemetry';

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** Returns why the server refuses, in its own words. */
async function refusalOf(response: Response): Promise<string> {
  if (response.status === 404) return 'This server has no ground link. Start it with GROUND_LINK=1.';
  const text = await response.text().catch(() => '');
  return text.trim() || `The server answered with status ${response.status}.`;
}

/** Takes packets from the front of a list, for one request. */
function takeSome(waiting: Uint8Array[]): readonly Uint8Array[] {
  let octets = 0;
  const end = waiting.findIndex(({ length }) => {
    octets += length;
    return octets > MOST_AT_ONCE;
  });
  return waiting.splice(0, end < 0 ? waiting.length : end);
}

/**
 * The ground link of the server that has served this page: telecommands as a stream, telemetry by requests, which also
 * say how many telecommands have been taken.
 * @param window random id of the window: a new worker takes the place of the one before
 */
export function createHttpGroundPort(fetch: Fetch, window: string): GroundPort {
  /** Pages of other origins cannot send it. */
  const headers = { 'ground-link': window };
  let connection: AbortController | undefined;
  let waiting: Uint8Array[] = [];
  let waitingOctets = 0;
  /** Telecommands taken from this connection. */
  let taken = 0;
  let isDue = false;
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
        if (isIdle(packet)) continue;
        await listener?.receive(packet);
        taken += 1;
        startSending(own);
      }
      if (isLost) return;
    }
  }

  async function sendWaiting(own: AbortController): Promise<void> {
    isSending = true;
    while (own === connection && (isDue || waiting.length > 0)) {
      const body = joinOctets(takeSome(waiting));
      waitingOctets -= body.length;
      isDue = false;
      try {
        const { signal } = own;
        const sent = { ...headers, 'ground-link-taken': String(taken) };
        const response = await fetch(TELEMETRY, { method: 'POST', headers: sent, body, signal });
        if (!response.ok) fail(own, await refusalOf(response));
      } catch {
        fail(own, ENDED);
      }
    }
    isSending = false;
    if (connection && connection !== own && isDue) void sendWaiting(connection);
  }
  /** Sends what waits, and how many telecommands have been taken. */
  function startSending(own: AbortController): void {
    if (own !== connection) return;
    isDue = true;
    if (!isSending) void sendWaiting(own);
  }

  return {
    async open(given): Promise<Result<void>> {
      close();
      const own = new AbortController();
      connection = own;
      taken = 0;
      listener = given;
      try {
        const { signal } = own;
        const response = await fetch(TELECOMMANDS, { headers, signal, cache: 'no-store' });
        const isStream = response.headers.get('content-type') === 'application/octet-stream';
        if (!response.ok || !isStream || !response.body) return failed(await refusalOf(response));
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
      else startSending(own);
    },
    close,
  };
}
