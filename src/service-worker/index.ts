import { cacheNames, setCacheNameDetails } from 'workbox-core';
import { matchPrecache, type PrecacheEntry, precache } from 'workbox-precaching';
import { isPagePath, mayBeFile } from './page-path.ts';

/**
 * Caches one whole build, so that the console opens offline. It answers for that build's files alone: backend
 * functions, `/healthz` and `/metrics` bypass it.
 */

declare const self: ServiceWorkerGlobalScope;

/** Written by scripts/service-worker.mjs: files of this build and its name. */
declare const BUILD_FILES: readonly PrecacheEntry[];
declare const BUILD_ID: string;

const files = BUILD_FILES;
const PREFIX = 'orbita-1';
const PAGE = '/';

// One cache per build: a window gets all its files from the build it was loaded from.
setCacheNameDetails({ prefix: PREFIX, precache: BUILD_ID });
precache([...files]);

/** Windows that stay open over an update still find their chunks: the previous build is kept too. */
const BUILDS_KEPT = 2;

async function dropOldBuilds(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(`${PREFIX}-`));
  const others = builds.filter((name) => name !== cacheNames.precache); // oldest first
  await Promise.all(
    others.slice(0, Math.max(0, others.length - BUILDS_KEPT + 1)).map((name) => caches.delete(name)),
  );
}

self.addEventListener('activate', (event) => event.waitUntil(dropOldBuilds()));

// Sent by the page when the operator asks for the new version; only this activates it.
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
});

/** A file with a hash in its name is the same in every build. */
const isHashed = (path: string): boolean => path.startsWith('/assets/');

const urls = new Set(files.map(({ url }) => url));

async function answer(request: Request, path: string): Promise<Response> {
  const kept = (await matchPrecache(path)) ?? (isHashed(path) ? await caches.match(path) : undefined);
  return kept ?? fetch(request);
}

/** Answers with the page at once if only it can be meant; otherwise from the server, if reachable. */
async function navigate(request: Request, path: string): Promise<Response> {
  if (!mayBeFile(path)) return answer(request, PAGE);
  return fetch(request).catch(() => answer(request, urls.has(path) ? path : PAGE));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (isPagePath(pathname)) event.respondWith(navigate(request, pathname));
  } else if (isHashed(pathname) || (urls.has(pathname) && pathname !== PAGE)) {
    event.respondWith(answer(request, pathname));
  }
});
