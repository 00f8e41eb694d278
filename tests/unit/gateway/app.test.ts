import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src/gateway/app.ts';
import { loadSite, loadSiteWithEarlier } from '../../../src/gateway/load-site.ts';
import { composeGateway, handClock } from '../../support/gateway.ts';

const FILES = {
  'index.html': '<!doctype html><title>ORBITA-1</title>',
  'favicon.svg': '<svg/>',
  'assets/app-1a2b.js': 'plain script',
  'assets/app-1a2b.js.br': 'brotli',
  'assets/app-1a2b.js.gz': 'gzip',
  'assets/b612-9f8e.woff2': '0123456789',
};
const SCRIPT = '/assets/app-1a2b.js';
const FONT = '/assets/b612-9f8e.woff2';

let folder: string;
let app: App;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orbita-site-'));
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  app = createApp({ site: await loadSite(folder) });
});

afterEach(() => rm(folder, { recursive: true }));

const ask = (of: App, path: string, init?: RequestInit) =>
  of.fetch(new Request(`http://localhost${path}`, init));
const get = (path: string, headers: Record<string, string> = {}) => ask(app, path, { headers });

describe('compression', () => {
  it.each([
    [undefined, null],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.4, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', null],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['identity', null],
    ['deflate', null],
    [';;,q=', null],
  ])('answers Accept-Encoding %s with %s', async (accepted, coding) => {
    const answer = await get(SCRIPT, accepted === undefined ? {} : { 'Accept-Encoding': accepted });
    expect(answer.headers.get('Content-Encoding')).toBe(coding);
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/javascript/);
    expect(await answer.text()).toBe({ br: 'brotli', gzip: 'gzip' }[coding ?? ''] ?? 'plain script');
  });

  it('does not serve compressed forms as files', async () => {
    expect((await get(`${SCRIPT}.br`)).status).toBe(404);
    expect((await get(`${SCRIPT}.gz`)).status).toBe(404);
  });

  it('serves files without a compressed form unchanged', async () => {
    const answer = await get(FONT, { 'Accept-Encoding': 'br' });
    expect(answer.headers.get('Content-Encoding')).toBeNull();
    expect(answer.headers.get('Vary')).toBeNull();
    expect(answer.headers.get('Content-Type')).toBe('font/woff2');
  });
});

describe('caching', () => {
  it('caches hashed files permanently and revalidates the others', async () => {
    expect((await get(SCRIPT)).headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/', '/favicon.svg', '/assets/gone-0.js', '/nowhere']) {
      expect((await get(path)).headers.get('Cache-Control')).toBe('no-cache');
    }
  });

  it('tags every coding apart', async () => {
    const codings = ['identity', 'gzip', 'br'];
    const answers = await Promise.all(codings.map((coding) => get(SCRIPT, { 'Accept-Encoding': coding })));
    expect(new Set(answers.map(({ headers }) => headers.get('ETag'))).size).toBe(3);
  });

  it('answers 304 to a tag it gave, with the headers caches need and the security headers', async () => {
    const tag = (await get(SCRIPT)).headers.get('ETag') ?? '';
    for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const answer = await get(SCRIPT, { 'If-None-Match': held });
      expect([held, answer.status, await answer.text()]).toEqual([held, 304, '']);
      expect(answer.headers.get('ETag')).toBe(tag);
      expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
      expect(answer.headers.get('Cache-Control')).toContain('immutable');
      expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'self'");
    }
    expect((await get(SCRIPT, { 'If-None-Match': '"other"' })).status).toBe(200);
  });
});

describe('ranges', () => {
  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=9-99', 206, '9', 'bytes 9-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=3-1', 200, '0123456789', null],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['bytes=-', 200, '0123456789', null],
    ['pages=1-2', 200, '0123456789', null],
  ])('answers %s with %i', async (range, status, text, contentRange) => {
    const answer = await get(FONT, { Range: range });
    expect([answer.status, await answer.text()]).toEqual([status, text]);
    expect(answer.headers.get('Content-Range')).toBe(contentRange);
  });

  it('sends the whole file when the client holds a part of another version', async () => {
    const tag = (await get(FONT)).headers.get('ETag') ?? '';
    expect((await get(FONT, { Range: 'bytes=4-', 'If-Range': tag })).status).toBe(206);
    expect((await get(FONT, { Range: 'bytes=4-', 'If-Range': '"older"' })).status).toBe(200);
  });
});

describe('paths', () => {
  it('serves the page at the root and where the client draws "not found"', async () => {
    expect((await get('/?tab=telemetry')).status).toBe(200);
    const moved = await get('/index.html?tab=telemetry');
    expect([moved.status, moved.headers.get('Location')]).toEqual([308, '/?tab=telemetry']);
  });

  it.each([
    '/overview',
    '/foo.bar',
    '/v1.2',
    '/.env',
    '/v1/.git',
    '/v1/..%2f..%2fpackage.json',
    '/favicon.svg.br',
  ])('serves the page for the unknown path %s', async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([200, FILES['index.html']]);
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/);
  });

  it.each(['/assets/gone', '/assets/gone.js', '/assets/', '/favicon.ico', '/robots.txt', '/.well-known/x'])(
    'answers a plain 404 for the missing file %s',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, await answer.text()]).toEqual([404, 'Not found\n']);
    },
  );

  it('refuses other methods than GET and HEAD', async () => {
    const answer = await ask(app, SCRIPT, { method: 'POST', body: '{}' });
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    const head = await ask(app, FONT, { method: 'HEAD', headers: { Range: 'bytes=0-3' } });
    expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([200, '10', '']);
  });
});

describe('security headers', () => {
  it.each([
    ['GET', '/'],
    ['GET', SCRIPT],
    ['GET', '/nowhere'],
    ['GET', '/gone.js'],
    ['GET', '/index.html'],
    ['POST', '/'],
  ])('are on the answer to %s %s', async (method, path) => {
    const { headers } = await ask(app, path, { method });
    expect(headers.get('Content-Security-Policy')).toBe(
      "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
        "connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src 'none'; object-src 'none'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
        'trusted-types default',
    );
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    expect(headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
    expect(headers.get('X-Frame-Options')).toBe('DENY');
    expect(headers.get('Permissions-Policy')).toContain('fullscreen=(self)');
    expect(headers.get('Permissions-Policy')).toContain('screen-wake-lock=(self)');
    expect(headers.get('Permissions-Policy')).toMatch(/camera=\(\).*geolocation=\(self\).*microphone=\(\)/);
  });
});

describe('Cross-Origin-Opener-Policy, with Origin-Agent-Cluster,', () => {
  const policyAt = async (url: string, headers: Record<string, string>, isBehindProxy: boolean) => {
    const served = createApp({ site: await loadSite(folder), isBehindProxy });
    const answer = await served.fetch(new Request(url, { headers }));
    expect(answer.headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
    const policy = answer.headers.get('Cross-Origin-Opener-Policy');
    expect(answer.headers.get('Origin-Agent-Cluster')).toBe(policy && '?1');
    return policy;
  };

  it.each([
    'http://localhost:4173/',
    'http://LOCALHOST/',
    'http://mission.localhost/',
    'http://127.0.0.1:4173/',
    'http://127.8.9.10/',
    'http://[::1]:4173/',
    'https://mission.example/',
  ])('is sent to a page at %s', async (url) => {
    expect(await policyAt(url, {}, false)).toBe('same-origin');
  });

  it.each([
    'http://mission.example/',
    'http://192.0.2.7:4173/',
    'http://[2001:db8::1]/',
    'http://localhost.example/',
    'http://127.0.0.1.example/',
    'http://notlocalhost/',
  ])('is not sent to a page at %s, where browsers log it as an error', async (url) => {
    expect(await policyAt(url, {}, false)).toBeNull();
  });

  it.each([
    [true, 'https', 'same-origin'],
    [true, 'HTTPS', 'same-origin'],
    [true, 'http, https', 'same-origin'],
    [true, 'https, http', null],
    [true, 'http', null],
    [false, 'https', null],
  ])('follows X-Forwarded-Proto where a proxy is trusted (%s, %s)', async (isBehindProxy, proto, policy) => {
    const headers = { 'X-Forwarded-Proto': proto };
    expect(await policyAt('http://mission.example/', headers, isBehindProxy)).toBe(policy);
  });
});

it('lets the page call the backend that it was built for', async () => {
  const site = await loadSite(folder);
  const { headers } = await ask(createApp({ site, backendOrigin: 'https://api.example' }), '/');
  expect(headers.get('Content-Security-Policy')).toContain("connect-src 'self' https://api.example;");
});

it('serves the functions beside the page, with headers of their own', async () => {
  const { gateway } = composeGateway({ upstreamUrl: 'http://127.0.0.1:9', clock: handClock() });
  const both = createApp({ site: await loadSite(folder), gateway });
  const refused = await ask(both, '/functions/v1/open-notify');
  expect([refused.status, await refused.json()]).toEqual([401, { error: expect.any(String) }]);
  expect(refused.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  expect(refused.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect((await ask(both, '/healthz')).status).toBe(200);
  expect((await ask(both, '/functions/v1/other')).headers.get('Content-Type')).toMatch(/json/);
  expect(await (await ask(both, '/')).text()).toBe(FILES['index.html']);
});

it('still serves the hashed files of the build before to pages that are open, and its own where both have one', async () => {
  const earlier = await mkdtemp(join(tmpdir(), 'orbita-earlier-'));
  await mkdir(join(earlier, 'assets'));
  await writeFile(join(earlier, 'assets/app-old0.js'), 'earlier script');
  await writeFile(join(earlier, SCRIPT), 'not this one');
  const both = createApp({ site: await loadSiteWithEarlier(folder, earlier) });
  await rm(earlier, { recursive: true });
  const old = await ask(both, '/assets/app-old0.js');
  expect([old.status, await old.text()]).toEqual([200, 'earlier script']);
  expect(old.headers.get('Cache-Control')).toContain('immutable');
  expect(await (await ask(both, SCRIPT)).text()).toBe(FILES['assets/app-1a2b.js']);

  const first = createApp({ site: await loadSiteWithEarlier(folder, earlier) });
  expect((await ask(first, '/assets/app-old0.js')).status).toBe(404);
  expect((await ask(first, SCRIPT)).status).toBe(200);
});

it('does not start without a page', async () => {
  await rm(join(folder, 'index.html'));
  const site = await loadSite(folder);
  expect(() => createApp({ site })).toThrow('The built client has no /index.html.');
});
