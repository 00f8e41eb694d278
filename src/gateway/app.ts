import { Hono } from 'hono';
import type { Caller } from './effects.ts';
import type { GatewayApp } from './gateway.ts';
import { securityHeaders } from './security-headers.ts';
import { type Site, staticFiles } from './static-files.ts';

/** What the app is composed of. */
export interface AppParts {
  readonly site: Site;
  readonly gateway?: GatewayApp;
  /** The origin that the built client calls, where it is not the page's own. */
  readonly backendOrigin?: string | undefined;
}

/** Composes what `npm start` serves, of Web standards only; listening and the environment are server.ts's. */
export function createApp({ site, gateway, backendOrigin }: AppParts): Hono<{ Bindings: Caller }> {
  const app = new Hono<{ Bindings: Caller }>();
  // The gateway's answers are data with headers of their own; those of the page would cost more than the data.
  if (gateway) app.route('/', gateway);
  app.use('*', securityHeaders(backendOrigin));
  app.route('/', staticFiles(site));
  return app;
}
