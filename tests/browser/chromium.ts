import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from 'playwright-core';

const LINUX_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];

const MAC_APPS = [
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

const WINDOWS_APPS = [
  'Chromium\\Application\\chrome.exe',
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

const isRoot = process.getuid?.() === 0;

/** Silences Chromium: no requests of its own, no first-run page. Its sandbox refuses to run for root. */
export const CHROMIUM_ARGS: readonly string[] = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Returns the path of a working Chromium: `CHROMIUM_PATH`, else an installed one, else one that it installs. */
export function ensureChromium(): string {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) {
    if (isUsable(CHROMIUM_PATH)) return CHROMIUM_PATH;
    throw new Error(
      `CHROMIUM_PATH is ${CHROMIUM_PATH}, which does not run. Set it to the executable of a Chromium.`,
    );
  }
  const found = findInstalled() ?? install();
  if (found) return found;
  throw new Error(
    'No Chromium is here, and none could be installed: install one, or set CHROMIUM_PATH to its executable.',
  );
}

function findInstalled(): string | undefined {
  return [...systemPaths(), chromium.executablePath()].find(isUsable);
}

function systemPaths(): readonly string[] {
  const {
    HOME = '/',
    PATH = '',
    PROGRAMFILES,
    'PROGRAMFILES(X86)': PROGRAMFILES_X86,
    LOCALAPPDATA,
  } = process.env;
  if (process.platform === 'darwin') {
    const folders = ['/Applications', join(HOME, 'Applications')];
    return folders.flatMap((folder) => MAC_APPS.map((app) => join(folder, app)));
  }
  if (process.platform === 'win32') {
    const folders = [PROGRAMFILES, PROGRAMFILES_X86, LOCALAPPDATA].filter((folder) => folder !== undefined);
    return folders.flatMap((folder) => WINDOWS_APPS.map((app) => join(folder, app)));
  }
  const folders = [...PATH.split(delimiter), '/usr/bin', '/snap/bin'];
  return LINUX_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** Ubuntu's `chromium-browser` may be a script that only suggests a snap. On Windows, asking opens a window. */
function isUsable(path: string): boolean {
  if (!path || !existsSync(path)) return false;
  return process.platform === 'win32' || spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;
}

function install(): string | undefined {
  const hasApt = isRoot && existsSync('/usr/bin/apt-get');
  if (hasApt && run('apt-get', ['update']) && run('apt-get', ['install', '-y', 'chromium'])) {
    const installed = findInstalled();
    if (installed) return installed;
  }
  const playwright = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  const withLibraries = hasApt ? ['--with-deps'] : [];
  run(process.execPath, [join(playwright, 'cli.js'), 'install', ...withLibraries, 'chromium']);
  return findInstalled();
}

function run(program: string, args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
}
