import { loadSite } from '../../src/gateway/load-site.ts';
import type { Site } from '../../src/gateway/static-files.ts';

const sites = new Map<string, Promise<Site>>();

/** A built client that no test changes, read once by each process. */
export function builtSite(folder: string): Promise<Site> {
  const site = sites.get(folder) ?? loadSite(folder);
  sites.set(folder, site);
  return site;
}
