import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { OPENMCT_VERSION } from '../../src/spacecraft-host/describe/openmct.ts';
import { PROJECT_ROOT } from './node-process.ts';

/** A folder of its own: Open MCT is no dependency of the project. */
const FOLDER = join(PROJECT_ROOT, 'node_modules/.cache', `openmct-${OPENMCT_VERSION}`);
const LONGEST_INSTALL_MS = 60_000;

/** Installs Open MCT from the registry of npm, unless it is there; returns its folder, or says in one line why not. */
export function installOpenMct(): string | undefined {
  const script = join(FOLDER, 'node_modules/openmct/dist/openmct.js');
  if (!existsSync(script)) {
    mkdirSync(FOLDER, { recursive: true });
    const quiet = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries', '0'];
    spawnSync('npm', ['install', `openmct@${OPENMCT_VERSION}`, '--prefix', FOLDER, ...quiet], {
      cwd: FOLDER,
      stdio: 'ignore',
      timeout: LONGEST_INSTALL_MS,
      shell: process.platform === 'win32',
    });
  }
  if (existsSync(script)) return FOLDER;
  console.log(
    `Skipped: Open MCT ${OPENMCT_VERSION} does not show the spacecraft (npm cannot install it: is there a registry?).`,
  );
  return undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** Returns a server of files: a page, and below `/node_modules` the folder of Open MCT. */
export const createFileServer = (page: string, openMct: string): Server =>
  createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const folder = pathname.startsWith('/node_modules/') ? openMct : page;
    const file = join(folder, pathname === '/' ? 'index.html' : pathname);
    try {
      const content = await readFile(file);
      response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
