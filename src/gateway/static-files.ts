// Not @hono/node-server/serve-static: it reads the disk (twice the CPU time), and ignores If-Range.
import { type Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { etag } from 'hono/etag';
import { resolveRange } from './byte-range.ts';

/** Content codings of files, smallest first. */
const CODINGS = ['br', 'gzip'] as const;

export type Coding = (typeof CODINGS)[number];

/** One encoded form of a file. Its tag is strong: equal tags mean equal bytes. */
export interface Representation {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

export interface SiteFile {
  /** Content-Type, with charset if any. */
  readonly type: string;
  readonly plain: Representation;
  readonly coded: { readonly [coding in Coding]?: Representation };
}

/**
 * The built client, by URL path (`/assets/index-1a2b.js`). It is kept in memory, so that no path leads
 * outside it, and so that a page opened before a rebuild still finds its worker and chunks.
 */
export type SiteFiles = ReadonlyMap<string, SiteFile>;

const INDEX = '/index.html';
const HASHED_FILES = '/assets/';

/** Vite puts a content hash into every name under /assets/: these files never change. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/** Paths that programs fetch on their own: answering with the page would make them appear to exist. */
const PROBES = /^\/(favicon\.ico$|robots\.txt$|\.well-known\/)/;

/**
 * Serves the client. A path without a file gets the page, with dots or not, and the client shows "not found": with
 * status 200, because a browser logs a page of status 404 as an error, and the console is reserved for ours. Where no
 * page can be meant, the answer is a plain 404.
 */
export function staticFiles(site: SiteFiles): Hono {
  const page = site.get(INDEX);
  if (!page) throw new Error(`The built client has no ${INDEX}.`);

  const app = new Hono();
  app.get(INDEX, (c) => c.redirect(`/${new URL(c.req.url).search}`, 308));
  app.get('*', etag(), (c) => {
    const { path } = c.req;
    const file = path === '/' ? page : site.get(path);
    if (file) return sendFile(c, file, path.startsWith(HASHED_FILES) ? IMMUTABLE : REVALIDATE);
    if (path.startsWith(HASHED_FILES) || PROBES.test(path))
      return c.text('Not found\n', 404, { 'Cache-Control': REVALIDATE });
    return sendFile(c, page, REVALIDATE);
  });
  app.all('*', (c) => c.text('Method not allowed\n', 405, { Allow: 'GET, HEAD' }));
  return app;
}

function sendFile(c: Context, file: SiteFile, cacheControl: string): Response {
  const { bytes, etag: tag } = negotiate(c, file);
  c.header('Cache-Control', cacheControl);
  c.header('ETag', tag);
  c.header('Accept-Ranges', 'bytes');

  const range = resolveRange(c.req.header('Range'), bytes.byteLength);
  // A client with another version (If-Range) must get the new one whole; HEAD has no ranges (RFC 9110, 14.2).
  const ifRange = c.req.header('If-Range') ?? tag;
  if (range === undefined || ifRange !== tag || c.req.method !== 'GET') return sendBytes(c, bytes, 200);
  if (range === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${bytes.byteLength}`);
    return c.body(null, 416);
  }
  c.header('Content-Range', `bytes ${range.first}-${range.last}/${bytes.byteLength}`);
  return sendBytes(c, bytes.subarray(range.first, range.last + 1), 206);
}

function sendBytes(c: Context, bytes: Uint8Array<ArrayBuffer>, status: 200 | 206): Response {
  c.header('Content-Length', String(bytes.byteLength)); // HEAD answers have it too
  return c.body(bytes, status);
}

/** Selects the accepted representation, and sets the headers that describe it. */
function negotiate(c: Context, file: SiteFile): Representation {
  c.header('Content-Type', file.type);
  if (CODINGS.some((coding) => file.coded[coding])) c.header('Vary', 'Accept-Encoding');
  const coding = preferredCoding(c, file);
  const coded = coding && file.coded[coding];
  if (!coded) return file.plain;
  c.header('Content-Encoding', coding);
  return coded;
}

/** Returns the coding with the highest weight; among equals the smaller one, which browsers do not list first. */
function preferredCoding(c: Context, file: SiteFile): Coding | undefined {
  const chosen = accepts(c, {
    header: 'Accept-Encoding',
    supports: CODINGS.filter((coding) => file.coded[coding]),
    default: '',
    match: (accepted, { supports }) => {
      const weight = (coding: string) =>
        (
          accepted.find(({ type }) => type.toLowerCase() === coding) ??
          accepted.find(({ type }) => type === '*')
        )?.q ?? 0;
      const heaviestFirst = supports.filter((coding) => weight(coding) > 0);
      return heaviestFirst.sort((a, b) => weight(b) - weight(a))[0] ?? '';
    },
  });
  return CODINGS.find((coding) => coding === chosen);
}
