import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { readExposition } from '../support/exposition.ts';
import { ASTROS, KEY, POSITION } from '../support/gateway.ts';
import { listen, stop } from '../support/loopback.ts';
import { answerOf } from '../support/upstream-answers.ts';
import { ask, askRaw } from './http.ts';
import { type NodeProcess, PROJECT_ROOT, startNode } from './node-process.ts';

const baseUrl = inject('baseUrl');
const SERVER = 'dist/server/server.js';

async function scriptUrl(): Promise<string> {
  const { body } = await ask(`${baseUrl}/`);
  const [, path] = /<script[^>]+src="(\/assets\/[^"]+\.js)"/.exec(body.toString()) ?? [];
  if (!path) throw new Error('The page names no script under /assets/.');
  return baseUrl + path;
}

describe('the served client', () => {
  it('is compressed as the browser requests, with the same content in every coding', async () => {
    const url = await scriptUrl();
    const plain = await ask(url);
    const gzip = await ask(url, { 'Accept-Encoding': 'gzip' });
    const brotli = await ask(url, { 'Accept-Encoding': 'gzip, deflate, br, zstd' });

    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(gzip.body.length).toBeLessThan(plain.body.length / 2);
    expect(brotli.body.length).toBeLessThan(gzip.body.length);
    for (const { headers } of [plain, gzip, brotli]) expect(headers.vary).toBe('Accept-Encoding');
  });

  it('is cached permanently if its name has a hash, and revalidated otherwise', async () => {
    expect((await ask(await scriptUrl())).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await ask(`${baseUrl}/`)).headers['cache-control']).toBe('no-cache');
  });

  it('is not resent to a browser that has it', async () => {
    const { headers } = await ask(`${baseUrl}/`);
    const again = await ask(`${baseUrl}/`, { 'If-None-Match': headers.etag ?? '' });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    const url = await scriptUrl();
    const get = await ask(url);
    const head = await ask(url, {}, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.body).toHaveLength(0);
    expect(head.headers['content-length']).toBe(String(get.body.length));
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
  });

  it('is the page for an unknown path, and a plain 404 for a missing asset', async () => {
    const { body } = await ask(`${baseUrl}/`);
    for (const path of ['/no/such/page', '/foo.bar', '/v1.2', '/.env']) {
      const page = await ask(baseUrl + path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.headers['content-type']).toMatch(/^text\/html/);
      expect(page.body.equals(body)).toBe(true);
    }
    for (const path of ['/assets/gone-1a2b3c4d', '/robots.txt', '/favicon.ico']) {
      const file = await ask(baseUrl + path);
      expect([path, file.status, file.body.toString()]).toEqual([path, 404, 'Not found\n']);
    }
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    const { status, headers } = await ask(`${baseUrl}/`, {}, method);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it.each(['/', '/no/such/page', '/gone.js'])('carries a strict policy at %s', async (path) => {
    const { headers } = await ask(baseUrl + path);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'; script-src 'self'; style-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('a hostile request', () => {
  it.each([
    'GET /../package.json HTTP/1.1',
    'GET /../../../../../../etc/passwd HTTP/1.1',
    'GET /assets/../../server/server.js HTTP/1.1',
    'GET /%2e%2e/%2e%2e/package.json HTTP/1.1',
    'GET /..%2f..%2fpackage.json HTTP/1.1',
    'GET /..%5c..%5cpackage.json HTTP/1.1',
    'GET /assets/..%00/package.json HTTP/1.1',
    'GET //etc/passwd HTTP/1.1',
    'GET /%c0%ae%c0%ae/%zz HTTP/1.1',
    'GET file:///etc/passwd HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'TRACE / HTTP/1.1',
  ])('serves nothing outside the client, and continues, after %s', async (requestLine) => {
    const answer = await askRaw(baseUrl, requestLine);
    expect(answer).toMatch(/^HTTP\/1\.1 (4\d\d |200 OK[\s\S]*<div id="root">)/);
    expect(answer).not.toMatch(/root:|"dependencies"|createServer/);
    expect((await ask(`${baseUrl}/`)).status).toBe(200);
  });
});

describe('the server as a process', () => {
  const processes: NodeProcess[] = [];

  function startServer(port: string, settings: Readonly<Record<string, string>> = {}): NodeProcess {
    const started = startNode(SERVER, { PORT: port, ...settings });
    processes.push(started);
    return started;
  }

  afterEach(async () => {
    for (const started of processes) started.kill('SIGKILL');
    await Promise.all(processes.splice(0).map(({ ended }) => ended));
  });

  it.each([
    ['', {}],
    [
      ', with ports for ground systems',
      { GROUND_LINK: '1', GROUND_LINK_TM_PORT: '0', GROUND_LINK_TC_PORT: '0' },
    ],
  ])('reports a port in use in one line, with the remedy, and ends%s', async (_, settings) => {
    const port = await occupyPort();
    const { code, stdout, stderr } = await startServer(String(port), settings).ended;
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toBe(
      `Port ${port} is already in use. Stop the other program or choose another port: PORT=${port + 1} npm start\n`,
    );
  });

  it('reports a port for ground systems in use in one line, with the remedy, and ends', async () => {
    const port = await occupyPort();
    const settings = { GROUND_LINK: '1', GROUND_LINK_TM_PORT: String(port), GROUND_LINK_TC_PORT: '0' };
    const { code, stderr } = await startServer('0', settings).ended;
    expect(code).toBe(1);
    expect(stderr).toBe(
      `Port ${port} on 127.0.0.1 is in use. Stop the other program, or choose another port with GROUND_LINK_TM_PORT.\n`,
    );
  });

  it.each(['mission', '65536'])('reports in one line that %s is not a port', async (port) => {
    const { code, stdout, stderr } = await startServer(port).ended;
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toBe(`PORT must be a number from 0 (any free port) to 65535, not "${port}".\n`);
  });

  it('reports the invalid setting in one line, without any key', async () => {
    const origins = await startServer('0', { ALLOWED_ORIGINS: '*' }).ended;
    expect([origins.code, origins.stdout]).toEqual([1, '']);
    expect(origins.stderr).toBe(
      'ALLOWED_ORIGINS must be a list of origins like https://mission.example, with commas between them, not "*".\n',
    );
    const key = await startServer('0', { N2YO_API_KEY: 'two words' }).ended;
    expect([key.code, key.stdout]).toEqual([1, '']);
    expect(key.stderr).toBe(
      'N2YO_API_KEY must be a key of 6 to 100 letters, digits and hyphens (it is not shown).\n',
    );
  });

  it.each([
    ['is missing', () => undefined],
    ['has no page', (client: string) => mkdir(client)],
  ])('reports in one line that the built client %s, with the remedy', async (_what, make) => {
    const dist = await mkdtemp(join(tmpdir(), 'orbita-dist-'));
    onTestFinished(() => rm(dist, { recursive: true }));
    await cp(join(PROJECT_ROOT, 'dist/server'), join(dist, 'server'), { recursive: true });
    await writeFile(join(dist, 'package.json'), '{"type":"module"}');
    await make(join(dist, 'client'));
    const started = startNode(relative(PROJECT_ROOT, join(dist, 'server/server.js')), { PORT: '0' });
    const { code, stdout, stderr } = await started.ended;
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Cannot serve the built client: .+: run npm run build\n$/);
  });

  it('logs calls as lines of JSON, after the line for people', async () => {
    const server = startServer('0', { OPEN_NOTIFY_URL: inject('upstreamUrl') });
    const [, url = ''] = await server.waitForOutput(
      /^ORBITA-1 mission control at (http:\/\/localhost:\d+)\n/,
    );
    expect((await ask(url + POSITION, KEY)).status).toBe(200);
    const [, line = ''] = await server.waitForOutput(/\n(\{.*"upstream".*\})\n$/);
    expect(JSON.parse(line)).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      event: 'upstream',
      what: 'position',
      outcome: 'ok',
      status: 200,
    });
  });

  it('keeps serving when its log is no longer read', async () => {
    const server = startServer('0', { OPEN_NOTIFY_URL: inject('upstreamUrl') });
    const [, url = ''] = await server.waitForOutput(/ at (http:\S+)\n/);
    server.leaveOutput();
    for (const path of [POSITION, ASTROS, '/healthz']) {
      expect([path, (await ask(url + path, KEY)).status]).toEqual([path, 200]);
    }
  });

  it.runIf(process.platform !== 'win32').each(['SIGTERM', 'SIGINT'] as const)(
    'ends well on %s, even while clients hold connections',
    async (signal) => {
      const server = startServer('0');
      const [, url = ''] = await server.waitForOutput(
        /^ORBITA-1 mission control at (http:\/\/localhost:\d+)\n/,
      );
      await holdConnection(url, 'connect', 'GET / HTTP/1.1\r\nHost: half a request');
      await holdConnection(url, 'data', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
      server.kill(signal);
      const { code, stdout, stderr } = await server.ended;
      expect([code, stderr]).toEqual([0, '']);
      const events = stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
      expect(events).toMatchObject([
        { event: 'start', port: Number(new URL(url).port), version: '0.1.0' },
        { event: 'stop', signal },
        { event: 'stopped' },
      ]);
    },
  );

  it.runIf(process.platform !== 'win32')(
    'the server finishes a response in progress, and stops immediately on a second signal',
    async () => {
      // A service whose answer the test triggers.
      let held: (() => void) | undefined;
      const service = createHttpServer((_request, response) => {
        const { status, type, body } = answerOf('position', 'good', {
          now: Date.now(),
          path: '',
          aheadDegrees: 20,
        });
        held = () => response.writeHead(status, { 'content-type': type }).end(body);
      });
      const serviceUrl = await listen(service);
      onTestFinished(() => stop(service));
      const begin = async () => {
        held = undefined;
        const server = startServer('0', { OPEN_NOTIFY_URL: serviceUrl });
        const [, url = ''] = await server.waitForOutput(/ at (http:\S+)\n/);
        const answer = ask(url + POSITION, KEY).then(
          ({ status }) => status,
          () => 'broken off',
        );
        await expect.poll(() => held, { interval: 20 }).toBeDefined();
        server.kill('SIGTERM');
        await server.waitForOutput(/"stop"/);
        return { server, url, answer };
      };
      const patient = await begin();
      await expect(ask(`${patient.url}/healthz`)).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
      held?.();
      expect(await patient.answer).toBe(200);
      expect(await patient.server.ended).toMatchObject({ code: 0, stderr: '' });

      const hurried = await begin();
      hurried.server.kill('SIGTERM');
      expect(await hurried.answer).toBe('broken off');
      expect((await hurried.server.ended).code).toBe(143);
    },
  );

  it('exposes its metrics and the same build information as the page', async () => {
    const families = readExposition((await ask(`${baseUrl}/metrics`)).body.toString());
    const build = families.get('orbita_build_info')?.samples[0]?.labels ?? {};
    expect(build).toEqual({ version: '0.1.0', digest: expect.stringMatching(/^[0-9a-f]{7}$/) });
    const health = JSON.parse((await ask(`${baseUrl}/healthz`)).body.toString());
    expect(health.build).toEqual(build);
    expect(families.get('process_resident_memory_bytes')?.samples[0]?.value).toBeGreaterThan(1e6);
    const routes = families.get('orbita_http_requests_total')?.samples.map(({ labels }) => labels.route);
    const known = ['page', 'asset', 'open-notify', 'n2yo', 'healthz', 'metrics', 'unknown'];
    expect(routes?.filter((route) => !known.includes(route ?? ''))).toEqual([]);
  });
});

/** Listens on every interface, like the server. */
async function occupyPort(): Promise<number> {
  const other: Server = createServer();
  onTestFinished(() => new Promise<void>((resolve) => other.close(() => resolve())));
  await new Promise<void>((resolve) => other.listen(0, resolve));
  const address = other.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  return address.port;
}

/** Sends a text and keeps the connection open. Resolves once it is connected, or once data arrive. */
async function holdConnection(url: string, until: 'connect' | 'data', text: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), 'localhost');
  socket.on('error', () => {}); // the server may reset it, which is under test
  onTestFinished(() => void socket.destroy());
  const held = new Promise<void>((resolve) => socket.once(until, () => resolve()));
  socket.on('data', () => {});
  socket.write(text);
  await held;
}
