import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../../src/gateway/app.ts';
import type { GatewayEffects, LogLine } from '../../../src/gateway/effects.ts';
import { loadSite } from '../../../src/gateway/load-site.ts';
import {
  createNodeServer,
  listenerOf,
  type NodeServer,
  SERVER_LIMITS,
  type ServerLimits,
} from '../../../src/gateway/node-server.ts';
import { DEFAULT_ANON_KEY } from '../../../src/shared/contract/backend.ts';
import { composeGateway, POSITION, POSITIONS } from '../../support/gateway.ts';
import { clock, serveEachTest, upstream } from './running.ts';

serveEachTest();

/** The server as composed by src/server, on a real socket, and a client that sends what no browser sends. */

const PAGE = '<!doctype html><title>Mission control</title>';
/** Larger than the network's buffers, for a client that does not read. */
const LARGE = { bytes: new Uint8Array(32 * 2 ** 20), etag: '"large"' };
const KEY_LINE = `apikey: ${DEFAULT_ANON_KEY}`;

let node: NodeServer;
let port: number;
let lines: readonly LogLine[];

async function serveWith(
  limits: Partial<ServerLimits> = {},
  env: Readonly<Record<string, string>> = {},
  effects: Partial<GatewayEffects> = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'orbita-attack-'));
  await writeFile(join(folder, 'index.html'), PAGE);
  const site = await loadSite(folder);
  await rm(folder, { recursive: true });
  const composed = composeGateway({ upstreamUrl: upstream.url, clock, env, effects });
  lines = composed.lines;
  const files = new Map(site).set('/large.bin', {
    type: 'application/octet-stream',
    plain: LARGE,
    coded: {},
  });
  const app = createApp({ site: files, ...composed });
  node = createNodeServer(listenerOf(app), { ...SERVER_LIMITS, checkMs: 20, ...limits });
  node.server.listen(0, '127.0.0.1');
  await once(node.server, 'listening');
  port = (node.server.address() as AddressInfo).port;
}

async function closeServer(): Promise<void> {
  await node.stop(AbortSignal.abort());
}

/** A client's connection, with everything that it receives. */
interface Connection {
  readonly socket: Socket;
  readonly text: () => string;
  readonly ended: Promise<string>;
}

function open(from = '127.0.0.1'): Connection {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.setEncoding('latin1').on('data', (more: string) => {
    text += more;
  });
  socket.on('error', () => undefined); // the server may reset it
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  return { socket, text: () => text, ended };
}

/** Sends a raw text, and returns everything received until the server closes. */
function sendRaw(text: string): Promise<string> {
  const connection = open();
  connection.socket.write(text, 'latin1');
  return connection.ended;
}

const ask = (line: string, ...headers: string[]): Promise<string> =>
  sendRaw([line, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n'));

const NOSNIFF = /^x-content-type-options: nosniff\r$/im;
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n') + 4);

async function expectServing(): Promise<void> {
  // Retries, because a busy machine may exceed the shortened time limits of the test.
  await expect.poll(async () => statusOf(await ask('GET /healthz HTTP/1.1'))).toBe(200);
  await expect.poll(() => ask('GET / HTTP/1.1')).toContain(PAGE);
}

beforeEach(() => serveWith());
afterEach(async () => {
  await expectServing(); // after any attack
  await closeServer();
});

async function restart(limits: Partial<ServerLimits>, env: Readonly<Record<string, string>> = {}) {
  await closeServer();
  await serveWith(limits, env);
}

describe('a request that is too large', () => {
  it.each([
    ['line', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
    ['header', `GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['number of headers', `GET / HTTP/1.1\r\nHost: localhost\r\n${'X-Many: a\r\n'.repeat(3000)}\r\n`],
  ])('is refused for its %s', async (_what, request) => {
    const answer = await sendRaw(request);
    expect(statusOf(answer)).toBe(431);
    expect(bodyOf(answer)).toBe('Request line and headers too large\n');
  });

  it('is refused for its body, unread, also without a length', async () => {
    const declared = await ask(`GET ${POSITION} HTTP/1.1`, KEY_LINE, 'Content-Length: 5000');
    expect(statusOf(declared)).toBe(413);
    const posted = await ask(`POST ${POSITION} HTTP/1.1`, KEY_LINE, 'Content-Length: 99999999999');
    expect(statusOf(posted)).toBe(405);

    const before = process.memoryUsage().rss;
    const endless = open();
    endless.socket.write(
      `POST ${POSITION} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    for (let sent = 0; sent < 32 * 2 ** 20 && !endless.socket.destroyed; sent += chunk.length) {
      if (!endless.socket.write(chunk))
        await Promise.race([once(endless.socket, 'drain').catch(() => undefined), endless.ended]);
    }
    expect(statusOf(endless.text())).toBe(405);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20);
  });
});

describe('a slow client', () => {
  it.each([
    ['who sends nothing', ''],
    ['who never ends the line', 'GET /'],
    ['who never ends the headers', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: a'],
  ])('%s gets an error and is disconnected', async (_what, text) => {
    await restart({ headersMs: 100, requestMs: 200 });
    const answer = await sendRaw(text);
    expect([statusOf(answer), bodyOf(answer)]).toEqual([408, 'Request timed out\n']);
  });

  it('that trickles headers gains no time', async () => {
    await restart({ headersMs: 100, requestMs: 200 });
    const { socket, ended } = open();
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n');
    const trickle = setInterval(() => socket.write('X-Slow: a\r\n'), 15);
    onTestFinished(() => clearInterval(trickle));
    expect(statusOf(await ended)).toBe(408);
  });

  it('that trickles a body is disconnected', async () => {
    await restart({ headersMs: 100, requestMs: 200 });
    const { socket, ended } = open();
    socket.write(`POST ${POSITION} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000\r\n\r\n`);
    const trickle = setInterval(() => socket.write('x'), 15);
    onTestFinished(() => clearInterval(trickle));
    expect(statusOf(await ended)).toBe(405);
  });

  it('that does not read its response is disconnected', async () => {
    await restart({ stallMs: 200 });
    const isRequested = once(node.server, 'request');
    const { socket } = open();
    socket.pause();
    socket.write('GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await isRequested;
    await expect.poll(() => node.connections()).toBe(0);
  });

  it('that reads slowly gets the complete response', async () => {
    await restart({ stallMs: 3000 });
    const { socket, ended } = open();
    socket.write('GET /large.bin HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    // Longer in total than the limit, with each pause so much shorter that a busy machine makes none too long.
    for (let pauses = 0; pauses < 70; pauses++) {
      await once(socket, 'data');
      socket.pause();
      await setTimeout(50);
      socket.resume();
    }
    expect(bodyOf(await ended).length).toBe(LARGE.bytes.length);
  });

  it('that keeps a connection without a request is disconnected', async () => {
    await restart({ idleMs: 100 });
    const { socket, ended } = open();
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(statusOf(await ended)).toBe(200);
  });
});

describe('many clients', () => {
  it('connections beyond the bound are closed; those within it are served', async () => {
    await restart({ connections: 50 });
    const held = Array.from({ length: 50 }, () => open());
    await Promise.all(held.map(({ socket }) => once(socket, 'connect')));
    await expect.poll(() => node.connections()).toBe(50);
    const beyond = await Promise.all(Array.from({ length: 20 }, () => open().ended));
    expect(beyond).toEqual(Array.from({ length: 20 }, () => ''));
    const [first] = held;
    first?.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(() => statusOf(first?.text() ?? '')).toBe(200);
    for (const { socket } of held) socket.destroy();
    await expect.poll(() => node.connections()).toBe(0);
  });

  it('pipelined requests on one connection are answered in order', async () => {
    const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${KEY_LINE}\r\n`;
    const answer = await sendRaw(
      `${`${request(POSITION)}\r\n`.repeat(31)}${request('/healthz')}Connection: close\r\n\r\n`,
    );
    expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(32);
    expect(answer.match(/iss_position/g)).toHaveLength(31);
    expect(answer.lastIndexOf('upstreams')).toBeGreaterThan(answer.lastIndexOf('iss_position'));
    expect(upstream.calls('position')).toBe(1);
  });

  it('pipelined requests beyond a bound are not answered, because each takes memory until it is read', async () => {
    const answer = await sendRaw('GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1000));
    expect(answer.match(/HTTP\/1\.1 200 OK/g)?.length ?? 0).toBeLessThan(100);
    const told = await ask('GET /metrics HTTP/1.1');
    expect(Number(/requests_total\{route="metrics",status="200"\} (\d+)/.exec(told)?.[1])).toBeLessThan(100);
  });

  it('connections of one address leave room for others', async () => {
    await restart({ connectionsOfOne: 10 });
    const held = Array.from({ length: 10 }, () => open());
    await expect.poll(() => node.connections()).toBe(10);
    expect(await open().ended).toBe('');
    const other = open('127.0.0.2');
    other.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(statusOf(await other.ended)).toBe(200);
    for (const { socket } of held) socket.destroy();
    await expect.poll(() => node.connections()).toBe(0);
  });

  it('requests beyond the limit are refused, whatever address they claim', async () => {
    await restart({}, { RATE_LIMIT_PER_MIN: '5' });
    const claim = (address: string) =>
      ask(`GET ${POSITION} HTTP/1.1`, KEY_LINE, `X-Forwarded-For: ${address}`);
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++) statuses.push(statusOf(await claim(`198.51.100.${i}`)));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    clock.advance(60_000);
  });

  it.each([
    ['a preflight', `OPTIONS ${POSITION}`],
    ['another method', `POST ${POSITION}`],
    ['an unknown function', 'GET /functions/v1/weather'],
    ['metrics that are turned off', 'GET /metrics'],
  ])('requests beyond the limit are refused for %s, too', async (_what, line) => {
    await restart({}, { RATE_LIMIT_PER_MIN: '5', METRICS: '0' });
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) statuses.push(statusOf(await ask(`${line} HTTP/1.1`, KEY_LINE)));
    expect(statuses.slice(0, 5)).not.toContain(429);
    expect(statuses.slice(5)).toEqual([429, 429]);
    clock.advance(60_000);
  });

  it('requests for pages are refused beyond a limit of their own', async () => {
    await restart({}, { RATE_LIMIT_PER_MIN: '1' });
    const statuses: number[] = [];
    for (const path of ['/', '/no/such/page', '/foo.bar', '/assets/gone.js', '/'])
      statuses.push(statusOf(await ask(`GET ${path} HTTP/1.1`)));
    expect(statuses).toEqual([200, 200, 200, 404, 200]);
    const refused = await ask('GET / HTTP/1.1');
    expect([statusOf(refused), bodyOf(refused)]).toEqual([429, 'Too many requests: try again in 12 s\n']);
    expect(refused).toMatch(/^retry-after: 12\r$/im);
    expect(refused).toMatch(NOSNIFF);
    expect(statusOf(await ask('POST / HTTP/1.1'))).toBe(429);
    expect(lines).toMatchObject([{ event: 'refused', counts: { 429: 1 } }]);
    expect(statusOf(await ask('GET /healthz HTTP/1.1'))).toBe(200);
    clock.advance(60_000);
  });

  it('requests through a proxy are counted by its own entry, not by what the client wrote', async () => {
    await restart({}, { RATE_LIMIT_PER_MIN: '5', TRUST_PROXY: '1' });
    const through = (claimed: string, real: string) =>
      ask(`GET ${POSITION} HTTP/1.1`, KEY_LINE, `X-Forwarded-For: ${claimed}, ${real}`);
    for (let i = 0; i < 5; i++) expect(statusOf(await through(`10.0.0.${i}`, '203.0.113.9'))).toBe(200);
    expect(statusOf(await through('10.0.0.99', '203.0.113.9'))).toBe(429);
    expect(statusOf(await through('10.0.0.99', '203.0.113.10'))).toBe(200);
    for (const odd of ['', ',', ',,,', '<script>', 'x'.repeat(9000), '::::', '1.2.3.4:80']) {
      expect([200, 429]).toContain(statusOf(await ask('GET /healthz HTTP/1.1', `X-Forwarded-For: ${odd}`)));
    }
    clock.advance(60_000);
  });
});

describe('unusual addresses', () => {
  it.each([
    '//',
    '//evil.example/',
    '///etc/passwd',
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/package.json',
    '/..%2f..%2fpackage.json',
    '/..%5c..%5cpackage.json',
    '/a/..%00/b',
    '/%00',
    '/%c0%ae%c0%ae/',
    '/%zz',
    '/%',
    '\\..\\..\\package.json',
    '/\\evil.example',
    '/functions/v1/../../package.json',
    '/functions/v1/open-notify/',
    '/functions/v1/%6fpen-notify',
    '/FUNCTIONS/V1/N2YO',
    '/healthz/../metrics',
    '/index.html?//evil.example',
    'http://evil.example/',
    'https://localhost/healthz',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '*',
    '?',
    '#',
    `/${'a/'.repeat(7000)}`,
    `/?${'a=1&'.repeat(3500)}`,
    '/functions/v1/n2yo?endpoint=positions&endpoint=positions',
    '/functions/v1/n2yo?__proto__=1&constructor=2&endpoint=toString',
  ])('get nothing that is not public, at number %#: %s', async (target) => {
    const answer = await ask(`GET ${target} HTTP/1.1`, KEY_LINE);
    expect([200, 308, 400, 404]).toContain(statusOf(answer));
    expect(answer).not.toMatch(/root:x|"dependencies"|node:http/);
    const location = /\r\nlocation: ([^\r]*)/i.exec(answer)?.[1];
    if (location !== undefined) expect(location).toMatch(/^\/\?/);
    if (statusOf(answer) >= 400) expect(bodyOf(answer)).not.toBe('');
  });
});

describe('injected lines', () => {
  const CRLF = '%0d%0aSet-Cookie:%20owned=1%0d%0a%0d%0a<script>alert(1)</script>';

  it.each([
    `${POSITION}?endpoint=${CRLF}`,
    POSITIONS.replace('40.7128', CRLF),
    `/functions/v1/${CRLF}`,
    `/${CRLF}`,
    `/index.html?${CRLF}`,
    `/metrics?${CRLF}`,
  ])('of an address, number %#, reach no header and no line of the log', async (path) => {
    const answer = await ask(`GET ${path} HTTP/1.1`, KEY_LINE);
    expect([200, 308, 400, 404]).toContain(statusOf(answer));
    const head = answer.slice(0, answer.indexOf('\r\n\r\n'));
    expect(head).not.toMatch(/^set-cookie/im);
    if (/^content-type: text\/html/im.test(head)) expect(bodyOf(answer)).toContain(PAGE);
    for (const line of lines) expect(JSON.stringify(line)).not.toMatch(/owned|script/);
  });

  it.each(['Origin', 'X-Forwarded-For', 'If-None-Match', 'If-Range', 'Accept-Encoding', 'Referer'])(
    'of the header %s are not reflected',
    async (name) => {
      const answer = await ask('GET / HTTP/1.1', `${name}: <script>alert("echo-me")</script>\x01`);
      expect(answer).not.toContain('echo-me');
      const data = await ask(`GET ${POSITION} HTTP/1.1`, KEY_LINE, `${name}: "echo-me" <b>`);
      expect(statusOf(data)).toBe(200);
      expect(data).not.toContain('echo-me');
    },
  );

  it('of two requests in one (smuggling) are not both read', async () => {
    const inner = 'GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const both = await sendRaw(
      `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${inner.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
    );
    expect(statusOf(both)).toBe(400);
    expect(both).not.toContain('orbita_build_info');
    const twice = await sendRaw(
      `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    );
    expect([statusOf(twice), bodyOf(twice)]).toEqual([400, 'Not an HTTP request\n']);
  });
});

describe('unusual requests', () => {
  it.each([
    ['TRACE', 405],
    ['CONNECT', 405],
    ['OPTIONS', 405],
    ['PROPFIND', 405],
    ['PURGE', 405],
    ['M-SEARCH', 405],
    ['get', 400],
    ['HACK', 400],
    ['G\x00T', 400],
  ])('the method %s is refused with a message', async (method, status) => {
    const answer = await ask(`${method} ${method === 'CONNECT' ? 'evil.example:443' : '/'} HTTP/1.1`);
    expect(statusOf(answer)).toBe(status);
    expect(bodyOf(answer)).toMatch(/^[A-Z].*\n$/);
  });

  it.each([
    ['no Host', ''],
    ['two Hosts', 'Host: a\r\nHost: b\r\n'],
    ['an odd Host', 'Host: <script>\r\n'],
    ['a Host with a path', 'Host: a/b?c#d@e\r\n'],
    ['a Host with a break', 'Host: a\x01b\r\n'],
  ])('%s is refused', async (_what, header) => {
    const answer = await sendRaw(`GET /healthz HTTP/1.1\r\n${header}Connection: close\r\n\r\n`);
    expect(statusOf(answer)).toBe(400);
    expect(bodyOf(answer)).toMatch(/^[A-Z].*\n/m);
    expect(answer).toMatch(NOSNIFF);
  });

  it('an old client needs no Host', async () => {
    const answer = await sendRaw('GET /healthz HTTP/1.0\r\n\r\n');
    expect(statusOf(answer)).toBe(200);
  });

  it.each([
    [
      'whose body breaks the rules',
      'Transfer-Encoding: chunked\r\n\r\n-1\r\nabc',
      400,
      'Not an HTTP request\n',
    ],
    ['that expects too much', 'Expect: a reply by pigeon\r\nConnection: close\r\n\r\n', 417, /^Expectation/],
  ])('a request %s is refused with a message', async (_what, rest, status, words) => {
    const answer = await sendRaw(`POST / HTTP/1.1\r\nHost: localhost\r\n${rest}`);
    expect([statusOf(answer), bodyOf(answer)]).toEqual([
      status,
      typeof words === 'string' ? words : expect.stringMatching(words),
    ]);
    expect(answer).toMatch(NOSNIFF);
  });

  it.each([
    ['what cannot be read', 'rubbish\r\n\r\n'],
    ['a tunnel', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
  ])('the refusal of %s is not taken for the answer to the request before it', async (_what, next) => {
    upstream.set('position', 'hang');
    const answer = await sendRaw(`GET ${POSITION} HTTP/1.1\r\nHost: localhost\r\n${KEY_LINE}\r\n\r\n${next}`);
    expect(answer).toBe('');
  });

  it('another Host is served, and appears nowhere', async () => {
    for (const path of ['/', '/index.html', '/healthz']) {
      const answer = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
      expect([200, 308]).toContain(statusOf(answer));
      expect(answer).not.toContain('evil.example');
    }
  });

  it.each([
    ['many ranges', 'Range', `bytes=${Array.from({ length: 1000 }, (_, i) => `${i}-${i}`).join(',')}`],
    ['a range of huge numbers', 'Range', `bytes=${'9'.repeat(4000)}-`],
    ['many codings', 'Accept-Encoding', 'gzip;q=0.5,'.repeat(1300)],
    ['an odd coding', 'Accept-Encoding', `${';q='.repeat(4000)}`],
    ['many tags', 'If-None-Match', '"a",'.repeat(3500)],
    ['blanks', 'Accept-Encoding', `gzip${' '.repeat(14_000)}x`],
    ['a bearer of blanks', 'Authorization', `Bearer${' '.repeat(14_000)}x y`],
  ])('%s in a header are answered like any other', async (_what, name, value) => {
    const answer = await ask('GET / HTTP/1.1', `${name}: ${value}`);
    const data = await ask(`GET ${POSITION} HTTP/1.1`, `${name}: ${value}`);
    expect([200, 416]).toContain(statusOf(answer));
    expect(statusOf(data)).toBe(401);
  });

  it('an upgrade is not made', async () => {
    const answer = await sendRaw(
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
    );
    expect(statusOf(answer)).toBe(200);
  });

  it('bytes that are not HTTP are refused with a message', async () => {
    const answer = await sendRaw('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n');
    expect([statusOf(answer), bodyOf(answer)]).toEqual([400, 'Not an HTTP request\n']);
  });
});

describe('the server during shutdown', () => {
  it('finishes requests in progress, and accepts no new ones', async () => {
    await closeServer();
    const limit = new AbortController();
    await serveWith({}, {}, { timeoutSignal: () => limit.signal });
    upstream.set('position', 'hang');
    const waiting = open();
    waiting.socket.write(`GET ${POSITION} HTTP/1.1\r\nHost: localhost\r\n${KEY_LINE}\r\n\r\n`);
    const idle = open();
    await expect.poll(() => upstream.calls('position')).toBe(1);
    await expect.poll(() => node.connections()).toBe(2);
    const stopped = node.stop(AbortSignal.timeout(20_000));
    expect(await idle.ended).toBe('');
    const late = open();
    expect(await late.ended).toBe('');
    limit.abort();
    expect(statusOf(await waiting.ended)).toBe(504);
    await stopped;
    await serveWith();
  });

  it('finishes an answer that is read slowly', async () => {
    const { socket, text, ended } = open();
    socket.once('data', () => socket.pause());
    socket.write('GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(() => text().length).toBeGreaterThan(0);
    const stopped = node.stop(AbortSignal.timeout(20_000));
    socket.resume();
    expect(bodyOf(await ended).length).toBe(LARGE.bytes.length);
    await stopped;
    await serveWith();
  });

  it('aborts requests that do not end', async () => {
    await restart({});
    upstream.set('position', 'hang');
    const waiting = open();
    waiting.socket.write(`GET ${POSITION} HTTP/1.1\r\nHost: localhost\r\n${KEY_LINE}\r\n\r\n`);
    await expect.poll(() => upstream.calls('position')).toBe(1);
    await node.stop(AbortSignal.timeout(50));
    expect(await waiting.ended).toBe('');
    await serveWith();
  });
});
