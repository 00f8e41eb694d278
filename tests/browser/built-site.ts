import { loadSite } from '../../src/gateway/load-site.ts';
import type { SiteFiles } from '../../src/gateway/static-files.ts';

const sites = new Map<string, Promise<SiteFiles>>();

/** Reads a built client that no test changes, once per process. */
export function builtSite(folder: string): Promise<SiteFiles> {
  const site = sites.get(folder) ?? loadSite(folder);
  sites.set(folder, site);
  return site;
}
