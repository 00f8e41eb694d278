import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import type { ConnectionOptions } from '@nats-io/transport-node';

const CONNECT_MS = 5000;
const RECONNECT_MS = 500;
/** With this many servers, NATS keeps each message on as many. */
const CLUSTER = 3;

/**
 * Returns how to connect to the servers of `NATS_URL`: their addresses with commas between them. A user and a password, or a
 * token, may stand before the first one. A connection that was made returns by itself.
 *
 * @throws TypeError if an address is none
 */
export function connectionOptions(url: string): ConnectionOptions {
  const urls = url
    .split(',')
    .map((server) => server.trim())
    .map((server) => new URL(server.includes('://') ? server : `nats://${server}`));
  const user = decodeURIComponent(urls[0]?.username ?? '');
  const pass = decodeURIComponent(urls[0]?.password ?? '');
  return {
    servers: urls.map(({ host }) => host),
    name: 'ORBITA-1 gateway',
    timeout: CONNECT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    ...(urls.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
    ...(pass !== '' && { user, pass }),
    ...(user !== '' && pass === '' && { token: user }),
  };
}

/** Returns how many of the servers keep each message. */
export const replicasOf = (url: string): number => (url.split(',').length >= CLUSTER ? CLUSTER : 1);

/** The message that follows is no more the one that the writer has seen as the newest. */
export const isConflict = (error: unknown): boolean =>
  error instanceof JetStreamApiError &&
  (error.code === JetStreamApiCodes.StreamWrongLastSequence ||
    error.code === JetStreamApiCodes.StreamWrongLastSequenceUnknown);
