import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import type { Representation, SiteFile, SiteFiles } from './static-files.ts';

/** Reads a built client. `name.br` and `name.gz` beside `name` are its compressed forms, not separate files. */
export async function loadSite(folder: string): Promise<SiteFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  // Sequentially: in parallel this could exceed the limit on open files.
  const bytes = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const path of paths) bytes.set(path, await readBytes(path));

  const site = new Map<string, SiteFile>();
  for (const [path, plain] of bytes) {
    if (isCompressedForm(path, bytes)) continue;
    const br = bytes.get(`${path}.br`);
    const gzip = bytes.get(`${path}.gz`);
    site.set(`/${relative(folder, path).split(sep).join('/')}`, {
      type: getMimeType(path) ?? 'application/octet-stream',
      plain: represent(plain),
      coded: { ...(br && { br: represent(br) }), ...(gzip && { gzip: represent(gzip) }) },
    });
  }
  return site;
}

/**
 * Reads the site and the hashed files of the previous build, so that pages from that build can still load their
 * chunks and restart their worker.
 * @param earlier folder of those files; it may not exist
 */
export async function loadSiteWithEarlier(folder: string, earlier: string): Promise<SiteFiles> {
  const before = existsSync(earlier) ? await loadSite(earlier) : [];
  return new Map([...before, ...(await loadSite(folder))]);
}

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(path));
}

function isCompressedForm(path: string, files: ReadonlyMap<string, unknown>): boolean {
  return /\.(br|gz)$/.test(path) && files.has(path.slice(0, -'.br'.length));
}

function represent(bytes: Uint8Array<ArrayBuffer>): Representation {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}
