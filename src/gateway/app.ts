import { Hono } from 'hono';
import { securityHeaders } from './security-headers.ts';
import { type Site, staticFiles } from './static-files.ts';

/** What the app is composed of. */
export interface AppParts {
  readonly site: Site;
}

/** Composes what `npm start` serves, of Web standards only; listening and the environment are server.ts's. */
export function createApp({ site }: AppParts): Hono {
  const app = new Hono();
  app.use('*', securityHeaders());
  app.route('/', staticFiles(site));
  return app;
}
