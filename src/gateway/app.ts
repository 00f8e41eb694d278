import { Hono } from 'hono';
import type { Caller } from './effects.ts';
import type { GatewayApp } from './gateway.ts';
import type { Metrics } from './metrics.ts';
import { securityHeaders } from './security-headers.ts';
import { type Site, staticFiles } from './static-files.ts';

/** What the app is composed of. */
export interface AppParts {
  readonly site: Site;
  readonly gateway?: GatewayApp;
  /** The origin that the built client calls, where it is not the page's own. */
  readonly backendOrigin?: string | undefined;
  /** Counts what is served, with the time it took by `elapsed` in milliseconds. */
  readonly metrics?: Metrics;
  readonly elapsed?: () => number;
}

type App = Hono<{ Bindings: Caller }>;

/** Composes what `npm start` serves, of Web standards only; listening and the environment are server.ts's. */
export function createApp({ site, gateway, backendOrigin, metrics, elapsed }: AppParts): App {
  const app = new Hono<{ Bindings: Caller }>();
  // The gateway's answers are data with headers of their own; those of the page would cost more than the data.
  if (gateway) app.route('/', gateway);
  if (metrics && elapsed) {
    app.use('*', async (c, next) => {
      const begunAt = elapsed();
      await next();
      metrics.answered(c.req.path, c.res.status);
      metrics.took(c.req.path, elapsed() - begunAt);
    });
  }
  app.use('*', securityHeaders(backendOrigin));
  app.route('/', staticFiles(site));
  return app;
}
