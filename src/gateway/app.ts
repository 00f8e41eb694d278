import { Hono } from 'hono';
import { getPath } from 'hono/utils/url';
import { type Admission, tooMany } from './admission.ts';
import type { Caller } from './effects.ts';
import { type GatewayApp, isGatewayPath } from './gateway.ts';
import type { Metrics } from './metrics.ts';
import { type PageOrigins, securityHeaders } from './security-headers.ts';
import { type Site, staticFiles } from './static-files.ts';

/** What the app is composed of. */
export interface AppParts extends PageOrigins {
  readonly site: Site;
  readonly gateway?: GatewayApp;
  /** Bounds how often one client may ask for the page and its files. */
  readonly admission?: Admission;
  /** Counts what is served, with the time it took by `elapsed` in milliseconds. */
  readonly metrics?: Metrics;
  readonly elapsed?: () => number;
}

/** Whatever answers requests by Web standards. */
export interface App {
  fetch(request: Request, caller?: Caller): Promise<Response> | Response;
}

/** The built client, with the headers of a page. */
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

/** Composes what `npm start` serves, of Web standards only; listening and the environment are server.ts's. */
export function createApp(parts: AppParts): App {
  const { gateway } = parts;
  const pages = createPages(parts);
  if (!gateway) return pages;
  // Two apps side by side, not one in the other: the gateway's answers are data with headers of their own, and passing
  // them through what a page needs would cost more than the data.
  return {
    fetch: (request, caller) => (isGatewayPath(getPath(request)) ? gateway : pages).fetch(request, caller),
  };
}
