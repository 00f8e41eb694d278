import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const ENGINE_NAMES = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** Paths of the programs that each engine requires. */
export interface EnginePaths {
  readonly chromium: string;
  readonly firefox?: string | undefined;
  readonly webkit?: WebKitPaths | undefined;
}

/** Paths of WebKitGTK's driver and browser, a virtual screen and a message bus. */
export interface WebKitPaths {
  readonly driver: string;
  readonly browser: string;
  readonly screen: string;
  readonly bus: string;
}

/** One line per engine on why it cannot be tested here, and how to change that. */
export const HOW_TO_GET: Readonly<Record<Exclude<EngineName, 'chromium'>, string>> = {
  firefox:
    'Firefox is not installed: its tests are skipped (apt-get install firefox-esr, or set FIREFOX_PATH to its executable).',
  webkit:
    'WebKit is not installed: its tests are skipped (apt-get install webkit2gtk-driver xvfb dbus, on Linux).',
};

const MAC_FIREFOX = '/Applications/Firefox.app/Contents/MacOS/firefox';
const WINDOWS_FIREFOX = 'Mozilla Firefox\\firefox.exe';

/** Finds all programs with one of these names on the path, in the order of the names. */
function onPath(...names: readonly string[]): readonly string[] {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(existsSync);
}

/** A name on the path may be a script that starts nothing. On Windows, asking opens a window. */
const runs = (path: string): boolean =>
  process.platform === 'win32' || spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;

export function findFirefox(): string | undefined {
  const { FIREFOX_PATH, PROGRAMFILES = '' } = process.env;
  if (FIREFOX_PATH) {
    if (existsSync(FIREFOX_PATH) && runs(FIREFOX_PATH)) return FIREFOX_PATH;
    throw new Error(`FIREFOX_PATH is ${FIREFOX_PATH}, which does not run.`);
  }
  const installed = [MAC_FIREFOX, join(PROGRAMFILES, WINDOWS_FIREFOX)].filter(existsSync);
  return [...onPath('firefox-esr', 'firefox'), ...installed].find(runs);
}

export function findWebKit(): WebKitPaths | undefined {
  if (process.platform !== 'linux') return undefined;
  const [driver] = onPath('WebKitWebDriver');
  const [screen] = onPath('Xvfb');
  const [bus] = onPath('dbus-run-session');
  const browser = ['/usr/lib', '/usr/libexec']
    .filter(existsSync)
    .flatMap((folder) => [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    .flatMap((folder) => ['webkit2gtk-4.1', 'webkitgtk-6.0'].map((api) => join(folder, api, 'MiniBrowser')))
    .find(existsSync);
  return driver && screen && bus && browser ? { driver, browser, screen, bus } : undefined;
}
