import { cacheNames, setCacheNameDetails } from 'workbox-core';
import { matchPrecache, type PrecacheEntry, precache } from 'workbox-precaching';
import { isPagePath, mayBeFile } from './page-path.ts';

/**
 * Keeps one whole build, so that the console opens without a network. It answers for that build's files alone: the
 * backend functions, `/healthz` and `/metrics` go to the network as if it were not there.
 */

declare const self: ServiceWorkerGlobalScope;

/** Written by scripts/service-worker.mjs: the files of this build and a name for it. */
declare const BUILD_FILES: readonly PrecacheEntry[];
declare const BUILD_ID: string;

const files = BUILD_FILES;
const PREFIX = 'orbita-1';
const PAGE = '/';

// A cache for each build: what a window loaded from one build comes from that build, however many follow.
setCacheNameDetails({ prefix: PREFIX, precache: BUILD_ID });
precache([...files]);

/** Windows that stay open over an update still find the chunks they were built with: the build before is kept too. */
const BUILDS_KEPT = 2;

async function dropOldBuilds(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(`${PREFIX}-`));
  const others = builds.filter((name) => name !== cacheNames.precache); // oldest first
  await Promise.all(
    others.slice(0, Math.max(0, others.length - BUILDS_KEPT + 1)).map((name) => caches.delete(name)),
  );
}

self.addEventListener('activate', (event) => event.waitUntil(dropOldBuilds()));

// Said by the page when the operator asks for the new version; nobody else makes it take over.
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
});

/** A file with a hash in its name is the same in whichever build it is found. */
const isHashed = (path: string): boolean => path.startsWith('/assets/');

const urls = new Set(files.map(({ url }) => url));

async function answer(request: Request, path: string): Promise<Response> {
  const kept = (await matchPrecache(path)) ?? (isHashed(path) ? await caches.match(path) : undefined);
  return kept ?? fetch(request);
}

/** The page at once where it can only be that; otherwise the server decides as long as it can be reached. */
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
