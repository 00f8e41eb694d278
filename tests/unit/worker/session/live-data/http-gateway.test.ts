import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { REAL_DATA_CALLS } from '../../../../../src/shared/contract/real-data.ts';
import { createHttpGateway } from '../../../../../src/worker/session/live-data/http-gateway.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(handler: Handler): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function gatewayTo(handler: Handler) {
  const baseUrl = await serve(handler);
  return createHttpGateway({ baseUrl, key: 'public', fetch: (url, init) => fetch(url, init) });
}

const answer =
  (status: number, body: string): Handler =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };

const never = () => new AbortController().signal;

describe('the gateway behind a web address', () => {
  it('is called as spec §7 says, with the anonymous key', async () => {
    const asked: string[] = [];
    const keys = new Set<unknown>();
    const gateway = await gatewayTo((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      keys.add(request.headers.apikey).add(request.headers.authorization);
      response.end('{}');
    });
    for (const call of REAL_DATA_CALLS) expect(await gateway.call(call, never())).toEqual({});
    expect(asked).toEqual([
      'GET /functions/v1/open-notify',
      'GET /functions/v1/open-notify?endpoint=astros',
      'GET /functions/v1/n2yo?endpoint=positions&noradId=25544&observerLat=40.7128&observerLng=-74.006&observerAlt=0&seconds=300',
    ]);
    expect([...keys]).toEqual(['public', 'Bearer public']);
  });

  it.each<[string, Handler, string]>([
    [
      'the gateway tells why',
      answer(502, '{"error":"N2YO did not answer within 4 s."}'),
      'N2YO did not answer within 4 s.',
    ],
    ['an error comes under status 200', answer(200, '{"error":"Out of order"}'), 'Out of order'],
    [
      'Open Notify is down',
      answer(503, '{"message":"error","reason":"Service temporarily unavailable"}'),
      'Service temporarily unavailable',
    ],
    ['a status comes without words', answer(500, ''), 'The gateway answered with status 500.'],
    ['a text comes', answer(403, 'Forbidden'), 'The gateway answered with status 403.'],
    ['a page comes', answer(200, '<!doctype html><p>Log in'), 'The gateway response is not JSON.'],
    ['the answer is cut', answer(200, '{"people":[{"na'), 'The gateway response is not JSON.'],
    ['the connection breaks', (request) => request.socket.destroy(), 'Cannot reach the gateway.'],
    [
      'it sends elsewhere',
      (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      'Cannot reach the gateway.',
    ],
  ])('says what happened when %s', async (_case, handler, message) => {
    const gateway = await gatewayTo(handler);
    await expect(gateway.call('astronauts', never())).rejects.toThrow(message);
  });

  it('stops reading an answer that is too long', async () => {
    let sent = 0;
    const gateway = await gatewayTo((_request, response) => {
      const block = Buffer.alloc(64 * 1024, 0x20);
      const send = () => {
        while (sent < 50_000_000 && !response.destroyed) {
          sent += block.length;
          if (!response.write(block)) break;
        }
      };
      response.on('drain', send);
      send();
    });
    await expect(gateway.call('astronauts', never())).rejects.toThrow('too long');
    expect(sent).toBeLessThan(20_000_000);
  });

  const inPieces = (...pieces: readonly Uint8Array[]) => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
      cancel() {
        isCancelled = true;
      },
    });
    const gateway = createHttpGateway({ baseUrl: '', key: 'public', fetch: async () => new Response(body) });
    return { call: () => gateway.call('astronauts', never()), isCancelled: () => isCancelled };
  };
  const bytes = (text: string) => new TextEncoder().encode(text);

  it('joins a response received in chunks, also with split characters', async () => {
    const whole = bytes('{"name":"Öttinger 宇"}');
    const letters = Array.from(whole, (byte) => Uint8Array.of(byte));
    await expect(inPieces(...letters).call()).resolves.toEqual({ name: 'Öttinger 宇' });
  });

  it('rejects a response with a truncated last character as not JSON', async () => {
    await expect(inPieces(bytes('{}'), Uint8Array.of(0xc3)).call()).rejects.toThrow(
      'The gateway response is not JSON.',
    );
  });

  it('reads a million bytes, no more', async () => {
    const full = new Uint8Array(1_000_000).fill(0x20);
    full.set(bytes('{}'));
    await expect(inPieces(full).call()).resolves.toEqual({});
    const { call, isCancelled } = inPieces(full, bytes(' '), bytes(' '));
    await expect(call()).rejects.toThrow('The gateway response is too long.');
    expect(isCancelled()).toBe(true);
  });

  it('requests uncached data, without cookies and redirects', async () => {
    const asked: (RequestInit | undefined)[] = [];
    const gateway = createHttpGateway({
      baseUrl: '',
      key: 'public',
      fetch: async (_url, init) => {
        asked.push(init);
        return new Response('{}');
      },
    });
    const { signal } = new AbortController();
    await gateway.call('astronauts', signal);
    expect(asked).toMatchObject([{ cache: 'no-store', credentials: 'omit', redirect: 'error' }]);
    expect(asked[0]?.signal).toBe(signal);
  });

  it('rejects a response without a body as not JSON', async () => {
    const gateway = createHttpGateway({
      baseUrl: '',
      key: 'public',
      fetch: async () => new Response(null, { status: 204 }),
    });
    await expect(gateway.call('astronauts', never())).rejects.toThrow('The gateway response is not JSON.');
  });

  it('aborts the call when nobody waits for it', async () => {
    let closed = (): void => undefined;
    const isClosed = new Promise<void>((resolve) => (closed = resolve));
    let ask = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => (ask = resolve));
    const gateway = await gatewayTo((request) => {
      request.socket.on('close', closed);
      ask();
    });
    const abort = new AbortController();
    const call = gateway.call('issPosition', abort.signal);
    await isAsked;
    abort.abort();
    await expect(call).rejects.toThrow();
    await isClosed;
  });
});
