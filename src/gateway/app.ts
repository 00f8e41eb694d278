import { Hono } from 'hono';
import { getPath } from 'hono/utils/url';
import { type Admission, tooMany } from './admission.ts';
import type { Caller } from './effects.ts';
import { type GatewayApp, isGatewayPath } from './gateway.ts';
import type { Metrics } from './metrics.ts';
import { type PageOrigins, securityHeaders } from './security-headers.ts';
import { type SiteFiles, staticFiles } from './static-files.ts';

export interface AppParts extends PageOrigins {
  readonly site: SiteFiles;
  readonly gateway?: GatewayApp;
  /** Rate limit of the page and its files. */
  readonly admission?: Admission;
  /** Request metrics; durations by `elapsed` in milliseconds. */
  readonly metrics?: Metrics;
  readonly elapsed?: () => number;
}

/** Handler of requests by Web standards. */
export interface App {
  fetch(request: Request, caller?: Caller): Promise<Response> | Response;
}

/** Serves the built client, with the headers of a page. */
function createPages(parts: AppParts): App {
  const { site, admission, metrics, elapsed } = parts;
  const pages = new Hono<{ Bindings: Caller }>();
  if (metrics && elapsed) {
    pages.use('*', async (c, next) => {
      const begunAt = elapsed();
      await next();
      const meter = metrics.route(c.req.path);
      meter.answered(c.res.status);
      meter.took(elapsed() - begunAt);
    });
  }
  pages.use('*', securityHeaders(parts));
  if (admission) {
    pages.use('*', async (c, next) => {
      const waitS = admission.fileWaitS(c.req.raw, c.env ?? {});
      if (waitS === 0) return next();
      admission.logRefusal(429);
      return c.text(`${tooMany(waitS)}\n`, 429, {
        'Retry-After': String(waitS),
        'Cache-Control': 'no-store',
      });
    });
  }
  pages.route('/', staticFiles(site));
  return pages;
}

/**
 * Composes the app that `npm start` serves, from Web standards only; listening and the environment belong to
 * `src/server`.
 */
export function createApp(parts: AppParts): App {
  const { gateway } = parts;
  const pages = createPages(parts);
  if (!gateway) return pages;
  // Two apps side by side, not nested: the gateway's answers are data with headers of their own, and adding a
  // page's headers would cost more than the answer.
  return {
    fetch: (request, caller) => (isGatewayPath(getPath(request)) ? gateway : pages).fetch(request, caller),
  };
}
