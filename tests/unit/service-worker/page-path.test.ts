import { expect, it } from 'vitest';
import { type App, createApp } from '../../../src/gateway/app.ts';
import type { SiteFile } from '../../../src/gateway/static-files.ts';
import { isPagePath, mayBeFile } from '../../../src/service-worker/page-path.ts';
import { composeGateway, handClock } from '../../support/gateway.ts';

const PAGE = '<!doctype html><title>ORBITA-1</title>';

const file = (type: string, text: string): SiteFile => ({
  type,
  plain: { bytes: new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>, etag: `"${text.length}"` },
  coded: {},
});

/** Creates the server with a page and two files. */
function createServer(): App {
  const { gateway } = composeGateway({ upstreamUrl: 'http://127.0.0.1:9', clock: handClock() });
  const site = new Map([
    ['/index.html', file('text/html; charset=utf-8', PAGE)],
    ['/sw.js', file('text/javascript', 'worker')],
    ['/social-preview.png', file('image/png', 'picture')],
  ]);
  return createApp({ site, gateway });
}

it.each([
  ['/', 'page'],
  ['/no/such/page', 'page'],
  ['/healthy', 'page'],
  ['/functions', 'page'],
  ['/assets', 'page'],
  ['/foo.bar', 'page'],
  ['/v1.2', 'page'],
  ['/.env', 'page'],
  ['/functions/v1/open-notify', 'other'],
  ['/functions/v1/n2yo', 'other'],
  ['/functions/v1/x.html', 'other'],
  ['/healthz', 'other'],
  ['/metrics', 'other'],
  ['/assets/gone-1a2b.js', 'other'],
  ['/favicon.ico', 'other'],
  ['/robots.txt', 'other'],
  ['/.well-known/security.txt', 'other'],
  ['/social-preview.png', 'file'],
  ['/sw.js', 'file'],
  ['/index.html', 'file'],
] as const)('server and service worker agree that a navigation to %s gets the %s', async (path, kind) => {
  const answer = await createServer().fetch(new Request(`http://localhost${path}`));
  const isPage = (await answer.text()) === PAGE;
  expect(isPage).toBe(kind === 'page');
  expect(isPagePath(path)).toBe(kind !== 'other');
  // The service worker answers with the page by itself only if the server has nothing else.
  if (kind === 'file') expect(mayBeFile(path)).toBe(true);
});
