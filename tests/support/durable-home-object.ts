import { createDurableHome, type ObjectStorage } from '../../src/gateway/rooms/durable-home.ts';
import type { RoomHome } from '../../src/gateway/rooms/home.ts';

/*
 * Runs in workerd: the home of a room in a Durable Object, which a test calls over a WebSocket. The object is named by the
 * path.
 */

/** Octets as they travel in JSON: a character each. */
export interface SentBytes {
  readonly octets: string;
}

const SPREAD = 10_000;

/** Replaces octets for `JSON.stringify`. */
export function sendBytes(_key: string, value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  let octets = '';
  for (let at = 0; at < value.length; at += SPREAD) {
    octets += String.fromCharCode(...value.subarray(at, at + SPREAD));
  }
  return { octets } satisfies SentBytes;
}

/** Restores octets for `JSON.parse`. */
export function restoreBytes(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('octets' in value)) return value;
  const octets = String(value.octets);
  const bytes = new Uint8Array(octets.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = octets.charCodeAt(at);
  return bytes;
}

export type HomeMethod = Exclude<keyof RoomHome, 'subscribe' | 'close'>;

export interface HomeCall {
  readonly call: number;
  readonly method: HomeMethod | 'subscribe';
  readonly input: readonly unknown[];
}

interface Socket {
  accept(): void;
  send(text: string): void;
  addEventListener(type: 'message', listener: (event: { readonly data: string }) => void): void;
}
declare const WebSocketPair: new () => { readonly 0: Socket; readonly 1: Socket };

/** Returns a function that sends what it is given, together with what else is given in the same turn. */
export function sendTogether<T>(send: (text: string) => void): (item: T) => void {
  let items: T[] = [];
  return (item) => {
    items.push(item);
    if (items.length > 1) return;
    queueMicrotask(() => {
      const sent = items;
      items = [];
      send(JSON.stringify(sent, sendBytes));
    });
  };
}

type Method = (...input: readonly unknown[]) => Promise<unknown>;

export class HomeObject {
  readonly #home: RoomHome;

  constructor({ storage }: { readonly storage: ObjectStorage }) {
    this.#home = createDurableHome(storage);
  }

  fetch(): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    server.accept();
    const send = sendTogether<unknown>((text) => server.send(text));
    const answer = async ({ call, method, input }: HomeCall): Promise<void> => {
      if (method === 'subscribe') {
        this.#home.subscribe(String(input[0]), (entry) => send({ entry }));
        send({ call });
        return;
      }
      try {
        send({ call, value: await (this.#home[method] as Method)(...input) });
      } catch (error) {
        send({ call, error: String(error) });
      }
    };
    server.addEventListener('message', ({ data }) => {
      for (const call of JSON.parse(data, restoreBytes) as HomeCall[]) void answer(call);
    });
    return new Response(null, { status: 101, webSocket: client } as ResponseInit);
  }
}

interface Namespace {
  idFromName(name: string): unknown;
  get(id: unknown): { fetch(request: Request): Promise<Response> };
}

export default {
  fetch(request: Request, { ROOMS }: { readonly ROOMS: Namespace }): Promise<Response> {
    return ROOMS.get(ROOMS.idFromName(new URL(request.url).pathname)).fetch(request);
  },
};
